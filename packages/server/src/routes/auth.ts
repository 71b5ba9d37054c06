/** Register, sign in and out, sessions. Spec A §7; contract auth.ts. */

import type { SignedIn } from "@satchel/contract/auth.ts";
import * as contract from "@satchel/contract/auth.ts";
import { isEmailAddress, normalizeEmail } from "@satchel/contract/email.ts";
import { toUser } from "../accounts/account.ts";
import { isLasting } from "../accounts/password-rows.ts";
import { type Found, toWrongPassword } from "../accounts/sign-in.ts";
import type { Client } from "../http/client.ts";
import { accountRoute, DONE, publicRoute, type ServerRoute } from "../http/route.ts";
import { isRefused, refuse } from "../refusal.ts";
import type { Services } from "./services.ts";

const register = publicRoute(contract.register, async ({ body, client }, services: Services) => {
  const refusal = services.attempts.checkRequest(client.network);
  if (refusal !== undefined) return refusal;
  const found = await services.register(body, client.network);
  return isRefused(found) ? found : await startSession(found, client, services);
});

const prelogin = publicRoute(contract.prelogin, async ({ body, client }, { attempts, signIn }: Services) => {
  return attempts.checkRequest(client.network) ?? { kdf: await signIn.kdfOf(body.email) };
});

const login = publicRoute(contract.login, async ({ body, client }, services: Services) => {
  const refusal = services.attempts.checkRequest(client.network);
  if (refusal !== undefined) return refusal;
  const found = await services.signIn.byPassword(body.email, body.password, client.network);
  return isRefused(found) ? found : await startSession(found, client, services);
});

async function startSession({ account, entry }: Found, client: Client, { sessions, keys }: Services): Promise<SignedIn> {
  const user = toUser(account);
  const { needsOnboarding, planType } = user;
  const limited = !isLasting(entry);
  const token = await sessions.start(account.id, client, limited);
  return { token, user, needsOnboarding, planType, limited, keys: await keys.read(account.id, entry) };
}

const logout = accountRoute(contract.logout, async ({ caller }, { sessions }: Services) => {
  await sessions.signOut(caller);
  return DONE;
});

const currentSession = accountRoute(contract.currentSession, async ({ caller }) => {
  const user = toUser(caller.account);
  return { user, needsOnboarding: user.needsOnboarding, planType: user.planType, limited: caller.limited };
});

const listSessions = accountRoute(contract.listSessions, async ({ caller }, { sessions }: Services) => {
  return { sessions: [...(await sessions.list(caller))] };
});

const revokeSession = accountRoute(contract.revokeSession, async ({ caller, params }, { sessions }: Services) => {
  return (await sessions.revoke(caller.account.id, params.sessionId)) ? DONE : refuse("not-found");
});

const forgotPassword = publicRoute(contract.forgotPassword, async ({ body, client }, { attempts, reset }: Services) => {
  const refusal = await attempts.checkReset(client.network);
  if (refusal !== undefined) return refusal;
  if (!isEmailAddress(body.email)) return refuse("email-malformed", { field: "email" });
  reset.request(normalizeEmail(body.email));
  return DONE;
});

const changePassword = accountRoute(
  contract.changePassword,
  async ({ caller, body, client }, { changePassword: change, keys }: Services) => {
    const entry = await change(caller, body, client.network);
    return isRefused(entry) ? entry : { ...DONE, keys: await keys.read(caller.account.id, entry) };
  },
);

const deleteAccount = accountRoute(
  contract.deleteAccount,
  async ({ caller, body, client }, { signIn, deleteAccount: remove }: Services) => {
    const entry = await signIn.currentEntryOf(caller.account, body.password, client.network);
    if (isRefused(entry)) return toWrongPassword(entry, "password");
    return (await remove(caller.account, { eraseDrive: body.eraseDrive === true })) ?? DONE;
  },
);

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
];
