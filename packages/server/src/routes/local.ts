/**
 * Upgrade from local mode: which plans have space, and whether the account can receive the notes. No note is sent here. Contract local.ts.
 */
import * as contract from "@satchel/contract/accounts/local.ts";
import { PLAN_TYPES, PLANS } from "@satchel/contract/plans.ts";
import { choosablePlans } from "../accounts/account-repo.ts";
import { isLasting } from "../accounts/passwords/password-rows.ts";
import { publicRoute, type ServerRoute } from "../http/route.ts";
import type { Services } from "../services.ts";
import { isRefused, refuse } from "../shared/refusal.ts";

const upgradeOptions = publicRoute(contract.upgradeOptions, async ({ params }, { openPlans }: Services) => {
  const storageBytes = Number(params.storageBytes);
  const open = PLAN_TYPES.filter((plan) => plan === "free" || openPlans.includes(plan));
  return { options: open.map((planType) => toOption(planType, storageBytes)) };
});

function toOption(planType: (typeof PLAN_TYPES)[number], storageBytes: number): contract.UpgradeOption {
  const { managedBytes } = PLANS[planType];
  return managedBytes === 0
    ? { planType, storageBytes: null, fits: true }
    : { planType, storageBytes: managedBytes, fits: storageBytes <= managedBytes };
}

const MESSAGE = "The account is ready. The browser sends the notes, encrypted, and checks each before it deletes anything.";

const syncToCloud = publicRoute(contract.syncToCloud, async ({ body, client }, services: Services) => {
  const { attempts, signIn, keys, openPlans } = services;
  const refusal = attempts.checkRequest(client.network);
  if (refusal !== undefined) return refusal;
  const found = await signIn.byPassword({ email: body.email, password: body.password }, client.network);
  if (isRefused(found)) return found;
  // A mailed password opens no vault, so no note can be sealed with it.
  if (!isLasting(found.entry)) return refuse("session-limited");
  if (!choosablePlans(found.account, openPlans).includes(body.planType)) return refuse("plan-not-offered", { field: "planType" });
  const { document } = await keys.read(found.account.id, found.entry);
  return document === null ? refuse("vault-missing") : { success: true as const, message: MESSAGE };
});

export const localRoutes: readonly ServerRoute<Services>[] = [upgradeOptions, syncToCloud];
