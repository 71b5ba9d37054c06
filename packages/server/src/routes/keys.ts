/** Routes of the key document. Contract keys.ts, encryption.md 3.4. */
import * as contract from "@satchel/contract/accounts/keys.ts";
import { toWrongPassword } from "../accounts/sign-in/sign-in.ts";
import { accountRoute, type ServerRoute } from "../http/route.ts";
import type { Services } from "../services.ts";
import { newId } from "../shared/environment.ts";
import { isRefused } from "../shared/refusal.ts";

const readKeys = accountRoute(contract.readKeys, ({ caller }, { keys }: Services) => keys.read(caller.account.id));

const openKeys = accountRoute(contract.openKeys, async ({ caller, body, client }, { keys, signIn }: Services) => {
  const entry = await signIn.entryOf(caller.account, body.password, client.network);
  return isRefused(entry) ? entry : await keys.read(caller.account.id, entry);
});

const writeKeys = accountRoute(contract.writeKeys, async ({ caller, body, client }, { keys, activity, signals, around }: Services) => {
  const { document: before } = await keys.read(caller.account.id);
  const refusal = await keys.write(caller.account.id, body, around.now());
  if (refusal !== undefined) return refusal;
  if (before !== null && before.rec.rkId !== body.document.rec.rkId) await activity.record(caller.account, "recovery-key-changed", client);
  await signals.check(caller.account.id);
  return await keys.read(caller.account.id);
});

const readRetiredKeys = accountRoute(contract.readRetiredKeys, async ({ caller }, { keys }: Services) => {
  return { documents: await keys.retired(caller.account.id) };
});

const startOver = accountRoute(
  contract.startOver,
  async ({ caller, body: { password, ...fresh }, client }, { keys, signIn, signals, around }: Services) => {
    const entry = await signIn.currentEntryOf(caller.account, password, client.network);
    if (isRefused(entry)) return toWrongPassword(entry, "password");
    const refusal = await keys.startOver(caller.account.id, fresh, { copyId: newId(around), now: around.now() });
    if (refusal !== undefined) return refusal;
    await signals.check(caller.account.id);
    return await keys.read(caller.account.id);
  },
);

export const keyRoutes: readonly ServerRoute<Services>[] = [readKeys, openKeys, writeKeys, readRetiredKeys, startOver];
