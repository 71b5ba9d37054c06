/** Asks for the password before something is shown or changed. */

import type { Result } from "@satchel/core/model/result.ts";
import type { AccountProblem } from "@satchel/core/vault/account/account-service-types.ts";
import { useState } from "react";
import { credentialText } from "../../text/account.ts";
import { commonText } from "../../text/labels.ts";
import { securityText } from "../../text/security.ts";
import { securitySentence } from "../../text/security-problems.ts";
import { useForm } from "../hooks/use-form.ts";
import { Button } from "./Button.tsx";
import { PasswordField } from "./PasswordField.tsx";
import css from "./password-question.module.css";

type PasswordQuestionProps<Value> = {
  readonly sentence?: string;
  readonly label?: string;
  readonly confirm: string;
  readonly ask: (password: string) => Promise<Result<Value, AccountProblem>>;
  readonly onDone: (value: Value) => void;
  readonly onCancel?: () => void;
};

export function PasswordQuestion<Value>({ sentence, label, confirm, ask, onDone, onCancel }: PasswordQuestionProps<Value>) {
  const [formProblem, setFormProblem] = useState<string>();
  const { field, busy, handleSubmit } = useForm({
    initial: { password: "" },
    check: ({ password }): { readonly password?: string } => (password === "" ? { password: credentialText["password-missing"] } : {}),
    submit: async ({ password }) => {
      setFormProblem(undefined);
      const answer = await ask(password);
      if (answer.ok) return void onDone(answer.value);
      const text = securitySentence(answer.problem);
      if (answer.problem.kind !== "unreachable" && answer.problem.kind !== "unexpected") return { password: text };
      setFormProblem(text);
      return undefined;
    },
  });
  return (
    <form className={css.form} onSubmit={handleSubmit} noValidate>
      {sentence !== undefined && <p className={css.sentence}>{sentence}</p>}
      <PasswordField label={label ?? securityText.keyPassword} autoComplete="current-password" {...field("password")} />
      {formProblem !== undefined && (
        <p className={css.problem} role="alert">
          {formProblem}
        </p>
      )}
      <div className={css.buttons}>
        {onCancel !== undefined && <Button onPress={onCancel}>{commonText.cancel}</Button>}
        <Button type="submit" tone="primary" busy={busy}>
          {confirm}
        </Button>
      </div>
    </form>
  );
}
