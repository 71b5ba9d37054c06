/** What this device remembers of a move over a reload: only that it is wanted. What is left to do is worked out from the two places. Pure. */
import type { PlanType } from "@satchel/contract/plans.ts";
import { parsePlan } from "../../model/plans.ts";

export type Intent = {
  readonly from: PlanType;
  readonly to: PlanType;
  /** This move made the folder in the new place, so it may take it away again. */
  readonly madeFolder: boolean;
};

export function parseIntent(text: string | undefined): Intent | undefined {
  try {
    const value: unknown = text === undefined ? undefined : JSON.parse(text);
    if (typeof value !== "object" || value === null) return undefined;
    const { from, to, madeFolder } = value as Record<string, unknown>;
    const [fromPlan, toPlan] = [parsePlan(String(from)), parsePlan(String(to))];
    return fromPlan === undefined || toPlan === undefined ? undefined : { from: fromPlan, to: toPlan, madeFolder: madeFolder === true };
  } catch {
    return undefined;
  }
}
