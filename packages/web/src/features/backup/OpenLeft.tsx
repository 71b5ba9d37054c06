/** Sensitive notes that a restore left in the backup: the password of their folder brings them, or they are left out. encryption.md 3.5 (12). */
import { useState } from "react";
import { useForm } from "../../shared/hooks/use-form.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { PasswordField } from "../../shared/ui/PasswordField.tsx";
import { Problem } from "../../shared/ui/Problem.tsx";
import { leftText } from "../../text/backup.ts";
import { passwordMissing, sensitiveText, unlockSentence } from "../../text/sensitive.ts";
import css from "./backup.module.css";

export function OpenLeft() {
  const { backup, sensitive } = useLibrary();
  const hasOwn = useStore(sensitive.store, ({ kind }) => kind !== "not-set-up");
  const { field, busy, handleSubmit, formProblem } = useOpenLeft(hasOwn);
  return (
    <form className={css.form} onSubmit={handleSubmit} noValidate>
      <p className={css.detail}>
        {leftText.sentence} {hasOwn ? leftText.under : leftText.kept}
      </p>
      <PasswordField label={leftText.password} autoComplete="off" autoFocus {...field("password")} />
      {hasOwn && <PasswordField label={leftText.own} autoComplete="off" {...field("own")} />}
      <Problem sentence={formProblem} />
      <div className={css.row}>
        <Button tone="quiet" isDisabled={busy} onPress={() => backup.reset()}>
          {leftText.leave}
        </Button>
        <Button type="submit" tone="primary" busy={busy}>
          {busy ? leftText.adding : leftText.add}
        </Button>
      </div>
    </form>
  );
}

function useOpenLeft(hasOwn: boolean) {
  const { backup } = useLibrary();
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
      const opened = await backup.unlockLeft(password, hasOwn ? own : undefined);
      if (opened.ok) return undefined;
      if (opened.problem.kind === "own-refused") return { own: sensitiveText.refused };
      const sentence = unlockSentence(opened.problem, leftText.failed);
      if (opened.problem.kind === "sensitive-refused") return { password: sentence };
      setFormProblem(sentence);
      return undefined;
    },
  });
  return { ...form, formProblem };
}
