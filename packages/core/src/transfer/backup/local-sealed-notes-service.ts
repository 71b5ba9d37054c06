/**
 * Local mode's Sensitive folder in a backup: its key under its password goes along, and comes back where no password was chosen yet. Nothing
 * else brings those notes back to a browser that was cleared. What another folder sealed is sealed anew, with the passwords of both: there is
 * room for one. encryption.md 3.5 (10), (12).
 */

import { sealedUnder } from "../../model/entities/sealed-under.ts";
import { failed, ok } from "../../model/result.ts";
import type { LocalSensitivePlace } from "../../ports/local-sensitive-store.ts";
import type { LocalSensitive, SealingAnew } from "../../ports/sensitive-keys.ts";
import type { SealedAnew, SealedNotes } from "./backup-service-types.ts";
import { toLocalSensitive } from "./parse-sensitive.ts";

export type LocalSealedDeps = {
  readonly place: LocalSensitivePlace;
  readonly keyring: SealingAnew;
  /** The folder has a password now, the one it had when it was backed up. */
  readonly onAdopted: () => Promise<void>;
};

export function createLocalSealedNotes({ place, keyring, onAdopted }: LocalSealedDeps): SealedNotes {
  const opened = new Set<string | undefined>();
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
    async join(folder, password, own) {
      const stored = await place.readSensitive();
      if (!stored.ok) return stored;
      if (stored.value === undefined || own === undefined) return failed({ kind: "own-refused" });
      const begun = await keyring.beginSealingAnew({ folder, password }, { folder: stored.value, password: own });
      if (begun.ok) opened.add(folder.sid);
      return begun;
    },
    anew: sealAnewBy(keyring, opened),
  };
}

function sealAnewBy(keyring: SealingAnew, opened: Set<string | undefined>): SealedAnew {
  return {
    opens: (sid) => opened.has(sid),
    async note(id, sealed) {
      if (sealedUnder(sealed) === undefined) return undefined;
      const anew = await keyring.sealNoteAnew(id, JSON.parse(sealed));
      return anew.ok ? JSON.stringify(anew.value) : undefined;
    },
    async file(id, bytes) {
      const anew = await keyring.sealFileAnew(id, bytes);
      return anew.ok ? anew.value : undefined;
    },
    async end() {
      opened.clear();
      await keyring.endSealingAnew();
    },
  };
}

export async function localSensitiveForBackup(place: LocalSensitivePlace): Promise<readonly LocalSensitive[]> {
  const stored = await place.readSensitive();
  return stored.ok && stored.value !== undefined ? [stored.value] : [];
}
