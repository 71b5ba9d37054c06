/** Asks for the password of local mode's Sensitive folder, so that its notes can come into the account. encryption.md 3.5 (11). */
import { useState } from "react";
import { useForm } from "../../shared/hooks/use-form.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { PasswordField } from "../../shared/ui/PasswordField.tsx";
import { Problem } from "../../shared/ui/Problem.tsx";
import { passwordMissing, sensitiveText, unlockSentence } from "../../text/sensitive.ts";
import { upgradingText } from "../../text/upgrading.ts";
import { commonText } from "../../text/words.ts";
import css from "./join.module.css";

export function JoinSensitiveDialog({ onClose }: { readonly onClose: () => void }) {
  const { sensitive } = useLibrary();
  const hasOwn = useStore(sensitive.store, ({ kind }) => kind !== "not-set-up");
  const { field, busy, handleSubmit, formProblem } = useJoin(hasOwn, onClose);
  return (
    <Dialog title={upgradingText.joinTitle} onClose={onClose}>
      <form className={css.form} onSubmit={handleSubmit} noValidate>
        <p>
          {upgradingText.joinSentence} {hasOwn ? upgradingText.joinUnder : upgradingText.joinKept}
        </p>
        <PasswordField label={upgradingText.joinPassword} autoComplete="off" autoFocus {...field("password")} />
        {hasOwn && <PasswordField label={upgradingText.joinOwn} autoComplete="off" {...field("own")} />}
        <Problem sentence={formProblem} />
        <div className={css.buttons}>
          <Button isDisabled={busy} onPress={onClose}>
            {commonText.cancel}
          </Button>
          <Button type="submit" tone="primary" busy={busy}>
            {busy ? upgradingText.joining : upgradingText.joinSubmit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function useJoin(hasOwn: boolean, onDone: () => void) {
  const { upgrade } = useLibrary();
  const [formProblem, setFormProblem] = useState<string>();
  const missing = (typed: string) => (typed === "" ? passwordMissing : undefined);
  const form = useForm({
    initial: { password: "", own: "" },
    check: ({ password, own }) => {
      const problems = { password: missing(password), own: hasOwn ? missing(own) : undefined };
      return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));
    },
    submit: async ({ password, own }) => {
      setFormProblem(undefined);
      const joined = await upgrade.joinSensitive(password, hasOwn ? own : undefined);
      if (joined.ok) {
        onDone();
        return undefined;
      }
      const { problem } = joined;
      if (problem.kind === "own-refused") return { own: sensitiveText.refused };
      const sentence = unlockSentence(problem, upgradingText.joinFailed);
      if (problem.kind === "sensitive-refused") return { password: sentence };
      setFormProblem(sentence);
      return undefined;
    },
  });
  return { ...form, formProblem };
}
