/** An account as the server thinks of it, and as the contract shows it. */
import type { User } from "@satchel/contract/accounts/auth.ts";
import { PLAN_TYPES, PLANS, type PlanType } from "@satchel/contract/plans.ts";

export type Account = {
  readonly id: string;
  readonly email: string;
  readonly plan: PlanType;
  /** The notes are being copied to the place of this plan. */
  readonly pendingPlan?: PlanType;
  /** The operator lets this account have it; see choosablePlans. */
  readonly grantedPlan?: PlanType;
  readonly needsOnboarding: boolean;
  readonly createdAt: number;
  /** A reset took effect then for which nothing but the mailbox vouched. */
  readonly resetAt?: number;
};

export function toUser(account: Account): User {
  const { id, email, createdAt, needsOnboarding } = account;
  return { id, email, createdAt, needsOnboarding, planType: account.plan };
}

/** The plans an account may choose: its own, those the operator opened (SATCHEL_PLANS), and one it was granted. Decision 0016. */
export function choosablePlans(account: Account, openPlans: readonly PlanType[]): readonly PlanType[] {
  const granted = PLANS[account.grantedPlan ?? "free"].managedBytes;
  return PLAN_TYPES.filter((plan) => plan === account.plan || openPlans.includes(plan) || PLANS[plan].managedBytes <= granted);
}
