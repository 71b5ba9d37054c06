/** Routes of Sensitive folders' verifiers. Contract sensitive.ts, encryption.md 3.5 (8). */

import * as contract from "@satchel/contract/accounts/sensitive.ts";
import type { ParsedBodyOf } from "@satchel/contract/route.ts";
import { changedFolders } from "../accounts/keys/sensitive.ts";
import type { Caller } from "../accounts/sign-in/sessions.ts";
import { toWrongPassword } from "../accounts/sign-in/sign-in.ts";
import { accountRoute, DONE, type ServerRoute } from "../http/route.ts";
import type { Services } from "../services.ts";
import { isRefused, refuse } from "../shared/refusal.ts";

const setUp = accountRoute(contract.setUpSensitive, async ({ caller, body }, { sensitive, keys, signals }: Services) => {
  const refusal = await sensitive.setUp(caller.account.id, body);
  if (refusal !== undefined) return refusal.code === "vault-exists" ? refuse("conflict") : refuse(refusal.code, refusal.details);
  await signals.check(caller.account.id);
  return await keys.read(caller.account.id);
});

const authenticate = accountRoute(contract.authenticateSensitive, ({ caller, body, client }, { sensitive }: Services) =>
  sensitive.authenticate(caller.account.id, body, client.network),
);

const change = accountRoute(contract.changeSensitive, async ({ caller, body, client }, services: Services) => {
  const refused = await checkWho(caller, body, { network: client.network, services });
  if (refused !== undefined) return refused;
  const refusal = await services.sensitive.change(caller.account.id, body);
  if (refusal !== undefined) return refusal.code === "vault-exists" ? refuse("conflict") : refuse(refusal.code, refusal.details);
  await services.signals.check(caller.account.id);
  return await services.keys.read(caller.account.id);
});

/** Requires the verifier of each folder's old password or, after a recovery, the account's own password. */
async function checkWho(
  { account }: Caller,
  body: ParsedBodyOf<typeof contract.changeSensitive>,
  { network, services }: { readonly network: string; readonly services: Services },
) {
  if (body.password !== undefined) {
    const entry = await services.signIn.currentEntryOf(account, body.password, network);
    return isRefused(entry) ? toWrongPassword(entry, "password") : undefined;
  }
  for (const { sid, currentVerifier: verifier } of changedFolders(body)) {
    if (verifier === undefined) return refuse("bad-request", { field: "currentVerifier" });
    const refused = await services.sensitive.check(account.id, { sid, verifier }, network);
    if (refused !== undefined) return refused;
  }
  return undefined;
}

const revoke = accountRoute(contract.revokeSensitive, async ({ caller, body }, { sensitive }: Services) => {
  await sensitive.revoke(caller.account.id, body.token);
  return DONE;
});

export const sensitiveRoutes: readonly ServerRoute<Services>[] = [setUp, authenticate, change, revoke];
