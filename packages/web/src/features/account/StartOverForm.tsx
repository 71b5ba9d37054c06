/** Creates a new vault, after the user typed the confirmation word. encryption.md 3.5 (5) "Start over". */
import { checkPasswordChange } from "@satchel/core/vault/account/check-credentials.ts";
import { useState } from "react";
import { FormProblem } from "../../shared/forms/FormProblem.tsx";
import { NewPasswordFields } from "../../shared/forms/NewPasswordFields.tsx";
import { PasswordField } from "../../shared/forms/PasswordField.tsx";
import { TextField } from "../../shared/forms/TextField.tsx";
import { useForm } from "../../shared/hooks/use-form.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { credentialText, toSentences } from "../../text/account/account.ts";
import { lockedText } from "../../text/account/locked.ts";
import css from "./locked.module.css";
import { StepAccepted } from "./StepAccepted.tsx";
import { useUnlockMethod } from "./use-unlock-method.ts";

type Values = { readonly current: string; readonly next: string; readonly confirmation: string };

export function StartOverForm({ isLimited }: { readonly isLimited: boolean }) {
  const { security } = useServices();
  const [phrase, setPhrase] = useState("");
  const { run, formProblem, isAccepted } = useUnlockMethod({ "wrong-password": "current", "password-refused": "next" });
  const { field, busy, handleSubmit } = useForm<Values>({
    initial: { current: "", next: "", confirmation: "" },
    check: ({ current, next, confirmation }) => {
      if (isLimited) return toSentences(checkPasswordChange({ next, confirmation }));
      return current === "" ? { current: credentialText["current-missing"] } : {};
    },
    submit: ({ current, next }) => run(() => security.startOver(isLimited ? next : current)),
  });
  if (isAccepted) return <StepAccepted />;
  return (
    <form className={css.form} onSubmit={handleSubmit} noValidate>
      <p className={css.warning}>{lockedText.startOverSentence}</p>
      {isLimited && <p className={css.sentence}>{lockedText.startOverBlocked}</p>}
      {isLimited ? (
        <NewPasswordFields next={field("next")} confirmation={field("confirmation")} />
      ) : (
        <PasswordField label={lockedText.currentPassword} autoComplete="current-password" {...field("current")} />
      )}
      <TextField label={lockedText.startOverType(lockedText.startOverPhrase)} autoComplete="off" value={phrase} onChange={setPhrase} />
      <FormProblem problem={formProblem} />
      <Button
        label={lockedText.startOver}
        type="submit"
        tone="danger"
        size="large"
        wide
        busy={busy}
        isDisabled={phrase.trim() !== lockedText.startOverPhrase}
      />
    </form>
  );
}
