/** The chosen plan and the end of the wizard. Plans have no payment step yet: choosing one grants its quota (decisions §5). Later plans are plan.ts's. Contract onboarding.ts. */
import * as contract from "@satchel/contract/onboarding.ts";
import { toUser } from "../accounts/account.ts";
import { accountRoute, DONE, type ServerRoute } from "../http/route.ts";
import { refuse } from "../refusal.ts";
import type { Services } from "./services.ts";

const completeOnboarding = accountRoute(contract.completeOnboarding, async ({ caller, body }, { accounts }: Services) => {
  await accounts.finishOnboarding(caller.account.id, body?.planType);
  // An answer may be lost and asked for again: only another plan than the one that holds is refused.
  const user = toUser({ ...((await accounts.byId(caller.account.id)) ?? caller.account), needsOnboarding: false });
  if (body?.planType !== undefined && body.planType !== user.planType) return refuse("onboarding-over");
  return { ...DONE, needsOnboarding: false as const, planType: user.planType, user };
});

export const onboardingRoutes: readonly ServerRoute<Services>[] = [completeOnboarding];
