import { describe, expect, it } from "vitest";
import { failed } from "../../model/result.ts";
import type { LocalSensitive, ResealingKeys } from "../../ports/sealing/sensitive-keys.ts";
import { createMemorySensitiveStore } from "../../testing/memory-sensitive-keys.ts";
import { createLocalSealedNotes, localSensitiveForBackup } from "./local-sealed-notes-service.ts";

const FOLDER: LocalSensitive = {
  sid: "AAAAAAAAAAA",
  kdf: { alg: "argon2id", m: 65_536, t: 3, p: 1, salt: "AAECAwQFBgcICQoLDA0ODw" },
  spw: { iv: "AAAAAAAAAAAAAAAA", ct: "AAAA" },
};

/** Resealing with real keys is tested in web/adapters/sealing. */
const NO_KEYS: ResealingKeys = {
  beginResealing: async () => failed({ kind: "sensitive-refused" }),
  resealNote: async () => failed("locked"),
  resealFile: async () => failed("locked"),
  endResealing: async () => undefined,
};

function open() {
  const sensitiveStore = createMemorySensitiveStore();
  let adopted = 0;
  const sealedNotes = createLocalSealedNotes({
    sensitiveStore,
    keyring: NO_KEYS,
    onAdopted: async () => {
      adopted += 1;
    },
  });
  return { sensitiveStore, sealedNotes, adopted: () => adopted };
}

describe("B4.7 local mode's Sensitive folder in a backup", () => {
  it("is saved with its wrapped key and restored where no password was chosen", async () => {
    const before = open();
    expect(await localSensitiveForBackup(before.sensitiveStore)).toEqual([]);
    await before.sensitiveStore.writeSensitive(FOLDER, undefined);
    const kept = await localSensitiveForBackup(before.sensitiveStore);

    const after = open();
    expect(await after.sealedNotes.knows(FOLDER.sid)).toBe(false);
    await after.sealedNotes.adopt(JSON.parse(JSON.stringify(kept)));

    expect(await after.sensitiveStore.readSensitive()).toEqual({ ok: true, value: FOLDER });
    expect(after.adopted()).toBe(1);
    expect(await after.sealedNotes.knows(FOLDER.sid)).toBe(true);
  });

  it("keeps the password that was chosen here and leaves another folder's notes in the backup", async () => {
    const { sensitiveStore, sealedNotes, adopted } = open();
    const own = { ...FOLDER, sid: "BBBBBBBBBBB", spw: { ...FOLDER.spw, ct: "BBBB" } };
    await sensitiveStore.writeSensitive(own, undefined);

    await sealedNotes.adopt([FOLDER]);

    expect([await sensitiveStore.readSensitive(), adopted()]).toEqual([{ ok: true, value: own }, 0]);
    expect(await sealedNotes.knows(FOLDER.sid)).toBe(false);
  });

  it.each([[[]], [[null, 1, "x"]], [[{ ...FOLDER, kdf: { ...FOLDER.kdf, m: 4_000_000_000 } }]], [[{ ...FOLDER, spw: {} }]]])(
    "ignores an invalid key document: %j",
    async (found) => {
      const { sensitiveStore, sealedNotes } = open();
      await sealedNotes.adopt(found);
      expect(await sensitiveStore.readSensitive()).toEqual({ ok: true, value: undefined });
    },
  );
});
