/** A copy of the key document in the drive, replaced by newer ones only, never another vault's. encryption.md 3.4. */
import type { AccountKeys, KeyDocument } from "@satchel/contract/accounts/keys.ts";
import type { ReadableStore } from "../../model/store.ts";
import type { KeysFile, KeysRemote } from "../../ports/remote/remote-store.ts";
import type { KeyChanges } from "../../ports/sealing/key-changes.ts";
import { readRevision } from "./adopting-service.ts";

export type KeysJsonDeps = {
  readonly remote: KeysRemote;
  readonly keyring: Pick<KeyChanges, "driveCopyOf" | "isDriveCopy">;
  readonly keys: ReadableStore<{ readonly latest: AccountKeys | undefined }>;
  /** Id of the synced storage; each storage needs its own copy. */
  readonly currentTarget: () => string | undefined;
};

export type KeysJsonService = {
  /** Creates a copy after a cycle if there is none of this revision. Failures are ignored; the next cycle retries. */
  keep(): Promise<void>;
  /** Returns every copy in the drive, unopened. */
  copies(): Promise<readonly Uint8Array[]>;
};

type Copy = KeysFile & { readonly rev: number | undefined };

export function createKeysJsonService({ remote, keyring, keys, currentTarget }: KeysJsonDeps): KeysJsonService {
  /** Revision and storage of the copy that this page has last seen. */
  let kept: string | undefined;

  const keep = async (document: KeyDocument): Promise<boolean> => {
    const body = await keyring.driveCopyOf(document);
    const own = body === undefined ? undefined : await readOwn(document, body);
    if (body === undefined || own === undefined) return false;
    const highest = Math.max(0, ...own.map(({ rev }) => rev ?? 0));
    if (highest < document.rev && !(await create(document, body))) return false;
    const lower = own.filter(({ rev }) => rev !== undefined && rev < Math.max(highest, document.rev));
    for (const { fileId } of lower) await remote.deleteKeys(fileId);
    return true;
  };
  const readOwn = async ({ vaultId, rev }: KeyDocument, body: Uint8Array): Promise<readonly Copy[] | undefined> => {
    const files = await remote.listKeys();
    if (!files.ok) return undefined;
    const copies: Copy[] = [];
    for (const file of files.value.filter((one) => one.vaultId === vaultId)) {
      const bytes = await remote.download(file.fileId);
      if (!bytes.ok && bytes.problem.kind !== "not-found") return undefined;
      if (bytes.ok) copies.push({ ...file, rev: await revisionOf(bytes.value, { vaultId, rev, body }) });
    }
    return copies;
  };
  /** Ignores a broken copy, and one that claims this or a newer revision without being genuine; such copies are left alone. */
  const revisionOf = async (bytes: Uint8Array, own: Pick<KeyDocument, "vaultId" | "rev"> & { readonly body: Uint8Array }) => {
    const rev = readRevision(bytes, own.vaultId);
    if (rev === undefined || rev < own.rev) return rev;
    const isTrue = rev === own.rev ? isSame(bytes, own.body) : await keyring.isDriveCopy(bytes);
    return isTrue ? rev : undefined;
  };
  const create = async ({ vaultId }: KeyDocument, body: Uint8Array): Promise<boolean> => {
    const ids = await remote.reserveIds(1);
    const fileId = ids.ok ? ids.value[0] : undefined;
    return fileId !== undefined && (await remote.createKeys(fileId, vaultId, body)).ok;
  };

  return {
    async keep() {
      const document = keys.getState().latest?.document;
      if (document === undefined || document === null) return;
      const name = `${currentTarget() ?? ""} ${nameOf(document)}`;
      if (kept !== name && (await keep(document))) kept = name;
    },
    async copies() {
      const files = await remote.listKeys();
      if (!files.ok) return [];
      const downloads = await Promise.all(files.value.map(({ fileId }) => remote.download(fileId)));
      return downloads.flatMap((download) => (download.ok ? [download.value] : []));
    },
  };
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

function nameOf({ vaultId, rev }: KeyDocument): string {
  return `${vaultId}:${rev}`;
}
