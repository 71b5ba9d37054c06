import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { utf8 } from "../primitives/bytes.ts";
import type { Outcome } from "../primitives/outcome.ts";
import { importSealingKey } from "../primitives/primitives.ts";
import { openEntity, sealEntity } from "./entity-sealing.ts";
import { type BinaryKind, type JsonKind, openBinary, type Ring, ringOf, type SealingKey, sealBinary } from "./envelope.ts";

const REFUSALS = ["unknown-version", "unknown-key", "damaged"];
const JSON_KINDS: readonly JsonKind[] = ["note", "folder", "draft", "recpub", "sens", "vault", "snote", "device", "ai"];
const BINARY_KINDS: readonly BinaryKind[] = ["attachment", "pack", "sattachment"];
const ids = fc.stringMatching(/^[A-Za-z0-9_-]{1,128}$/);
const records = fc.record({
  id: ids,
  title: fc.string(),
  content: fc.string({ unit: "binary" }),
  vv: fc.dictionary(fc.string(), fc.nat()),
});

let own: SealingKey;
let other: SealingKey;
let ring: Ring;

beforeAll(async () => {
  own = { kid: "AAAAAAAAAAA", key: await importSealingKey(new Uint8Array(32).fill(1)) };
  other = { kid: "BBBBBBBBBBA", key: await importSealingKey(new Uint8Array(32).fill(2)) };
  ring = ringOf(own, [other]);
});

function must<Value>(outcome: Outcome<Value, unknown>): Value {
  if (!outcome.ok) throw new Error(String(outcome.problem));
  return outcome.value;
}

const sealed = async (kind: JsonKind, record: { id: string }) => must(await sealEntity(own, { kind, id: record.id }, { entity: record }));
const refusalOf = (outcome: Outcome<unknown, string>) => (outcome.ok ? "opened" : outcome.problem);

describe("encryption.md 3.3 envelope", () => {
  it("restores any record of any kind", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...JSON_KINDS), records, async (kind, record) => {
        expect(await openEntity(ring, { kind, id: record.id }, await sealed(kind, record))).toEqual({ ok: true, value: record });
      }),
    );
  });

  it("opens envelopes of an older key, and seals under the current one", async () => {
    const bytes = must(await sealEntity(other, { kind: "note", id: "n" }, { entity: { id: "n" } }));
    expect(await openEntity(ring, { kind: "note", id: "n" }, bytes)).toEqual({ ok: true, value: { id: "n" } });
    expect(ring.current.kid).toBe(own.kid);
  });

  it("never reuses an iv", async () => {
    const ivs = await Promise.all(
      Array.from({ length: 200 }, async () => JSON.parse(new TextDecoder().decode(await sealed("note", { id: "n" }))).iv),
    );
    expect(new Set(ivs).size).toBe(200);
  });

  it("hides the content, and its length within a class", async () => {
    const bytes = await sealed("note", { id: "n", title: "Secret plan" } as { id: string });
    expect(new TextDecoder().decode(bytes)).not.toContain("Secret");
    expect((await sealed("note", { id: "n", title: "a" } as { id: string })).length).toBe(bytes.length);
  });

  it("rejects an invalid id, or one that differs from the record's", async () => {
    await expect(sealEntity(own, { kind: "note", id: "a|b" }, { entity: { id: "a|b" } })).rejects.toThrow();
    await expect(sealEntity(own, { kind: "note", id: "a".repeat(129) }, { entity: { id: "a".repeat(129) } })).rejects.toThrow();
    await expect(sealEntity(own, { kind: "note", id: "a" }, { entity: { id: "b" } })).rejects.toThrow();
  });

  it("rejects records too large to be opened again", async () => {
    const huge = { id: "n", content: "x".repeat(64 * 1024 * 1024) };
    expect(await sealEntity(own, { kind: "note", id: "n" }, { entity: huge })).toEqual({ ok: false, problem: "too-large" });
    expect(await sealBinary(own, { kind: "attachment", id: "a" }, { bytes: new Uint8Array(64 * 1024 * 1024 + 1) })).toEqual({
      ok: false,
      problem: "too-large",
    });
  });
});

