/**
 * Everything that a holder of the vault's key can read in the drive: every revision of every file, including trashed ones. Opens with the
 * account's password.
 */

import { createMemoryCredentials } from "@satchel/core/testing/memory-credentials.ts";
import { createMemoryTabs } from "@satchel/core/testing/memory-tabs.ts";
import { createAccountService } from "@satchel/core/vault/account/account-service.ts";
import { createHttpBackend } from "@satchel/web/adapters/backend/http-backend.ts";
import { createDirectSealing } from "@satchel/web/adapters/sealing/testing/direct-sealing.ts";
import type { Credentials } from "../user.ts";

export type Opened = { readonly where: string; readonly text: string };

type Listed = { readonly id: string; readonly trashed: boolean; readonly appProperties?: Readonly<Record<string, string>> };

const timers = {
  after(delayMs: number, run: () => void) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

const PACK_KINDS: readonly string[] = ["pack", "primary"];

export async function openVaultView(origin: string, { email, password }: Credentials, token: () => string) {
  const { keyring, codec, packs, fileNames } = await createDirectSealing();
  const account = createAccountService({
    backend: createHttpBackend({ fetch, timers, baseUrl: origin }),
    keyring,
    credentials: createMemoryCredentials(),
    channel: createMemoryTabs<never>()(),
    leaveLibrary: async () => undefined,
    sealUnsent: async () => true,
    clearDevice: async () => true,
  });
  await account.start();
  const signedIn = await account.signIn(email, password);
  if (!signedIn.ok) throw new Error(`the vault does not open: ${signedIn.problem.kind}`);
  const ask = async (path: string, change?: object): Promise<Response> => {
    const headers = { authorization: `Bearer ${token()}`, "content-type": "application/json" };
    const how = change === undefined ? {} : { method: "PATCH", body: JSON.stringify(change) };
    const answer = await fetch(`${origin}/sandbox/drive/v3${path}`, { headers, ...how });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer;
  };
  const revisionsOf = async (fileId: string): Promise<readonly Uint8Array[]> => {
    const { revisions = [] } = (await (await ask(`/files/${fileId}/revisions?fields=revisions(id)`)).json()) as {
      readonly revisions?: readonly { readonly id: string }[];
    };
    const read: Uint8Array[] = [];
    for (const { id } of revisions) {
      // The drive returns an older revision only if it is pinned.
      await ask(`/files/${fileId}/revisions/${id}`, { keepForever: true });
      read.push(new Uint8Array(await (await ask(`/files/${fileId}/revisions/${id}?alt=media`)).arrayBuffer()));
    }
    return read;
  };
  const idOf = async ({ n = "", e }: Readonly<Record<string, string>>): Promise<string> => {
    const opened = e === undefined ? undefined : await fileNames.openNames([e]);
    return (opened?.ok === true ? opened.value[0] : undefined) ?? n;
  };
  const open = async (properties: Readonly<Record<string, string>>, bytes: Uint8Array): Promise<string> => {
    const [k = "", n] = [properties.k, await idOf(properties)];
    const read = PACK_KINDS.includes(k) ? await packs.openPack(n, bytes) : await codec.open(k === "folder" ? "folder" : "note", n, bytes);
    if (!read.ok) throw new Error(`${k} ${n} does not open: ${JSON.stringify(read.problem)}`);
    return JSON.stringify(read.value);
  };
  return {
    /** Seals a pack with any records, as someone with the vault's key can. */
    async sealPack(packId: string, records: readonly unknown[]): Promise<Uint8Array> {
      const sealed = await packs.sealPack(packId, [], records);
      if (!sealed.ok) throw new Error(`the pack is not sealed: ${sealed.problem}`);
      return sealed.value;
    },
    async everything(): Promise<readonly Opened[]> {
      const { files } = (await (await ask("/files?pageSize=1000&fields=files(id,trashed,appProperties)")).json()) as {
        readonly files: readonly Listed[];
      };
      const opened: Opened[] = [];
      for (const { id, trashed, appProperties } of files) {
        const kind = appProperties?.k ?? "";
        if (appProperties === undefined || !["note", "folder", ...PACK_KINDS].includes(kind)) continue;
        for (const bytes of await revisionsOf(id))
          opened.push({
            where: `${trashed ? "trashed " : ""}${kind} ${await idOf(appProperties)}`,
            text: await open(appProperties, bytes),
          });
      }
      return opened;
    },
  };
}
