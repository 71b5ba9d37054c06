/** The chosen plan and the end of the wizard. Plans have no payment step yet: choosing one grants its quota (decisions §5). Contract onboarding.ts. */
import * as contract from "@satchel/contract/onboarding.ts";
import { toUser } from "../accounts/account.ts";
import { accountRoute, DONE, type ServerRoute } from "../http/route.ts";
import type { Services } from "./services.ts";

const completeOnboarding = accountRoute(contract.completeOnboarding, async ({ caller, body }, { accounts }: Services) => {
  await accounts.finishOnboarding(caller.account.id, body?.planType);
  const user = toUser({ ...caller.account, needsOnboarding: false, plan: body?.planType ?? caller.account.plan });
  return { ...DONE, needsOnboarding: false as const, planType: user.planType, user };
});

export const onboardingRoutes: readonly ServerRoute<Services>[] = [completeOnboarding];
