/**
 * Local mode's Sensitive folder in a backup: includes its wrapped key and restores it if no password is chosen here yet. Otherwise the
 * notes of a cleared browser could not be opened again. Notes of another folder are resealed with both passwords, because local mode has
 * one Sensitive folder. encryption.md 3.5 (10), (12).
 */

import { kdf, wrap } from "@satchel/contract/accounts/keys.ts";
import { sealedUnder } from "../../model/entities/parsing/sealed-texts.ts";
import { failed, ok } from "../../model/result.ts";
import type { LocalSensitiveStore } from "../../ports/sealing/local-sensitive-store.ts";
import type { LocalSensitive, ResealingKeys } from "../../ports/sealing/sensitive-keys.ts";
import type { Resealer, SealedNotes } from "./backup-service-types.ts";

export type LocalSealedDeps = {
  readonly sensitiveStore: LocalSensitiveStore;
  readonly keyring: ResealingKeys;
  /** Called after the folder has adopted the password of the backup. */
  readonly onAdopted: () => Promise<void>;
};

export function createLocalSealedNotes({ sensitiveStore, keyring, onAdopted }: LocalSealedDeps): SealedNotes {
  const opened = new Set<string | undefined>();
  return {
    async adopt(found) {
      const stored = await sensitiveStore.readSensitive();
      const [folder] = found.flatMap(toLocalSensitive);
      if (!stored.ok || stored.value !== undefined || folder === undefined) return stored.ok ? ok(undefined) : stored;
      const written = await sensitiveStore.writeSensitive(folder, undefined);
      if (!written.ok) return written;
      await onAdopted();
      return ok(undefined);
    },
    async knows(sid) {
      const stored = await sensitiveStore.readSensitive();
      return stored.ok && stored.value !== undefined && stored.value.sid === sid;
    },
    async join(folder, password, own) {
      const stored = await sensitiveStore.readSensitive();
      if (!stored.ok) return stored;
      if (stored.value === undefined || own === undefined) return failed({ kind: "own-refused" });
      const begun = await keyring.beginResealing({ folder, password }, { folder: stored.value, password: own });
      if (begun.ok) opened.add(folder.sid);
      return begun;
    },
    resealer: createResealer(keyring, opened),
  };
}

function createResealer(keyring: ResealingKeys, opened: Set<string | undefined>): Resealer {
  return {
    opens: (sid) => opened.has(sid),
    async note(id, sealed) {
      if (sealedUnder(sealed) === undefined) return undefined;
      const resealed = await keyring.resealNote(id, JSON.parse(sealed));
      return resealed.ok ? JSON.stringify(resealed.value) : undefined;
    },
    async file(id, bytes) {
      const resealed = await keyring.resealFile(id, bytes);
      return resealed.ok ? resealed.value : undefined;
    },
    async end() {
      opened.clear();
      await keyring.endResealing();
    },
  };
}

export async function localSensitiveForBackup(sensitiveStore: LocalSensitiveStore): Promise<readonly LocalSensitive[]> {
  const stored = await sensitiveStore.readSensitive();
  return stored.ok && stored.value !== undefined ? [stored.value] : [];
}

/** Parses a sensitive folder's wrapped key from a backup; the file is untrusted. Pure. */
export function toLocalSensitive(value: unknown): readonly LocalSensitive[] {
  const { sid, ...rest } = (value ?? {}) as { readonly sid?: unknown; readonly kdf?: unknown; readonly spw?: unknown };
  const [parsedKdf, spw] = [kdf.safeParse(rest.kdf), wrap.safeParse(rest.spw)];
  return typeof sid === "string" && parsedKdf.success && spw.success ? [{ sid, kdf: parsedKdf.data, spw: spw.data }] : [];
}
