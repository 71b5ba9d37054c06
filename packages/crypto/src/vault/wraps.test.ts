import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Bytes } from "../primitives/bytes.ts";
import { type Kdf, newKdf } from "../primitives/kdf.ts";
import { exportPrivate, generatePair, type KeyPair } from "../primitives/key-pair.ts";
import type { Outcome } from "../primitives/outcome.ts";
import { importSealingKey } from "../primitives/primitives.ts";
import type { CryptoKey } from "../primitives/web-crypto.ts";
import * as wraps from "./wraps.ts";

const id8 = fc.stringMatching(/^[A-Za-z0-9_-]{10}[AEIMQUYcgkosw048]$/);
const secret = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => new Uint8Array(bytes));
const DAMAGED = { ok: false, problem: "damaged" };

let key: CryptoKey;
let otherKey: CryptoKey;
let pair: KeyPair;
const kdf = newKdf();

beforeAll(async () => {
  key = await importSealingKey(new Uint8Array(32).fill(1));
  otherKey = await importSealingKey(new Uint8Array(32).fill(2));
  pair = await generatePair();
});

/** A common form for every wrap: sealed and opened under two ids, the vault or sid and the rest of its AAD. */
type Case = {
  readonly length: number;
  readonly seal: (key: CryptoKey, vault: string, other: string, secret: Bytes) => Promise<wraps.Wrap>;
  readonly open: (key: CryptoKey, vault: string, other: string, wrap: wraps.Wrap) => Promise<Outcome<Bytes, string>>;
};

const cases: Readonly<Record<string, Case>> = {
  dev: {
    length: 32,
    seal: (under, vaultId, deviceId, root) => wraps.wrapForDevice(under, { vaultId, deviceId }, { root }),
    open: (under, vaultId, deviceId, wrap) => wraps.openForDevice(under, { vaultId, deviceId }, wrap),
  },
  prk: {
    length: 20,
    seal: (under, vaultId, deviceId, rk) => wraps.wrapPendingRecovery(under, { vaultId, deviceId }, { rk }),
    open: (under, vaultId, deviceId, wrap) => wraps.openPendingRecovery(under, { vaultId, deviceId }, wrap),
  },
  spw: {
    length: 32,
    seal: (under, sid, salt, bytes) => wraps.wrapSensitive(under, { sid, kdf: withSalt(salt) }, { sensitiveKey: bytes }),
    open: (under, sid, salt, wrap) => wraps.openSensitive(under, { sid, kdf: withSalt(salt) }, wrap),
  },
  pw: {
    length: 52,
    seal: (under, vault, salt, bytes) =>
      wraps.wrapForPassword(under, { vaultId: vault, kdf: withSalt(salt) }, { secrets: { root: bytes.slice(0, 32), rk: bytes.slice(32) } }),
    open: async (under, vault, salt, wrap) => {
      const opened = await wraps.openForPassword(under, { vaultId: vault, kdf: withSalt(salt) }, wrap);
      return opened.ok ? { ok: true, value: Uint8Array.of(...opened.value.root, ...opened.value.rk) } : opened;
    },
  },
};

/** Returns a kdf per id, which binds `pw` and `spw` besides the vault. */
function withSalt(name: string): Kdf {
  return { ...kdf, salt: `${name}AAAAAAAAAAA`.slice(0, 22) };
}

describe.each(Object.entries(cases))("encryption.md 3.2 wrap %s", (_, wrap) => {
  it("opens under the same ids only", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(id8, { minLength: 4, maxLength: 4 }), secret(wrap.length), async (names, bytes) => {
        const [vault, vault2, other, other2] = names as [string, string, string, string];
        const made = await wrap.seal(key, vault, other, bytes);
        expect(await wrap.open(key, vault, other, made)).toEqual({ ok: true, value: bytes });
        expect(await wrap.open(key, vault2, other, made)).toEqual(DAMAGED);
        expect(await wrap.open(key, vault, other2, made)).toEqual(DAMAGED);
        expect(await wrap.open(otherKey, vault, other, made)).toEqual(DAMAGED);
      }),
    );
  });

  it("does not wipe the caller's secret", async () => {
    const bytes = new Uint8Array(wrap.length).fill(7);
    await wrap.seal(key, "AAAAAAAAAAA", "AAAAAAAAAAA", bytes);
    expect(bytes).toEqual(new Uint8Array(wrap.length).fill(7));
  });

  it("rejects any change of its text", async () => {
    const made = await wrap.seal(key, "AAAAAAAAAAA", "AAAAAAAAAAA", new Uint8Array(wrap.length));
    for (const field of ["iv", "ct"] as const) {
      for (let i = 0; i < made[field].length; i += 1) {
        const letter = made[field][i] === "A" ? "B" : "A";
        const touched = { ...made, [field]: made[field].slice(0, i) + letter + made[field].slice(i + 1) };
        expect(await wrap.open(key, "AAAAAAAAAAA", "AAAAAAAAAAA", touched)).toEqual(DAMAGED);
      }
    }
  });
});

