/**
 * Runs a way to unlock and maps problems to fields. A step that was accepted for later is neither finished nor a problem. Spec A §5, B §5.
 */

import type { Result } from "@satchel/core/model/result.ts";
import type { AccountProblem } from "@satchel/core/vault/account/account-service-types.ts";
import { useState } from "react";
import { useFormProblem } from "../../shared/hooks/use-form.ts";
import { useServices } from "../../shared/services.ts";
import { accountProblemText } from "../../text/account/account-problems.ts";

/** Field by kind of problem; problems without a field belong to the form. */
type Fields = Partial<Record<AccountProblem["kind"], string>>;

export function useUnlockMethod(fields: Fields) {
  const { prompts } = useServices();
  const { formProblem, showProblem } = useFormProblem();
  const [isAccepted, setAccepted] = useState(false);
  const run = async (act: () => Promise<Result<unknown, AccountProblem>>): Promise<Readonly<Record<string, string>> | undefined> => {
    showProblem();
    const done = await act();
    if (done.ok) return undefined;
    const { kind } = done.problem;
    const field = fields[kind];
    if (field !== undefined) return { [field]: accountProblemText[kind] };
    if (kind === "step-waits") setAccepted(true);
    else if (kind === "unreachable") prompts.raiseMaintenance();
    else showProblem(accountProblemText[kind], done.problem);
    return undefined;
  };
  return { run, formProblem, isAccepted };
}
