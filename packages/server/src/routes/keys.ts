/** The key document. Contract keys.ts, encryption.md 3.4. */
import * as contract from "@satchel/contract/keys.ts";
import { accountRoute, type ServerRoute } from "../http/route.ts";
import { isRefused } from "../refusal.ts";
import type { Services } from "./services.ts";

const readKeys = accountRoute(contract.readKeys, ({ caller }, { keys }: Services) => keys.read(caller.account.id));

const openKeys = accountRoute(contract.openKeys, async ({ caller, body, client }, { keys, signIn }: Services) => {
  const entry = await signIn.entryOf(caller.account, body.password, client.network);
  return isRefused(entry) ? entry : await keys.read(caller.account.id, entry);
});

const writeKeys = accountRoute(contract.writeKeys, async ({ caller, body }, { keys, around }: Services) => {
  return (await keys.write(caller.account.id, body, around.now())) ?? (await keys.read(caller.account.id));
});

export const keyRoutes: readonly ServerRoute<Services>[] = [readKeys, openKeys, writeKeys];
