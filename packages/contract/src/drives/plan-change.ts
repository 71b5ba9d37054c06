/** A later change of plan: prepared here, copied and verified by the browser, then completed. Decision 0010, decision 0005. */
import * as z from "zod/mini";
import { planType, user } from "../accounts/auth.ts";
import { route } from "../route.ts";

const planState = z.object({
  user,
  /** The target plan, whose quota already applies. Null if no change is pending. */
  pendingPlan: z.nullable(planType),
  /** Plans that this account may choose, including its own. Absent in replies of an earlier version, which means all plans. */
  choosable: z.optional(z.array(planType)),
});
export type PlanState = z.infer<typeof planState>;

export const readPlan = route({
  method: "GET",
  path: "/api/plan",
  auth: "account",
  summary: "The plan, and the one that is being moved to.",
  reply: planState,
});

export const beginPlanChange = route({
  method: "PUT",
  path: "/api/plan",
  auth: "account",
  summary: "Asks for another plan. It holds at once where the notes stay in the same place; otherwise it waits until the copy is complete.",
  body: z.object({ planType }),
  reply: planState,
  refusals: ["plan-too-small", "plan-not-offered"],
});

export const completePlanChange = route({
  method: "POST",
  path: "/api/plan/complete",
  auth: "account",
  summary: "The notes lie in the new place: the pending plan holds from now on. Repeated, it changes nothing.",
  reply: planState,
});

export const cancelPlanChange = route({
  method: "DELETE",
  path: "/api/plan/change",
  auth: "account",
  summary: "Everything stays as it is.",
  reply: planState,
});
