import { describe, expect, it } from "vitest";
import { failed } from "../../model/result.ts";
import type { LocalSensitive, SealingAnew } from "../../ports/sensitive-keys.ts";
import { createMemoryPlace } from "../../testing/memory-sensitive-keys.ts";
import { createLocalSealedNotes, localSensitiveForBackup } from "./local-sealed-notes-service.ts";

const FOLDER: LocalSensitive = {
  sid: "AAAAAAAAAAA",
  kdf: { alg: "argon2id", m: 65_536, t: 3, p: 1, salt: "AAECAwQFBgcICQoLDA0ODw" },
  spw: { iv: "AAAAAAAAAAAAAAAA", ct: "AAAA" },
};

/** What seals anew with real keys is tested with them (web/adapters/sealing). */
const NO_KEYS: SealingAnew = {
  beginSealingAnew: async () => failed({ kind: "sensitive-refused" }),
  sealNoteAnew: async () => failed("locked"),
  sealFileAnew: async () => failed("locked"),
  endSealingAnew: async () => undefined,
};

function open() {
  const place = createMemoryPlace();
  let adopted = 0;
  const sealedNotes = createLocalSealedNotes({
    place,
    keyring: NO_KEYS,
    onAdopted: async () => {
      adopted += 1;
    },
  });
  return { place, sealedNotes, adopted: () => adopted };
}

describe("B4.7 local mode's Sensitive folder in a backup", () => {
  it("goes along under its password and comes back where none was chosen", async () => {
    const before = open();
    expect(await localSensitiveForBackup(before.place)).toEqual([]);
    await before.place.writeSensitive(FOLDER, undefined);
    const kept = await localSensitiveForBackup(before.place);

    const after = open();
    expect(await after.sealedNotes.knows(FOLDER.sid)).toBe(false);
    await after.sealedNotes.adopt(JSON.parse(JSON.stringify(kept)));

    expect(await after.place.readSensitive()).toEqual({ ok: true, value: FOLDER });
    expect(after.adopted()).toBe(1);
    expect(await after.sealedNotes.knows(FOLDER.sid)).toBe(true);
  });

  it("never replaces the password that was chosen here, and leaves another folder's notes in the backup", async () => {
    const { place, sealedNotes, adopted } = open();
    const own = { ...FOLDER, sid: "BBBBBBBBBBB", spw: { ...FOLDER.spw, ct: "BBBB" } };
    await place.writeSensitive(own, undefined);

    await sealedNotes.adopt([FOLDER]);

    expect([await place.readSensitive(), adopted()]).toEqual([{ ok: true, value: own }, 0]);
    expect(await sealedNotes.knows(FOLDER.sid)).toBe(false);
  });

  it.each([[[]], [[null, 1, "x"]], [[{ ...FOLDER, kdf: { ...FOLDER.kdf, m: 4_000_000_000 } }]], [[{ ...FOLDER, spw: {} }]]])(
    "takes nothing over from %j",
    async (found) => {
      const { place, sealedNotes } = open();
      await sealedNotes.adopt(found);
      expect(await place.readSensitive()).toEqual({ ok: true, value: undefined });
    },
  );
});
