/**
 * Local mode's Sensitive folder in a backup: its key under its password goes along, and comes back where no password was chosen yet. Nothing
 * else brings those notes back to a browser that was cleared. encryption.md 3.5 (10), (12).
 */
import type { LocalSensitivePlace } from "../ports/local-sensitive-place.ts";
import type { LocalSensitive } from "../ports/sensitive-keys.ts";
import { ok } from "../result.ts";
import type { SealedNotes } from "./backup-service-types.ts";
import { toLocalSensitive } from "./parse-sensitive.ts";

/** `onAdopted`: the folder has a password now, the one it had when it was backed up. */
export type LocalSealedDeps = { readonly place: LocalSensitivePlace; readonly onAdopted: () => Promise<void> };

export function createLocalSealedNotes({ place, onAdopted }: LocalSealedDeps): SealedNotes {
  return {
    async adopt(found) {
      const stored = await place.readSensitive();
      const [folder] = found.flatMap(toLocalSensitive);
      if (!stored.ok || stored.value !== undefined || folder === undefined) return stored.ok ? ok(undefined) : stored;
      const written = await place.writeSensitive(folder, undefined);
      if (!written.ok) return written;
      await onAdopted();
      return ok(undefined);
    },
    async knows(sid) {
      const stored = await place.readSensitive();
      return stored.ok && stored.value !== undefined && stored.value.sid === sid;
    },
  };
}

export async function localSensitiveForBackup(place: LocalSensitivePlace): Promise<readonly LocalSensitive[]> {
  const stored = await place.readSensitive();
  return stored.ok && stored.value !== undefined ? [stored.value] : [];
}
