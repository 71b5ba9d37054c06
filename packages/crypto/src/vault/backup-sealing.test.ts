import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Bytes } from "../primitives/bytes.ts";
import { type BackupLock, lockBackup, type PieceSealer, unlockBackup } from "./backup-sealing.ts";

const PASSWORD = "a backup's own password";
let lock: BackupLock;
let pieces: PieceSealer;

beforeAll(async () => {
  const made = await lockBackup(PASSWORD);
  if (!made.ok) throw new Error(made.problem);
  ({ lock, pieces } = made.value);
});

describe("encryption.md 3.5 (12) sealed backups", () => {
  it("opens with its password on another device", async () => {
    const sealed = await pieces.seal(0, true, Uint8Array.from([1, 2, 3]));
    const opened = await unlockBackup(PASSWORD, JSON.parse(JSON.stringify(lock)));
    if (!opened.ok) throw new Error(opened.problem);
    expect(await opened.value.open(0, true, sealed)).toEqual({ ok: true, value: Uint8Array.from([1, 2, 3]) });
  });

  it("rejects another password, a modified lock and excessive kdf parameters", async () => {
    expect(await unlockBackup("another password", lock)).toEqual({ ok: false, problem: "wrong-password" });
    expect(await unlockBackup("", lock)).toEqual({ ok: false, problem: "password-empty" });
    expect(await unlockBackup(PASSWORD, { ...lock, backupId: "AAAAAAAAAAA" })).toEqual({ ok: false, problem: "wrong-password" });
    expect(await unlockBackup(PASSWORD, { ...lock, kdf: { ...lock.kdf, m: 2 ** 30 } })).toEqual({ ok: false, problem: "kdf-refused" });
    for (const value of [null, "lock", {}, { ...lock, key: undefined }, { ...lock, backupId: "a|b" }])
      expect(await unlockBackup(PASSWORD, value)).toEqual({ ok: false, problem: "kdf-refused" });
  });

  it("detects a piece that was moved, truncated or changed in one bit", async () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 200 });
    const position = fc.record({ at: fc.nat({ max: 2 ** 40 }), isLast: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(bytes, position, position, fc.nat(), async (plain, { at, isLast }, other, bit) => {
        const sealed = await pieces.seal(at, isLast, plain as Bytes);
        expect(await pieces.open(at, isLast, sealed)).toEqual({ ok: true, value: new Uint8Array(plain) });
        const isElsewhere = other.at !== at || other.isLast !== isLast;
        if (isElsewhere) expect((await pieces.open(other.at, other.isLast, sealed)).ok).toBe(false);
        const changed = sealed.slice();
        const byte = bit % changed.length;
        changed[byte] = (changed[byte] as number) ^ (1 << (bit % 8));
        expect((await pieces.open(at, isLast, changed)).ok).toBe(false);
      }),
      { numRuns: 60 },
    );
  });
});
