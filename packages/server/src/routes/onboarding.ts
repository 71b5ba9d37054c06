/**
 * The first choice of a plan, and the end of the wizard. Plans have no payment step yet: choosing one grants its quota (decision 0005).
 * Later changes are in plan.ts. Contract onboarding.ts.
 */
import * as contract from "@satchel/contract/accounts/onboarding.ts";
import { choosablePlans, toUser } from "../accounts/account-repo.ts";
import { accountRoute, DONE, type ServerRoute } from "../http/route.ts";
import type { Services } from "../services.ts";
import { refuse } from "../shared/refusal.ts";

const completeOnboarding = accountRoute(contract.completeOnboarding, async ({ caller, body }, { accounts, openPlans }: Services) => {
  const chosen = body?.planType;
  if (chosen !== undefined && !choosablePlans(caller.account, openPlans).includes(chosen)) return refuse("plan-not-offered");
  await accounts.finishOnboarding(caller.account.id, chosen);
  // The response may be lost and the request repeated, so only a different plan is rejected.
  const user = toUser({ ...((await accounts.byId(caller.account.id)) ?? caller.account), needsOnboarding: false });
  if (chosen !== undefined && chosen !== user.planType) return refuse("onboarding-over");
  return { ...DONE, needsOnboarding: false as const, planType: user.planType, user };
});

export const onboardingRoutes: readonly ServerRoute<Services>[] = [completeOnboarding];
