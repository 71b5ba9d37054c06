/** A form's problem: a sentence, or a countdown to the next attempt, which is loaded on first use. */
import { Suspense } from "react";
import { accountProblemText } from "../../text/account/account-problems.ts";
import type { FormProblemValue } from "../hooks/use-form.ts";
import { lazyComponent } from "../lazy/lazy-component.ts";
import { Problem } from "./Problem.tsx";

const LazyRetryTimer = lazyComponent(
  async () => (await import("./RetryTimer.tsx")).RetryTimer,
  () => <Problem sentence={accountProblemText["rate-limited"]} />,
);

/** `hint`: what else the user can do while attempts are blocked. */
type FormProblemProps = { readonly problem: FormProblemValue | undefined; readonly hint?: string };

export function FormProblem({ problem, hint }: FormProblemProps) {
  if (typeof problem !== "object") return <Problem sentence={problem} />;
  return (
    <Suspense>
      <LazyRetryTimer {...problem} {...(hint && { hint })} />
    </Suspense>
  );
}
