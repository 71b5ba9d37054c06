/**
 * Requests the key from an unlocked device, shows the code to compare, and uses the response once the user has approved it there.
 * encryption.md 3.5 (6).
 */
import { useEffect } from "react";
import { FormProblem } from "../../shared/forms/FormProblem.tsx";
import { Problem } from "../../shared/forms/Problem.tsx";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Spinner } from "../../shared/ui/Spinner.tsx";
import { askingEndText, lockedText } from "../../text/account/locked.ts";
import css from "./locked.module.css";
import { useUnlockMethod } from "./use-unlock-method.ts";

export function AskOtherDevice({ onAccepted }: { readonly onAccepted: () => void }) {
  const { approvals } = useServices();
  const asking = useStore(approvals.store, (state) => state.asking);
  const { run, formProblem } = useUnlockMethod({});
  useEffect(() => () => void approvals.withdraw(), [approvals]);
  const handleAccept = async (): Promise<void> => {
    await run(async () => {
      const accepted = await approvals.accept();
      if (accepted.ok) onAccepted();
      return accepted;
    });
  };
  return (
    <div className={css.form} aria-live="polite">
      {asking.kind === "waiting" && (
        <p className={css.waiting}>
          <Spinner /> {lockedText.waiting}
        </p>
      )}
      {(asking.kind === "code" || asking.kind === "answered") && <Code code={asking.code} />}
      {asking.kind === "answered" && <p className={css.sentence}>{lockedText.accepted}</p>}
      {asking.kind === "ended" && <Problem sentence={askingEndText[asking.reason]} />}
      <FormProblem problem={formProblem} />
      {asking.kind === "idle" || asking.kind === "ended" ? (
        <>
          <p className={css.sentence}>{lockedText.askHint}</p>
          <Button label={lockedText.ask} tone="primary" size="large" wide onPress={() => void run(() => approvals.ask())} />
        </>
      ) : (
        <div className={css.buttons}>
          <Button label={asking.kind === "answered" ? lockedText.no : lockedText.stop} onPress={() => void approvals.withdraw()} />
          {asking.kind === "answered" && <Button label={lockedText.yes} tone="primary" onPress={() => void handleAccept()} />}
        </div>
      )}
    </div>
  );
}

function Code({ code }: { readonly code: string }) {
  return (
    <div className={css.codeBox}>
      <p id="approval-code-label">{lockedText.code}</p>
      <output className={css.code} aria-labelledby="approval-code-label">
        {`${code.slice(0, 4)} ${code.slice(4)}`}
      </output>
    </div>
  );
}
