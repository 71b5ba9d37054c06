/** Counts down to the next allowed attempt, then says that it is over. Spec A §8. */
import { toClock } from "@satchel/core/model/readable/readable-values.ts";
import { useEffect, useState } from "react";
import { retryText } from "../../text/account/account-problems.ts";
import { useSignedOutServices } from "../services.ts";
import css from "./problem.module.css";

const SECOND_MS = 1000;

/** `until`: Unix milliseconds by this device's clock. `hint`: what else the user can do in the meantime. */
export type RetryTimerProps = { readonly until: number; readonly hint?: string };

export function RetryTimer({ until, hint }: RetryTimerProps) {
  const secondsLeft = useSecondsUntil(until);
  if (secondsLeft === 0) {
    return (
      <p className={css.over} role="status">
        {retryText.over}
      </p>
    );
  }
  return (
    <p className={css.problem} role="alert">
      {retryText.wait} {/* Announced once with the sentence, not every second. */}
      <span role="timer" aria-live="off" className={css.clock}>
        {toClock(secondsLeft)}
      </span>
      .{hint !== undefined && ` ${hint}`}
    </p>
  );
}

/** Computed from the clock, so that a tab that was asleep shows the right time. */
function useSecondsUntil(until: number): number {
  const { clock } = useSignedOutServices();
  const [now, setNow] = useState(() => clock.now());
  const isOver = now >= until;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each tick starts the next
  useEffect(() => {
    if (isOver) return;
    const timer = setTimeout(() => setNow(clock.now()), SECOND_MS);
    return () => clearTimeout(timer);
  }, [clock, isOver, now]);
  return Math.max(0, Math.ceil((until - now) / SECOND_MS));
}