describe("encryption.md 3.6 (f) envelope", () => {
  it("reports any flipped bit as a known failure", async () => {
    await fc.assert(
      fc.asyncProperty(records, fc.nat(), fc.integer({ min: 0, max: 7 }), async (record, at, bit) => {
        const bytes = await sealed("note", record);
        const index = at % bytes.length;
        bytes[index] = (bytes[index] as number) ^ (1 << bit);
        expect(REFUSALS).toContain(refusalOf(await openEntity(ring, { kind: "note", id: record.id }, bytes)));
      }),
      { numRuns: 500 },
    );
  });

  it("reports every single flipped bit of one envelope", async () => {
    const bytes = await sealed("note", { id: "n" });
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const touched = bytes.slice();
      touched[bit >> 3] = (touched[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(REFUSALS).toContain(refusalOf(await openEntity(ring, { kind: "note", id: "n" }, touched)));
    }
  });

  it("reports any removed or added byte as a known failure", async () => {
    await fc.assert(
      fc.asyncProperty(records, fc.nat(), async (record, at) => {
        const bytes = await sealed("note", record);
        const longer = new Uint8Array(bytes.length + 1);
        longer.set(bytes);
        longer[bytes.length] = 0x41;
        expect(refusalOf(await openEntity(ring, { kind: "note", id: record.id }, bytes.slice(0, at % bytes.length)))).toBe("damaged");
        expect(refusalOf(await openEntity(ring, { kind: "note", id: record.id }, longer))).toBe("damaged");
      }),
    );
  });

  it("does not open with another id, kind or key", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.constantFrom(...JSON_KINDS), { minLength: 2, maxLength: 2 }),
        fc.uniqueArray(ids, { minLength: 2, maxLength: 2 }),
        async (kinds, [mine, theirs]) => {
          const [kind, otherKind] = kinds as [JsonKind, JsonKind];
          const bytes = await sealed(kind, { id: mine as string });
          expect(refusalOf(await openEntity(ring, { kind, id: theirs as string }, bytes))).toBe("damaged");
          expect(refusalOf(await openEntity(ring, { kind: otherKind, id: mine as string }, bytes))).toBe("damaged");
          expect(refusalOf(await openEntity(ringOf(other), { kind, id: mine as string }, bytes))).toBe("unknown-key");
          expect(refusalOf(await openEntity(ringOf({ kid: own.kid, key: other.key }), { kind, id: mine as string }, bytes))).toBe(
            "damaged",
          );
        },
      ),
    );
  });

  it("does not open under another known kid", async () => {
    const envelope = JSON.parse(new TextDecoder().decode(await sealed("note", { id: "n" })));
    const moved = utf8(JSON.stringify({ ...envelope, kid: other.kid }));
    expect(refusalOf(await openEntity(ring, { kind: "note", id: "n" }, moved))).toBe("damaged");
    const sameKey = ringOf(own, [{ kid: other.kid, key: own.key }]);
    expect(refusalOf(await openEntity(sameKey, { kind: "note", id: "n" }, moved))).toBe("damaged");
  });

  it("rejects a record with a different id inside", async () => {
    // Sealed by a holder of the key under a wrong id, which only the comparison of ids detects.
    const { packJson } = await import("../primitives/packing.ts");
    const { pad } = await import("../primitives/padding.ts");
    const { seal } = await import("../primitives/primitives.ts");
    const { b64 } = await import("../primitives/bytes.ts");
    const { iv, ct } = await seal(own.key, `satchel/1|${own.kid}|note|asked`, { bytes: pad(must(packJson({ id: "other" }))) });
    const bytes = utf8(JSON.stringify({ v: 1, alg: "A256GCM", kid: own.kid, iv: b64(iv), ct: b64(ct) }));
    expect(refusalOf(await openEntity(ring, { kind: "note", id: "asked" }, bytes))).toBe("damaged");
  });

  it.each([
    ["a later version", { v: 2 }, "unknown-version"],
    ["a later version of another shape", { v: 2, kid: undefined, sealed: "x" }, "unknown-version"],
    ["another cipher", { alg: "XC20P" }, "unknown-version"],
    ["an unknown kid", { kid: "CCCCCCCCCCA" }, "unknown-key"],
    ["a version that is no number", { v: "1" }, "damaged"],
    ["an extra field", { title: "Milk" }, "damaged"],
    ["a missing ct", { ct: undefined }, "damaged"],
    ["an empty ct", { ct: "" }, "damaged"],
    ["a short iv", { iv: "AAAA" }, "damaged"],
    ["padded base64", { iv: "AAAAAAAAAAAAAAA=" }, "damaged"],
    ["a kid that is no name", { kid: "a|b" }, "damaged"],
  ])("distinguishes %s", async (_, change, refusal) => {
    const envelope = JSON.parse(new TextDecoder().decode(await sealed("note", { id: "n" })));
    expect(refusalOf(await openEntity(ring, { kind: "note", id: "n" }, utf8(JSON.stringify({ ...envelope, ...change }))))).toBe(refusal);
  });

  it.each(["", "{", "null", "[]", "1", '"text"', "\u0000", "<html>"])("bytes that are no envelope (%j) are damaged", async (text) => {
    expect(refusalOf(await openEntity(ring, { kind: "note", id: "n" }, utf8(text)))).toBe("damaged");
  });
});

