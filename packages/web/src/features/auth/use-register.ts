/** The registration form: live rules, submission, and refusals at their fields. Spec A §2.3, A §5, A §8 "Register". */
import type { RegistrationMode, ServerInfo } from "@satchel/contract/server-info.ts";
import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import type { AccountProblem } from "@satchel/core/vault/account/account-service-types.ts";
import { checkRegister, credentialFieldOf, type RegisterValues } from "@satchel/core/vault/account/check-credentials.ts";
import { useEffect, useState } from "react";
import { type FieldProblems, useForm, useFormProblem } from "../../shared/hooks/use-form.ts";
import { useSignedOutServices } from "../../shared/services.ts";
import { toSentences } from "../../text/account/account.ts";
import { accountProblemText, accountSentence } from "../../text/account/account-problems.ts";
import { registrationText } from "../../text/account/registration.ts";
import { useOtherAccount } from "./use-login.ts";

type Values = RegisterValues & { readonly invitation: string };

const EMPTY: Values = { email: "", password: "", confirmation: "", invitation: "", acceptsTerms: false };

export function useRegister() {
  const { account, prompts, preferences } = useSignedOutServices();
  const { formProblem, showProblem } = useFormProblem();
  const [sentTo, setSentTo] = useState<string>();
  const [info, setInfo] = useState<ServerInfo>({ registration: "open" });
  const mode = info.registration;
  const setMode = (registration: RegistrationMode): void => setInfo((before) => ({ ...before, registration }));
  useEffect(() => {
    let isShown = true;
    void account.serverInfo().then((found) => isShown && found !== undefined && setInfo(found));
    return () => {
      isShown = false;
    };
  }, [account]);

  const other = useOtherAccount<Values>((values) => send(values, true));

  const send = async (values: Values, discardOther: boolean): Promise<FieldProblems<Values> | undefined> => {
    showProblem();
    // A plan that was chosen earlier in this browser belongs to another account.
    preferences.write(LOCAL_KEYS.selectedPlan, undefined);
    const registered = await account.register(values.email, values.password, {
      discardOther,
      ...(values.invitation !== "" && { invitation: values.invitation }),
    });
    if (registered.ok) return undefined;
    if (registered.problem.kind === "verify-email") {
      setSentTo(values.email.trim());
      return undefined;
    }
    if (registered.problem.kind !== "other-account") return show(registered.problem);
    other.found(values, registered.problem.email);
    return undefined;
  };

  const show = (problem: AccountProblem): FieldProblems<Values> | undefined => {
    const sentence = accountSentence(problem);
    const field = problem.kind === "foreign-refusal" ? credentialFieldOf(problem.message) : undefined;
    if (field !== undefined) return { [field]: sentence };
    if (problem.kind === "email-taken" || problem.kind === "email-malformed") return { email: sentence };
    if (problem.kind === "password-refused") return { password: sentence };
    if (problem.kind === "invitation-needed" || problem.kind === "invitation-invalid") {
      setMode("invite");
      return { invitation: sentence };
    }
    if (problem.kind === "registration-closed") setMode("closed");
    if (problem.kind === "unreachable") prompts.raiseMaintenance();
    showProblem(problem.kind === "unreachable" ? registrationText.unreachable : sentence, problem);
    return undefined;
  };

  const form = useForm<Values>({
    initial: EMPTY,
    check: (values) => {
      const problems = toSentences(checkRegister(values));
      return mode === "invite" && values.invitation.trim() === ""
        ? { ...problems, invitation: accountProblemText["invitation-needed"] }
        : problems;
    },
    submit: (values) => send(values, false),
  });
  return { ...form, formProblem, other, info, sentTo };
}
