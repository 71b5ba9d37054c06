/** The sign-in form: checks, submits, and maps refusals to dialogs, fields and the form. Spec A §5, A §8 "Login". */
import type { AccountProblem } from "@satchel/core/vault/account/account-service-types.ts";
import { checkLogin, credentialFieldOf, type LoginValues } from "@satchel/core/vault/account/check-credentials.ts";
import { useState } from "react";
import { type FieldProblems, useForm, useFormProblem } from "../../shared/hooks/use-form.ts";
import { useSignedOutServices } from "../../shared/services.ts";
import { toSentences } from "../../text/account/account.ts";
import { accountProblemText, loginFailed } from "../../text/account/account-problems.ts";

export function useLogin() {
  const { account, prompts } = useSignedOutServices();
  const { formProblem, showProblem } = useFormProblem();
  const other = useOtherAccount<LoginValues>((values) => send(values, true));

  const send = async (values: LoginValues, discardOther: boolean): Promise<FieldProblems<LoginValues> | undefined> => {
    showProblem();
    const signedIn = await account.signIn(values.email, values.password, { discardOther });
    if (signedIn.ok) return undefined;
    if (signedIn.problem.kind !== "other-account") return show(signedIn.problem, values.email);
    other.found(values, signedIn.problem.email);
    return undefined;
  };

  const show = (problem: AccountProblem, email: string): FieldProblems<LoginValues> | undefined => {
    switch (problem.kind) {
      case "unreachable":
        prompts.raiseMaintenance();
        return undefined;
      case "email-malformed":
        return { email: accountProblemText[problem.kind] };
      case "foreign-refusal":
        return atField(problem.message);
      case "rate-limited":
        showProblem(accountProblemText[problem.kind], problem);
        return undefined;
      case "storage-denied":
      case "kdf-refused":
      case "other-account":
        showProblem(accountProblemText[problem.kind]);
        return undefined;
      default:
        prompts.raiseSignInFailed(email);
        return undefined;
    }
  };

  /** Maps a foreign message to the field that it names; otherwise the form reports the failure with the message. */
  const atField = (message: string): FieldProblems<LoginValues> | undefined => {
    const field = credentialFieldOf(message);
    if (field !== undefined) return { [field]: message };
    showProblem(`${loginFailed}: ${message}`);
    return undefined;
  };

  const form = useForm<LoginValues>({
    initial: { email: "", password: "" },
    check: (values) => toSentences(checkLogin(values)),
    submit: (values) => send(values, false),
  });
  return { ...form, formProblem, other };
}

/**
 * Holds the request while another user's notes are on this device, until the user agrees to delete them or keeps them. encryption.md 3.5
 * (13).
 */
export function useOtherAccount<Values>(sendAnyway: (values: Values) => Promise<unknown>) {
  const [other, setOther] = useState<{ readonly values: Values; readonly owner: string }>();
  const discardOther = async (): Promise<void> => {
    setOther(undefined);
    if (other !== undefined) await sendAnyway(other.values);
  };
  return {
    owner: other?.owner,
    found: (values: Values, owner: string) => setOther({ values, owner }),
    keepOther: () => setOther(undefined),
    discardOther,
  };
}
