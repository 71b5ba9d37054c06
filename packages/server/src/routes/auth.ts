/** Register, sign in and out, sessions. Spec A §7; contract auth.ts. */

import type { SignedIn } from "@satchel/contract/auth.ts";
import * as contract from "@satchel/contract/auth.ts";
import { toUser } from "../accounts/account.ts";
import type { Found } from "../accounts/sign-in.ts";
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
  return { token: await sessions.start(account.id, client), user, needsOnboarding, planType, keys: await keys.read(account.id, entry) };
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

export const authRoutes: readonly ServerRoute<Services>[] = [
  register,
  prelogin,
  login,
  logout,
  currentSession,
  listSessions,
  revokeSession,
];
