/**
 * Local mode's Sensitive folder in a backup: its key under its password goes along, and comes back where no password was chosen yet. Nothing
 * else brings those notes back to a browser that was cleared. encryption.md 3.5 (10), (12).
 */
import { kdf, wrap } from "@satchel/contract/keys.ts";
import type { LocalSensitivePlace } from "../ports/local-sensitive-place.ts";
import type { LocalSensitive } from "../ports/sensitive-keys.ts";
import { ok } from "../result.ts";
import { sealedUnder } from "../sensitive/sealed-under.ts";
import type { SealedNotes } from "./backup-service-types.ts";

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
    async sealHere(_noteId, sealed) {
      const stored = await place.readSensitive();
      return stored.ok && stored.value !== undefined && stored.value.sid === sealedUnder(sealed) ? sealed : undefined;
    },
  };
}

export async function localSensitiveForBackup(place: LocalSensitivePlace): Promise<readonly LocalSensitive[]> {
  const stored = await place.readSensitive();
  return stored.ok && stored.value !== undefined ? [stored.value] : [];
}

/** As a file says it; anybody may have written that. */
function toLocalSensitive(value: unknown): readonly LocalSensitive[] {
  const { sid, ...rest } = (value ?? {}) as { readonly sid?: unknown; readonly kdf?: unknown; readonly spw?: unknown };
  const [parsedKdf, spw] = [kdf.safeParse(rest.kdf), wrap.safeParse(rest.spw)];
  return typeof sid === "string" && parsedKdf.success && spw.success ? [{ sid, kdf: parsedKdf.data, spw: spw.data }] : [];
}
