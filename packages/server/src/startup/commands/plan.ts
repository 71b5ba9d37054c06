/** `plan EMAIL PLAN`, and the search for the account that a command names. */
import { normalizeEmail } from "@satchel/contract/limits.ts";
import { PLAN_TYPES, PLANS, type PlanType } from "@satchel/contract/plans.ts";
import type { Account } from "../../accounts/account-repo.ts";
import { StartProblem } from "../../config/start-problem.ts";
import type { Services } from "../../services.ts";

/** Throws a `StartProblem` if there is no such account. */
export async function findAccount(services: Services, email: string): Promise<Account> {
  const account = await services.accounts.byEmail(normalizeEmail(email));
  if (account === undefined) throw new StartProblem(`There is no account with the address ${email}.`);
  return account;
}

/**
 * `plan EMAIL PLAN` grants a plan. Notes move only when the user chooses the plan in the settings; a change between paid plans takes effect
 * at once.
 */
export async function plan(services: Services, [email = "", wanted = "", ...others]: readonly string[]) {
  if (!isPlan(wanted) || email === "" || others.length > 0) throw new StartProblem(`Use: plan EMAIL ${PLAN_TYPES.join("|")}`);
  const account = await findAccount(services, email);
  await services.accounts.setGrantedPlan(account.id, wanted === "free" ? undefined : wanted);
  if (wanted === account.plan) return [`${account.email} has the plan ${wanted}.`];
  if (PLANS[wanted].managedBytes > PLANS[account.plan].managedBytes && account.plan !== "free" && account.pendingPlan === undefined) {
    await services.accounts.setPlan(account.id, wanted);
    return [`${account.email} has the plan ${wanted} now.`];
  }
  return [`${account.email} has the plan ${account.plan} and can change to ${wanted} now, under Settings or at the end of the setup.`];
}

function isPlan(text: string): text is PlanType {
  return (PLAN_TYPES as readonly string[]).includes(text);
}
