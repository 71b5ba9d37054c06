/** A Sensitive folder's keys in memory, with local mode's real lock service. For tests and for viewing screens. */

import { failed, ok } from "../model/result.ts";
import type { SensitiveSession } from "../ports/device/sensitive-session.ts";
import type { LocalSensitiveStore } from "../ports/sealing/local-sensitive-store.ts";
import type { LocalSensitive, NoteSealing } from "../ports/sealing/sensitive-keys.ts";
import {
  createLocalSensitiveService,
  type LocalSensitiveDeps,
  type LocalSensitiveService,
} from "../vault/sensitive/local-sensitive-service.ts";
import { createMemorySealing, MEMORY_SID, scramble } from "./memory-sensitive.ts";

export type MemoryKeys = LocalSensitiveDeps["keyring"] & NoteSealing;
type Around = Pick<LocalSensitiveDeps, "clock" | "timers" | "attention" | "preferences" | "channel">;

/** `password`: the folder is already set up with it. */
export async function createMemoryFolder(
  around: Around,
  { password, keys = createMemoryKeys(), sensitiveStore = createMemorySensitiveStore() }: MemoryFolderOptions = {},
): Promise<LocalSensitiveService & { readonly keys: MemoryKeys }> {
  if (password !== undefined) {
    const made = await keys.prepareLocalSensitive(password);
    if (made.ok) await sensitiveStore.writeSensitive(made.value, undefined);
  }
  const service = createLocalSensitiveService({ ...around, keyring: keys, folder: sensitiveStore, sessionStore: createMemorySession() });
  await service.start();
  return { ...service, keys };
}

export type MemoryFolderOptions = { readonly password?: string; readonly keys?: MemoryKeys; readonly sensitiveStore?: LocalSensitiveStore };

export function createMemorySensitiveStore(): LocalSensitiveStore {
  let kept: LocalSensitive | undefined;
  return {
    readSensitive: async () => ok(kept),
    async writeSensitive(next, read) {
      if (kept?.spw.ct !== read?.spw.ct) return ok(false);
      kept = next;
      return ok(true);
    },
  };
}

export function createMemorySession() {
  let kept: SensitiveSession | undefined;
  return {
    read: () => kept,
    write: (next: SensitiveSession) => {
      kept = next;
    },
    clear: () => {
      kept = undefined;
    },
  };
}

export function createMemoryKeys(): MemoryKeys {
  const sealing = createMemorySealing();
  let [isPrepared, next] = [false, ""];
  const wrap = (password: string): LocalSensitive => ({
    sid: MEMORY_SID,
    kdf: { alg: "argon2id", m: 65_536, t: 3, p: 1, salt: "" },
    spw: { iv: "", ct: scramble(password) },
  });
  const open = (folder: LocalSensitive, password: string): boolean => {
    isPrepared = folder.spw.ct === scramble(password);
    return isPrepared;
  };
  return {
    ...sealing,
    async prepareLocalSensitive(password) {
      isPrepared = true;
      return ok(wrap(password));
    },
    openLocalSensitive: async (folder, password) => (open(folder, password) ? ok(undefined) : failed({ kind: "sensitive-refused" })),
    async prepareSensitivePassword(password) {
      next = password;
      return ok(undefined);
    },
    changeLocalSensitive: async (folder, current) => (open(folder, current) ? ok(wrap(next)) : failed({ kind: "sensitive-refused" })),
    async takeSensitive() {
      if (!isPrepared) return undefined;
      sealing.open();
      return MEMORY_SID;
    },
    keepSensitive: async () => ok("session"),
    extendSensitive: async () => ok(true),
    restoreSensitive: async () => ok(undefined),
    async lockSensitive() {
      isPrepared = false;
      sealing.close();
      return ok(undefined);
    },
  };
}
