/** State of the form: checks, submits, and shows each refusal at its field by code. Spec B §5 "Change password". */

import { changeFieldOf, checkPasswordChange } from "@satchel/core/vault/account/check-credentials.ts";
import { type FieldProblems, useForm, useFormProblem } from "../../shared/hooks/use-form.ts";
import { useServices } from "../../shared/services.ts";
import { toSentences } from "../../text/account/account.ts";
import { securitySentence } from "../../text/account/account-problems.ts";

type Values = { readonly current: string; readonly next: string; readonly confirmation: string };

export function useChangePassword(onDone: () => void) {
  const { security, status } = useServices();
  const { formProblem, showProblem } = useFormProblem();

  const submit = async ({ current, next }: Values): Promise<FieldProblems<Values> | undefined> => {
    showProblem();
    const changed = await security.changePassword(current, next);
    if (changed.ok) {
      status.show({ id: "password-changed" });
      onDone();
      return undefined;
    }
    const sentence = securitySentence(changed.problem);
    const field = changed.problem.kind === "foreign-refusal" ? changeFieldOf(changed.problem.message) : undefined;
    if (field !== undefined) return { [field]: sentence };
    if (changed.problem.kind === "wrong-password") return { current: sentence };
    if (changed.problem.kind === "password-refused") return { next: sentence };
    showProblem(sentence, changed.problem);
    return undefined;
  };

  const form = useForm<Values>({
    initial: { current: "", next: "", confirmation: "" },
    check: (values) => toSentences(checkPasswordChange(values)),
    submit,
  });
  return { ...form, formProblem };
}
