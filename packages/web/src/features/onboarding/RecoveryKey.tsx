/** The recovery key: shown, copied or printed, and then proved by three of its groups. encryption.md 3.5 (1). */
import { Check, Copy, Printer } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { LateSpinner } from "../../shared/ui/LateSpinner.tsx";
import { TextField } from "../../shared/ui/TextField.tsx";
import { onboardingText } from "../../text/onboarding.ts";
import css from "./recovery-key.module.css";

const COPIED_MS = 2000;
const GROUPS_ASKED = 3;

export function RecoveryKey({ onConfirmed }: { readonly onConfirmed: () => void }) {
  const { account } = useServices();
  const [groups, setGroups] = useState<readonly string[]>();
  const [isProving, setProving] = useState(false);
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    let isGone = false;
    void account.pendingRecoveryKey().then((key) => {
      if (!isGone) setGroups(key ?? []);
    });
    return () => {
      isGone = true;
    };
  }, [account]);

  const handleProved = (): void => {
    setDone(true);
    onConfirmed();
  };
  if (groups === undefined) return <LateSpinner />;
  if (isDone || groups.length === 0)
    return (
      <p className={css.done}>
        <Check width={18} height={18} aria-hidden />
        {onboardingText.keyConfirmed}
      </p>
    );
  return isProving ? (
    <ProveKey places={groups.length} onProved={handleProved} onBack={() => setProving(false)} />
  ) : (
    <ShowKey groups={groups} onProve={() => setProving(true)} />
  );
}

function ShowKey({ groups, onProve }: { readonly groups: readonly string[]; readonly onProve: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const handleCopy = async (): Promise<void> => {
    await navigator.clipboard.writeText(groups.join("-"));
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <div className={css.key}>
      <p>{onboardingText.keySentence}</p>
      <ol className={css.groups} aria-label={onboardingText.keyTitle}>
        {groups.map((group, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what names a group; two may be alike
          <li key={place} className={css.group}>
            {group}
          </li>
        ))}
      </ol>
      <div className={css.actions}>
        <Button icon={<Copy aria-hidden />} onPress={() => void handleCopy()}>
          {isCopied ? onboardingText.keyCopied : onboardingText.keyCopy}
        </Button>
        <Button icon={<Printer aria-hidden />} onPress={() => print()}>
          {onboardingText.keyPrint}
        </Button>
        <Button tone="primary" onPress={onProve}>
          {onboardingText.keyCheck}
        </Button>
      </div>
    </div>
  );
}

type ProveKeyProps = { readonly places: number; readonly onProved: () => void; readonly onBack: () => void };

function ProveKey({ places, onProved, onBack }: ProveKeyProps) {
  const { account } = useServices();
  const [asked] = useState(() => pickPlaces(places));
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({});
  const [isWrong, setWrong] = useState(false);
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const groups = Array.from({ length: places }, (_, place) => typed[place] ?? "");
    if (await account.confirmRecoveryKey(groups)) onProved();
    else setWrong(true);
  };
  return (
    <form className={css.key} onSubmit={(event) => void handleSubmit(event)}>
      <p>{onboardingText.keyCheckSentence}</p>
      <div className={css.fields}>
        {asked.map((place, index) => (
          <TextField
            key={place}
            label={onboardingText.keyGroup(place + 1)}
            autoFocus={index === 0}
            autoComplete="off"
            spellCheck="false"
            value={typed[place] ?? ""}
            onChange={(group) => {
              setWrong(false);
              setTyped((before) => ({ ...before, [place]: group }));
            }}
          />
        ))}
      </div>
      {isWrong && (
        <p className={css.problem} role="alert">
          {onboardingText.keyWrong}
        </p>
      )}
      <div className={css.actions}>
        <Button onPress={onBack}>{onboardingText.keyBack}</Button>
        <Button tone="primary" type="submit" isDisabled={asked.some((place) => (typed[place] ?? "").trim() === "")}>
          {onboardingText.keyConfirm}
        </Button>
      </div>
    </form>
  );
}

/** Three different places, in order; another three each time. */
function pickPlaces(places: number): readonly number[] {
  const picked = new Set<number>();
  while (picked.size < Math.min(GROUPS_ASKED, places)) picked.add((crypto.getRandomValues(new Uint32Array(1))[0] as number) % places);
  return [...picked].sort((a, b) => a - b);
}
