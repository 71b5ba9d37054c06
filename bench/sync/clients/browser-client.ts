/** Runs in a browser's page: a device new to a drive, with the product's store in IndexedDB. `measureFirstSync` is called from outside. */
import type { AccountKeys } from "@satchel/contract/accounts/keys.ts";
import { openCloudLocalStore } from "@satchel/web/adapters/indexed-db/cloud/cloud-local-store.ts";
import { createDevice } from "./device.ts";
import { driveAt } from "./drive-at.ts";
import { openKeys } from "./keys.ts";

type Measured = { readonly ms: number; readonly firstScreenMs: number; readonly notes: number };

async function measureFirstSync(account: AccountKeys): Promise<Measured> {
  const keys = await openKeys(account);
  const { client, time } = driveAt(location.origin);
  const store = await openCloudLocalStore({ now: Date.now, newDeviceId: () => "fresh-", onOutdated: async () => undefined });
  if (!store.ok) throw new Error(store.problem.kind);
  let began = 0;
  let firstScreenMs = 0;
  let ms = 0;
  const device = await createDevice({
    name: "fresh-",
    keys,
    client,
    time,
    store: store.value,
    onFirstScreen: ({ notes }) => {
      notes.refresh();
      firstScreenMs = performance.now() - began;
    },
    onCycle: () => {
      ms = performance.now() - began;
    },
  });
  began = performance.now();
  await device.sync();
  return { ms, firstScreenMs, notes: device.notes.store.getState().notes.length };
}

Object.assign(globalThis, { measureFirstSync });
