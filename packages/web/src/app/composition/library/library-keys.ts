/**
 * Connects an open library to the keys: its vault, the sealed work of a revoked session, older vaults that joined, and the copy in the
 * drive.
 */
import type { AccountKeys } from "@satchel/contract/accounts/keys.ts";
import type { Library as CoreLibrary } from "@satchel/core/library/index/library-service.ts";
import { sealedUnder } from "@satchel/core/model/entities/parsing/sealed-texts.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { ReadableStore } from "@satchel/core/model/store.ts";
import type { StoreProblem } from "@satchel/core/ports/device/local-store.ts";
import type { Codec } from "@satchel/core/ports/sealing/codec.ts";
import type { FileNameCodec } from "@satchel/core/ports/sealing/file-name-codec.ts";
import type { KeyChanges } from "@satchel/core/ports/sealing/key-changes.ts";
import type { LocalSensitive, NoteSealing, SensitiveKeys } from "@satchel/core/ports/sealing/sensitive-keys.ts";
import { retryUnknownKeys } from "@satchel/core/sync/queue/retry-service.ts";
import type { BackupDeps } from "@satchel/core/transfer/backup/backup-service.ts";
import type { UnsentDeps } from "@satchel/core/vault/account/unsent-service.ts";
import type { SensitiveService } from "@satchel/core/vault/sensitive/sensitive-service-types.ts";
import { restoreUnsentLazily } from "../../lazy/lazy-library-services.ts";

export type LibraryKeys = UnsentDeps & {
  readonly vaultId: string;
  readonly codec: Omit<Codec, "md5">;
  readonly fileNames: FileNameCodec;
  readonly keyring: Pick<KeyChanges, "opensVault" | "driveCopyOf" | "isDriveCopy"> &
    NoteSealing &
    Pick<SensitiveKeys, "sensitivePasswords">;
  readonly keys: ReadableStore<{ readonly latest: AccountKeys | undefined; readonly followed: number }>;
};

type FolderKeys = Pick<LibraryKeys, "keys"> & { readonly keyring: Pick<SensitiveKeys, "sensitivePasswords"> };

/** Claims the library for the vault. Another vault may take it over only if its owner's key has joined it: the same user started over. */
export async function claimLibrary(library: CoreLibrary, { vaultId, keyring }: LibraryKeys): Promise<Result<void, StoreProblem>> {
  const owner = library.index.meta.vaultId;
  if (owner === vaultId) return ok(undefined);
  if (owner !== undefined && !(await keyring.opensVault(owner))) return failed({ kind: "other-library" });
  const claimed = await library.transact({}, () => ({ writes: { meta: { vaultId } }, answer: undefined }), {
    origin: "sync",
    durability: "strict",
  });
  return claimed.ok ? ok(undefined) : claimed;
}

/** Restores sealed work of an earlier session first, so that the list shows it at once. */
export async function restoreUnsentWork(library: CoreLibrary, keys: LibraryKeys): Promise<void> {
  await restoreUnsentLazily(keys, { library, vaultId: keys.vaultId });
  await retryUnknownKeys(library);
}

/** Fetches what an older vault sealed when it joins. The returned function stops listening. */
export function followKeys(library: CoreLibrary, { keys }: LibraryKeys, syncNow: () => Promise<boolean>): () => void {
  return keys.subscribe(({ followed }, before) => {
    if (followed === before.followed) return;
    void retryUnknownKeys(library).then((retried) => {
      if (retried.ok && retried.value > 0) void syncNow();
    });
  });
}

/** The account's Sensitive folders for a backup; empty while their keys are not here. */
async function sensitiveForBackup({ keyring, keys }: FolderKeys): Promise<readonly LocalSensitive[]> {
  const { latest } = keys.getState();
  const document = latest?.document ?? undefined;
  const found = document === undefined ? undefined : await keyring.sensitivePasswords(document);
  return found?.ok === true ? found.value : [];
}

/** Notes sealed by this account's Sensitive folders are restored unchanged; a folder of another account must join the account first. */
export function accountKeysForBackup(keys: FolderKeys, join: SensitiveService["join"]): Pick<BackupDeps, "sensitive" | "sealedNotes"> {
  const sensitive = () => sensitiveForBackup(keys);
  return {
    sensitive,
    sealedNotes: {
      adopt: async () => ok(undefined),
      knows: async (sid) => (await sensitive()).some((folder) => folder.sid === sid),
      join,
    },
  };
}

/** True if the account's key document has every key that sealed these envelopes. */
export async function hasSensitiveKeys(keys: LibraryKeys, sealed: readonly string[]): Promise<boolean> {
  const known = new Set((await sensitiveForBackup(keys)).map(({ sid }) => sid));
  return sealed.every((text) => known.has(sealedUnder(text) ?? ""));
}
