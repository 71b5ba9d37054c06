/** Replaces a form whose step was accepted and takes effect in 72 hours: submitting again would restart the wait. docs/decisions/0016. */
import { useEffect, useRef } from "react";
import { accountProblemText } from "../../text/account/account-problems.ts";
import css from "./locked.module.css";

export function StepAccepted() {
  const messageRef = useRef<HTMLParagraphElement>(null);
  // The button that had the focus is gone.
  useEffect(() => messageRef.current?.focus(), []);
  return (
    <p ref={messageRef} tabIndex={-1} className={css.accepted} role="status">
      {accountProblemText["step-waits"]}
    </p>
  );
}
