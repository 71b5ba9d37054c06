/** The sign-in form: checks before, sends, and sorts refusals into dialogs, fields and the form itself. Spec A §5, A §8 "Login". */
import type { AccountProblem } from "@satchel/core/account/account-service-types.ts";
import { checkLogin, type LoginValues, type ProblemsOf } from "@satchel/core/account/check-credentials.ts";
import { useState } from "react";
import { type FieldProblems, useForm } from "../../shared/hooks/use-form.ts";
import { useServices } from "../../shared/services.ts";
import { credentialText } from "../../text/account.ts";
import { accountProblemText } from "../../text/account-problems.ts";

export function useLogin() {
  const { account, prompts } = useServices();
  const [formProblem, setFormProblem] = useState<string>();

  const submit = async ({ email, password }: LoginValues): Promise<FieldProblems<LoginValues> | undefined> => {
    setFormProblem(undefined);
    const signedIn = await account.signIn(email, password);
    if (signedIn.ok) return undefined;
    return show(signedIn.problem, email);
  };

  const show = (problem: AccountProblem, email: string): FieldProblems<LoginValues> | undefined => {
    switch (problem.kind) {
      case "unreachable":
        prompts.raiseMaintenance();
        return undefined;
      case "email-malformed":
        return { email: accountProblemText[problem.kind] };
      case "rate-limited":
      case "storage-denied":
        setFormProblem(accountProblemText[problem.kind]);
        return undefined;
      default:
        prompts.raiseSignInFailed(email);
        return undefined;
    }
  };

  const form = useForm<LoginValues>({ initial: { email: "", password: "" }, check: (values) => toSentences(checkLogin(values)), submit });
  return { ...form, formProblem };
}

export function toSentences<Values>(problems: ProblemsOf<Values>): FieldProblems<Values> {
  const entries = Object.entries(problems) as [string, keyof typeof credentialText][];
  return Object.fromEntries(entries.map(([name, problem]) => [name, credentialText[problem]])) as FieldProblems<Values>;
}
