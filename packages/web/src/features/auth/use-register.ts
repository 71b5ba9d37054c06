/** The registration form: live rules, sends, and puts each refusal at its field. Spec A §2.3, A §5, A §8 "Register". */
import type { AccountProblem } from "@satchel/core/account/account-service-types.ts";
import { checkRegister, type RegisterValues } from "@satchel/core/account/check-credentials.ts";
import { credentialFieldOf } from "@satchel/core/account/foreign-refusals.ts";
import { LOCAL_KEYS } from "@satchel/core/storage-keys.ts";
import { useState } from "react";
import { type FieldProblems, useForm } from "../../shared/hooks/use-form.ts";
import { useEntrance } from "../../shared/services.ts";
import { toSentences } from "../../text/account.ts";
import { accountSentence } from "../../text/account-problems.ts";
import { useOtherAccount } from "./use-other-account.ts";

const EMPTY: RegisterValues = { email: "", password: "", confirmation: "", acceptsTerms: false };

export function useRegister() {
  const { account, prompts, preferences } = useEntrance();
  const [formProblem, setFormProblem] = useState<string>();

  const other = useOtherAccount<RegisterValues>((values) => send(values, true));

  const send = async (values: RegisterValues, discardOther: boolean): Promise<FieldProblems<RegisterValues> | undefined> => {
    setFormProblem(undefined);
    // A plan that was chosen in this browser before was chosen for another account.
    preferences.write(LOCAL_KEYS.selectedPlan, undefined);
    const registered = await account.register(values.email, values.password, { discardOther });
    if (registered.ok) return undefined;
    if (registered.problem.kind !== "other-account") return show(registered.problem);
    other.found(values, registered.problem.email);
    return undefined;
  };

  const show = (problem: AccountProblem): FieldProblems<RegisterValues> | undefined => {
    const sentence = accountSentence(problem);
    const field = problem.kind === "said-otherwise" ? credentialFieldOf(problem.message) : undefined;
    if (field !== undefined) return { [field]: sentence };
    if (problem.kind === "email-taken" || problem.kind === "email-malformed") return { email: sentence };
    if (problem.kind === "password-refused") return { password: sentence };
    if (problem.kind === "unreachable") prompts.raiseMaintenance();
    else setFormProblem(sentence);
    return undefined;
  };

  const form = useForm<RegisterValues>({
    initial: EMPTY,
    check: (values) => toSentences(checkRegister(values)),
    submit: (values) => send(values, false),
  });
  return { ...form, formProblem, other };
}
