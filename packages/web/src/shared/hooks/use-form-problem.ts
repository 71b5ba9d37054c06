/** What is wrong with a form as a whole. A refusal that says when another attempt counts becomes a countdown. Spec A §8. */
import { useState } from "react";
import { useSignedOutServices } from "../services.ts";

/** `until`: milliseconds since 1970 UTC, by this device's clock. */
export type FormProblemValue = string | { readonly until: number };

export function useFormProblem() {
  const { clock } = useSignedOutServices();
  const [formProblem, setFormProblem] = useState<FormProblemValue>();
  /** Without a sentence nothing is wrong any more. */
  const showProblem = (sentence?: string, refusal?: { readonly kind: string; readonly retryAfterMs?: number }): void =>
    setFormProblem(refusal?.retryAfterMs === undefined ? sentence : { until: clock.now() + refusal.retryAfterMs });
  return { formProblem, showProblem };
}