describe("encryption.md 3.3 binary envelope", () => {
  it("restores any bytes of any kind", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...BINARY_KINDS), ids, fc.uint8Array({ maxLength: 2000 }), async (kind, id, bytes) => {
        expect(must(await openBinary(ring, { kind, id }, must(await sealBinary(own, { kind, id }, { bytes }))))).toEqual(bytes);
      }),
    );
  });

  it("reports any flipped bit, truncation or exchange as a known failure", async () => {
    const whole = must(await sealBinary(own, { kind: "pack", id: "p" }, { bytes: utf8("hello") }));
    for (let bit = 0; bit < whole.length * 8; bit += 1) {
      const touched = whole.slice();
      touched[bit >> 3] = (touched[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(REFUSALS).toContain(refusalOf(await openBinary(ring, { kind: "pack", id: "p" }, touched)));
    }
    for (let length = 0; length < whole.length; length += 1) {
      expect(REFUSALS).toContain(refusalOf(await openBinary(ring, { kind: "pack", id: "p" }, whole.slice(0, length))));
    }
    expect(refusalOf(await openBinary(ring, { kind: "attachment", id: "p" }, whole))).toBe("damaged");
    expect(refusalOf(await openBinary(ring, { kind: "pack", id: "q" }, whole))).toBe("damaged");
    expect(refusalOf(await openBinary(ringOf(other), { kind: "pack", id: "p" }, whole))).toBe("unknown-key");
  });

  it("distinguishes a later version from damage", async () => {
    const whole = must(await sealBinary(own, { kind: "pack", id: "p" }, { bytes: utf8("hello") }));
    whole[3] = "2".charCodeAt(0);
    expect(refusalOf(await openBinary(ring, { kind: "pack", id: "p" }, whole))).toBe("unknown-version");
    expect(refusalOf(await openBinary(ring, { kind: "pack", id: "p" }, utf8("PNG!")))).toBe("damaged");
  });

  it("does not open a JSON envelope as bytes, or bytes as JSON", async () => {
    expect(refusalOf(await openBinary(ring, { kind: "pack", id: "n" }, await sealed("note", { id: "n" })))).toBe("damaged");
    expect(
      refusalOf(
        await openEntity(ring, { kind: "note", id: "n" }, must(await sealBinary(own, { kind: "pack", id: "n" }, { bytes: utf8("{}") }))),
      ),
    ).toBe("damaged");
  });
});
