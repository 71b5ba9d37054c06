/** Registration, sign-in, sign-out and sessions. Spec A §7; contract auth.ts. */

import * as activityContract from "@satchel/contract/accounts/activity.ts";
import type { SignedIn } from "@satchel/contract/accounts/auth.ts";
import * as contract from "@satchel/contract/accounts/auth.ts";
import * as steps from "@satchel/contract/accounts/pending-steps.ts";
import { isEmailAddress, normalizeEmail } from "@satchel/contract/limits.ts";
import { toUser } from "../accounts/account-repo.ts";
import { isLasting } from "../accounts/passwords/password-rows.ts";
import type { Client } from "../accounts/sign-in/sessions.ts";
import { type Found, toWrongPassword } from "../accounts/sign-in/sign-in.ts";
import { accountRoute, DONE, publicRoute, type ServerRoute } from "../http/route.ts";
import type { Services } from "../services.ts";
import { isRefused, refuse } from "../shared/refusal.ts";

const register = publicRoute(contract.register, async ({ body, client }, services: Services) => {
  const refusal = services.attempts.checkRequest(client.network);
  if (refusal !== undefined) return refusal;
  if (services.disk?.isSpent()) return refuse("disk-full");
  const found = await services.register(body, client);
  if (isRefused(found)) return found;
  await services.activity.record(found.account, "registered", client);
  return await startSession(found, client, { services });
});

const prelogin = publicRoute(contract.prelogin, async ({ body, client }, { attempts, signIn }: Services) => {
  return attempts.checkRequest(client.network) ?? { kdf: await signIn.kdfOf(body.email) };
});

const login = publicRoute(contract.login, async ({ body, client }, services: Services) => {
  const refusal = services.attempts.checkRequest(client.network);
  if (refusal !== undefined) return refusal;
  const found = await services.signIn.byPassword(body, client.network);
  if (isRefused(found)) return found;
  await services.activity.signedIn(found.account, client);
  return await startSession(found, client, { services, shown: body.deviceToken });
});

async function startSession(
  { account, entry }: Found,
  client: Client,
  { services: { sessions, keys, knownDevices }, shown }: { readonly services: Services; readonly shown?: string | undefined },
): Promise<SignedIn> {
  const user = toUser(account);
  const { needsOnboarding, planType } = user;
  const limited = !isLasting(entry);
  const token = await sessions.start(account.id, client, limited);
  // A mailed password proves access to the mailbox, not that the account's owner has signed in here.
  const isNew = !limited && knownDevices.find(account.id, shown) === undefined;
  const deviceToken = isNew ? { deviceToken: knownDevices.issue(account.id) } : {};
  return { token, user, needsOnboarding, planType, limited, keys: await keys.read(account.id, entry), ...deviceToken };
}

const logout = accountRoute(contract.logout, async ({ caller }, { sessions, sessionsEnded }: Services) => {
  await sessions.signOut(caller);
  await sessionsEnded(caller.account.id);
  return DONE;
});

const currentSession = accountRoute(contract.currentSession, async ({ caller }, { pendingSteps }: Services) => {
  const user = toUser(caller.account);
  const { needsOnboarding, planType } = user;
  return { user, needsOnboarding, planType, limited: caller.limited, pendingSteps: await pendingSteps.list(caller.account.id) };
});

const listSessions = accountRoute(contract.listSessions, async ({ caller }, { sessions }: Services) => {
  return { sessions: [...(await sessions.list(caller))] };
});

const revokeSession = accountRoute(contract.revokeSession, async ({ caller, params }, { sessions, sessionsEnded }: Services) => {
  if (!(await sessions.revoke(caller.account.id, params.sessionId))) return refuse("not-found");
  await sessionsEnded(caller.account.id);
  return DONE;
});

const forgotPassword = publicRoute(contract.forgotPassword, async ({ body, client }, { attempts, reset }: Services) => {
  const refusal = await attempts.checkReset(client.network);
  if (refusal !== undefined) return refusal;
  if (!isEmailAddress(body.email)) return refuse("email-malformed", { field: "email" });
  return reset.request(normalizeEmail(body.email), client) ?? DONE;
});

const changePassword = accountRoute(
  contract.changePassword,
  async ({ caller, body, client }, { changePassword: change, keys, activity, sessionsEnded }: Services) => {
    const entry = await change(caller, body, client);
    if (!isRefused(entry)) {
      // The password change ended all other sessions.
      await sessionsEnded(caller.account.id);
      await activity.record(caller.account, "password-changed", client);
    } else if (entry.code === "step-waits") await activity.record(caller.account, "reset-waits", client);
    return isRefused(entry) ? entry : { ...DONE, keys: await keys.read(caller.account.id, entry) };
  },
);

const deleteAccount = accountRoute(
  contract.deleteAccount,
  async ({ caller, body, client }, { signIn, deleteAccount: remove, isProved, pendingSteps, activity, around }: Services) => {
    const entry = await signIn.currentEntryOf(caller.account, body.password, client.network);
    if (isRefused(entry)) return toWrongPassword(entry, "password");
    const eraseDrive = body.eraseDrive === true;
    if (await isProved(caller.account, body.proof)) return (await remove(caller.account, { eraseDrive })) ?? DONE;
    const takesEffectAt = await pendingSteps.request(caller.account, { kind: "delete", eraseDrive }, client);
    await activity.record(caller.account, "delete-waits", client);
    return refuse("step-waits", { retryAfterMs: takesEffectAt - around.now() });
  },
);

const cancelPendingStep = accountRoute(
  steps.cancelPendingStep,
  async ({ caller, params, client }, { pendingSteps, activity }: Services) => {
    if (!(await pendingSteps.cancel(caller.account.id, params.stepId))) return refuse("not-found");
    await activity.record(caller.account, "step-canceled", client);
    return DONE;
  },
);

const listActivity = accountRoute(activityContract.listActivity, async ({ caller }, { activity }: Services) => {
  return { events: await activity.list(caller.account.id) };
});

export const authRoutes: readonly ServerRoute<Services>[] = [
  register,
  prelogin,
  login,
  logout,
  currentSession,
  listSessions,
  revokeSession,
  forgotPassword,
  changePassword,
  deleteAccount,
  cancelPendingStep,
  listActivity,
];
