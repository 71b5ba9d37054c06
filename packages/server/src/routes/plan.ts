/**
 * Later changes of the plan. If the notes change their storage, the browser moves them; this server only reserves the space. Contract
 * plan-change.ts.
 */
import * as contract from "@satchel/contract/drives/plan-change.ts";
import { PLANS, type PlanType } from "@satchel/contract/plans.ts";
import { type Account, choosablePlans, toUser } from "../accounts/account-repo.ts";
import { accountRoute, type ServerRoute } from "../http/route.ts";
import type { Services } from "../services.ts";
import { refuse } from "../shared/refusal.ts";

const readPlan = accountRoute(contract.readPlan, async ({ caller }, { openPlans }: Services) => toState(caller.account, openPlans));

const beginPlanChange = accountRoute(contract.beginPlanChange, async ({ caller: { account }, body: { planType } }, services: Services) => {
  const { accounts, managed, openPlans } = services;
  if (!choosablePlans(account, openPlans).includes(planType)) return refuse("plan-not-offered");
  if (isManaged(planType) !== isManaged(account.plan)) {
    await accounts.setPendingPlan(account.id, planType);
  } else {
    const { usedBytes } = await managed.usageOf(account);
    if (isManaged(planType) && usedBytes > PLANS[planType].managedBytes) return refuse("plan-too-small");
    await accounts.setPlan(account.id, planType);
  }
  return readAgain(account, services);
});

const completePlanChange = accountRoute(contract.completePlanChange, async ({ caller: { account } }, services: Services) => {
  await services.accounts.takePendingPlan(account.id);
  return readAgain(account, services);
});

const cancelPlanChange = accountRoute(contract.cancelPlanChange, async ({ caller: { account } }, services: Services) => {
  await services.accounts.setPendingPlan(account.id, undefined);
  return readAgain(account, services);
});

async function readAgain(account: Account, { accounts, openPlans }: Services) {
  return toState((await accounts.byId(account.id)) ?? account, openPlans);
}

function toState(account: Account, openPlans: readonly PlanType[]): contract.PlanState {
  return { user: toUser(account), pendingPlan: account.pendingPlan ?? null, choosable: [...choosablePlans(account, openPlans)] };
}

function isManaged(plan: PlanType): boolean {
  return PLANS[plan].managedBytes > 0;
}

export const planRoutes: readonly ServerRoute<Services>[] = [readPlan, beginPlanChange, completePlanChange, cancelPlanChange];
