/** Few are ever kept waiting: the countdown is loaded when it is first needed; where it cannot be, the sentence without it is shown. */
import { createElement } from "react";
import { accountProblemText } from "../../text/account-problems.ts";
import { lazyComponent } from "../lazy-component.ts";
import { Problem } from "./Problem.tsx";

export const LazyRetryTimer = lazyComponent(
  async () => (await import("./RetryTimer.tsx")).RetryTimer,
  () => createElement(Problem, { sentence: accountProblemText["rate-limited"] }),
);
