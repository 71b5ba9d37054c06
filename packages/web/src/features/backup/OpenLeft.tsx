/**
 * Sensitive notes that a restore left in the backup: the password of their folder restores them, or the user skips them. encryption.md 3.5
 * (12).
 */

import { FormProblem } from "../../shared/forms/FormProblem.tsx";
import { PasswordField } from "../../shared/forms/PasswordField.tsx";
import { useJoinForm } from "../../shared/hooks/use-join-form.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { leftText } from "../../text/transfer/backup.ts";
import css from "./backup.module.css";

export function OpenLeft() {
  const { backup, sensitive } = useLibrary();
  const hasOwn = useStore(sensitive.store, ({ kind }) => kind !== "not-set-up");
  const { field, busy, handleSubmit, formProblem } = useJoinForm({
    hasOwn,
    failed: leftText.failed,
    join: (password, own) => backup.unlockLeft(password, own),
  });
  return (
    <form className={css.form} onSubmit={handleSubmit} noValidate>
      <p className={css.detail}>
        {leftText.sentence} {hasOwn ? leftText.under : leftText.kept}
      </p>
      <PasswordField label={leftText.password} autoComplete="off" autoFocus {...field("password")} />
      {hasOwn && <PasswordField label={leftText.own} autoComplete="off" {...field("own")} />}
      <FormProblem problem={formProblem} />
      <div className={css.row}>
        <Button label={leftText.leave} tone="quiet" isDisabled={busy} onPress={() => backup.reset()} />
        <Button label={busy ? leftText.adding : leftText.add} type="submit" tone="primary" busy={busy} />
      </div>
    </form>
  );
}
