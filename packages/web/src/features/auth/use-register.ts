/** The registration form: live rules, sends, and puts each refusal at its field. Spec A §2.3, A §5, A §8 "Register". */
import type { AccountProblem } from "@satchel/core/account/account-service-types.ts";
import { checkRegister, type RegisterValues } from "@satchel/core/account/check-credentials.ts";
import { useState } from "react";
import { type FieldProblems, useForm } from "../../shared/hooks/use-form.ts";
import { useServices } from "../../shared/services.ts";
import { toSentences } from "../../text/account.ts";
import { accountProblemText } from "../../text/account-problems.ts";

const EMPTY: RegisterValues = { email: "", password: "", confirmation: "", acceptsTerms: false };

export function useRegister() {
  const { account, prompts } = useServices();
  const [formProblem, setFormProblem] = useState<string>();

  const submit = async ({ email, password }: RegisterValues): Promise<FieldProblems<RegisterValues> | undefined> => {
    setFormProblem(undefined);
    const registered = await account.register(email, password);
    return registered.ok ? undefined : show(registered.problem);
  };

  const show = (problem: AccountProblem): FieldProblems<RegisterValues> | undefined => {
    const sentence = accountProblemText[problem.kind];
    if (problem.kind === "email-taken" || problem.kind === "email-malformed") return { email: sentence };
    if (problem.kind === "password-refused") return { password: sentence };
    if (problem.kind === "unreachable") prompts.raiseMaintenance();
    else setFormProblem(sentence);
    return undefined;
  };

  const form = useForm<RegisterValues>({ initial: EMPTY, check: (values) => toSentences(checkRegister(values)), submit });
  return { ...form, formProblem };
}
