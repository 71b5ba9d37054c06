/** A recovery key on the screen: its nine groups to copy or print, and a check that asks for three of them. encryption.md 3.5 (1) (7). */
import { Copy, Printer } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { recoveryText } from "../../text/account/recovery.ts";
import { Button } from "../ui/Button.tsx";
import css from "./recovery-groups.module.css";
import { TextField } from "./TextField.tsx";

const COPIED_MS = 2000;
const GROUPS_ASKED = 3;

type ShowGroupsProps = { readonly sentence: string; readonly groups: readonly string[]; readonly action?: ReactNode };

export function ShowGroups({ sentence, groups, action }: ShowGroupsProps) {
  const [isCopied, setCopied] = useState(false);
  const handleCopy = async (): Promise<void> => {
    await navigator.clipboard.writeText(groups.join("-"));
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <div className={css.key}>
      <p>{sentence}</p>
      <ol className={css.groups} aria-label={recoveryText.title}>
        {groups.map((group, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the position identifies a group; two groups may be equal
          <li key={position} className={css.group}>
            {group}
          </li>
        ))}
      </ol>
      <div className={css.actions}>
        <Button label={isCopied ? recoveryText.copied : recoveryText.copy} icon={<Copy aria-hidden />} onPress={() => void handleCopy()} />
        <Button label={recoveryText.print} icon={<Printer aria-hidden />} onPress={() => print()} />
        {action}
      </div>
    </div>
  );
}

type ProveGroupsProps = {
  readonly groupCount: number;
  /** Receives nine groups in the key's order, empty except for the requested ones. Resolves to a problem, if any. */
  readonly onProve: (groups: readonly string[]) => Promise<string | undefined>;
  readonly onBack: () => void;
};

export function ProveGroups({ groupCount, onProve, onBack }: ProveGroupsProps) {
  const [asked] = useState(() => pickPositions(groupCount));
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({});
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(await onProve(Array.from({ length: groupCount }, (_, position) => typed[position] ?? "")));
    setBusy(false);
  };
  return (
    <form className={css.key} onSubmit={(event) => void handleSubmit(event)}>
      <p>{recoveryText.checkSentence}</p>
      <div className={css.fields}>
        {asked.map((position, index) => (
          <TextField
            key={position}
            label={recoveryText.group(position + 1)}
            autoFocus={index === 0}
            autoComplete="off"
            spellCheck="false"
            value={typed[position] ?? ""}
            onChange={(group) => {
              setProblem(undefined);
              setTyped((before) => ({ ...before, [position]: group }));
            }}
          />
        ))}
      </div>
      {problem !== undefined && (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={css.actions}>
        <Button label={recoveryText.back} onPress={onBack} />
        <Button
          label={recoveryText.confirm}
          tone="primary"
          type="submit"
          busy={busy}
          isDisabled={asked.some((position) => (typed[position] ?? "").trim() === "")}
        />
      </div>
    </form>
  );
}

/** Picks three different positions at random, in order. */
function pickPositions(groupCount: number): readonly number[] {
  const picked = new Set<number>();
  while (picked.size < Math.min(GROUPS_ASKED, groupCount))
    picked.add((crypto.getRandomValues(new Uint32Array(1))[0] as number) % groupCount);
  return [...picked].sort((a, b) => a - b);
}
