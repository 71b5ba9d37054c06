/**
 * Which plans an account may take by itself. Satchel has no payment provider: paid plans are open to all where the operator says so
 * (SATCHEL_PLANS), and to single accounts that the operator granted one (`plan` command). Decision 0016.
 */
import { PLAN_TYPES, PLANS, type PlanType } from "@satchel/contract/plans.ts";
import type { Account } from "./account.ts";

/** The plan it has is always among them. */
export function choosablePlans(account: Account, openPlans: readonly PlanType[]): readonly PlanType[] {
  const granted = PLANS[account.grantedPlan ?? "free"].managedBytes;
  return PLAN_TYPES.filter((plan) => plan === account.plan || openPlans.includes(plan) || PLANS[plan].managedBytes <= granted);
}