describe("encryption.md 3.2 wraps for the recovery key", () => {
  const rk = new Uint8Array(20).fill(3);
  const root = new Uint8Array(32).fill(4);

  it("opens rec with the recovery key that it names", async () => {
    const made = await wraps.wrapForRecovery(rk, "AAAAAAAAAAA", { root });
    expect(await wraps.openForRecovery(rk, "AAAAAAAAAAA", made)).toEqual({ ok: true, value: root });
    expect(await wraps.openForRecovery(rk, "AAAAAAAAAAE", made)).toEqual(DAMAGED);
  });

  it("distinguishes an older recovery key from a damaged wrap", async () => {
    const made = await wraps.wrapForRecovery(rk, "AAAAAAAAAAA", { root });
    expect(await wraps.openForRecovery(new Uint8Array(20), "AAAAAAAAAAA", made)).toEqual({ ok: false, problem: "unknown-key" });
    expect(await wraps.openForRecovery(rk, "AAAAAAAAAAA", { ...made, ct: made.ct.slice(4) })).toEqual(DAMAGED);
  });

  it("returns a non-extractable private half from priv", async () => {
    const pkcs8 = await exportPrivate(pair.privateKey);
    const made = await wraps.wrapPrivate(rk, { vaultId: "AAAAAAAAAAA", pairId: "BBBBBBBBBBA" }, { pkcs8 });
    expect(pkcs8.every((byte) => byte === 0)).toBe(true);
    const opened = await wraps.openPrivate(rk, "AAAAAAAAAAA", made);
    if (!opened.ok) throw new Error(opened.problem);
    await expect(exportPrivate(opened.value)).rejects.toThrow();
    expect(await wraps.openPrivate(rk, "AAAAAAAAAAA", { ...made, pairId: "CCCCCCCCCCA" })).toEqual(DAMAGED);
    expect(await wraps.openPrivate(new Uint8Array(20), "AAAAAAAAAAA", made)).toEqual(DAMAGED);
  });

  it("opens a box with the private half, for the same folder and pair only", async () => {
    const made = await wraps.boxSensitive(pair.publicPoint, { sid: "AAAAAAAAAAA", pairId: "BBBBBBBBBBA" }, { sensitiveKey: root });
    if (!made.ok) throw new Error(made.problem);
    const other = await generatePair();
    expect(await wraps.openBox(pair, { sid: "AAAAAAAAAAA", pairId: "BBBBBBBBBBA" }, made.value)).toEqual({ ok: true, value: root });
    expect(await wraps.openBox(pair, { sid: "AAAAAAAAAAE", pairId: "BBBBBBBBBBA" }, made.value)).toEqual(DAMAGED);
    expect(await wraps.openBox(pair, { sid: "AAAAAAAAAAA", pairId: "BBBBBBBBBBE" }, made.value)).toEqual(DAMAGED);
    expect(await wraps.openBox(other, { sid: "AAAAAAAAAAA", pairId: "BBBBBBBBBBA" }, made.value)).toEqual(DAMAGED);
    expect(
      await wraps.openBox({ ...pair, publicPoint: other.publicPoint }, { sid: "AAAAAAAAAAA", pairId: "BBBBBBBBBBA" }, made.value),
    ).toEqual(DAMAGED);
    expect(await wraps.openBox(pair, { sid: "AAAAAAAAAAA", pairId: "BBBBBBBBBBA" }, { ...made.value, epk: "AA" })).toEqual(DAMAGED);
  });

  it("uses a fresh pair for each box, and rejects an invalid point", async () => {
    const boxes = await Promise.all(
      [1, 2].map(() => wraps.boxSensitive(pair.publicPoint, { sid: "AAAAAAAAAAA", pairId: "BBBBBBBBBBA" }, { sensitiveKey: root })),
    );
    expect(new Set(boxes.map((box) => (box.ok ? box.value.epk : ""))).size).toBe(2);
    expect(
      await wraps.boxSensitive(new Uint8Array(65).fill(4), { sid: "AAAAAAAAAAA", pairId: "BBBBBBBBBBA" }, { sensitiveKey: root }),
    ).toEqual(DAMAGED);
  });
});

describe("encryption.md 3.2 device key", () => {
  it("cannot be exported", async () => {
    const deviceKey = await wraps.generateDeviceKey();
    await expect(crypto.subtle.exportKey("raw", deviceKey)).rejects.toThrow();
    expect(deviceKey.usages).toEqual(["encrypt", "decrypt"]);
  });
});
