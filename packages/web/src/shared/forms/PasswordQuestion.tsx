/** Asks for the password before something is shown or changed. */

import type { Result } from "@satchel/core/model/result.ts";
import type { AccountProblem } from "@satchel/core/vault/account/account-service-types.ts";
import { credentialText } from "../../text/account/account.ts";
import { securitySentence } from "../../text/account/account-problems.ts";
import { securityText } from "../../text/account/security.ts";
import { commonText } from "../../text/labels.ts";
import { useForm, useFormProblem } from "../hooks/use-form.ts";
import { Button } from "../ui/Button.tsx";
import { FormProblem } from "./FormProblem.tsx";
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

/** Problems of the whole form: the typed password itself may be right. */
const OF_FORM: ReadonlySet<AccountProblem["kind"]> = new Set<AccountProblem["kind"]>(["unreachable", "unexpected", "rate-limited"]);

export function PasswordQuestion<Value>({ sentence, label, confirm, ask, onDone, onCancel }: PasswordQuestionProps<Value>) {
  const { formProblem, showProblem } = useFormProblem();
  const { field, busy, handleSubmit } = useForm({
    initial: { password: "" },
    check: ({ password }): { readonly password?: string } => (password === "" ? { password: credentialText["password-missing"] } : {}),
    submit: async ({ password }) => {
      showProblem();
      const answer = await ask(password);
      if (answer.ok) return void onDone(answer.value);
      const text = securitySentence(answer.problem);
      if (!OF_FORM.has(answer.problem.kind)) return { password: text };
      showProblem(text, answer.problem);
      return undefined;
    },
  });
  return (
    <form className={css.form} onSubmit={handleSubmit} noValidate>
      {sentence !== undefined && <p className={css.sentence}>{sentence}</p>}
      <PasswordField label={label ?? securityText.keyPassword} autoComplete="current-password" {...field("password")} />
      <FormProblem problem={formProblem} />
      <div className={css.buttons}>
        {onCancel !== undefined && <Button label={commonText.cancel} onPress={onCancel} />}
        <Button label={confirm} type="submit" tone="primary" busy={busy} />
      </div>
    </form>
  );
}
