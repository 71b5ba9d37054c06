// @vitest-environment node
/** Packed text damaged anywhere: untouched parts are read unchanged. Decision 0011. */
import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joined } from "../format/zip-records.ts";
import { createTextPacking } from "../packing/pack-text.ts";
import { loadZlib } from "../testing/load-zlib.node.ts";
import { readDamagedText } from "./damaged-text.ts";
import { inflatePart } from "./inflate-part.ts";

const texts = fc
  .tuple(fc.array(fc.string({ maxLength: 40 }), { minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 400 }))
  .map(([words, times]) => Array.from({ length: times }, (_, at) => `${at}:${words.join(`${at * 7919} `)}`).join("\n"));

function inflated(packed: Uint8Array): { readonly bytes: Uint8Array; readonly isWhole: boolean } {
  const pieces: Uint8Array[] = [];
  const parts = inflatePart(packed);
  let next = parts.next();
  for (; next.done !== true; next = parts.next()) pieces.push(next.value);
  return { bytes: joined(pieces), isWhole: next.value };
}

async function packed(bytes: Uint8Array): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const packing = createTextPacking(loadZlib)((piece) => void pieces.push(piece.slice()));
  await packing.write(bytes);
  await packing.end();
  return joined(pieces);
}

async function readBack(bytes: Uint8Array, isStored = false): Promise<string> {
  const source = { sizeBytes: bytes.length, read: async (at: number, length: number) => bytes.slice(at, at + length) };
  const pieces: Uint8Array[] = [];
  await readDamagedText(source, { isStored, from: 0, to: bytes.length }, (piece) => pieces.push(piece) > 0);
  return new TextDecoder().decode(joined(pieces));
}

describe("decision 0011: text that was packed", () => {
  it("unpacks to the original, however it was packed", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 0, max: 9 }), fc.boolean(), (text, level, isFixed) => {
        const bytes = new TextEncoder().encode(text);
        const found = inflated(deflateRawSync(bytes, { level, strategy: isFixed ? 4 : 0 }));
        expect(found.isWhole).toBe(true);
        expect(Buffer.from(found.bytes).equals(bytes)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it("returns what precedes a cut, and reports that it is incomplete", () => {
    const bytes = new TextEncoder().encode(Array.from({ length: 4000 }, (_, at) => `word${(at * 7919) % 9973}`).join(" "));
    const whole = deflateRawSync(bytes);
    let most = -1;
    for (let at = 0; at < whole.length - 8; at += 97) {
      const found = inflated(whole.subarray(0, at));
      expect(Buffer.from(found.bytes).equals(bytes.subarray(0, found.bytes.length))).toBe(true);
      expect(found.bytes.length).toBeGreaterThanOrEqual(most);
      most = found.bytes.length;
    }
    expect(most).toBeGreaterThan(bytes.length * 0.95);
  });

  it("loses only the parts that a zeroed, cut or changed block touches", async () => {
    const line = (at: number) => `line ${at} ${"of words ".repeat(at % 40)}${(at * 7919) % 9973}`;
    const lines = Array.from({ length: 3000 }, (_, at) => line(at));
    const whole = await packed(new TextEncoder().encode(lines.join("\n")));
    expect(await readBack(whole)).toBe(lines.join("\n"));
    const ends: number[] = [0];
    for (let at = 0; at + 4 <= whole.length; at += 1)
      if (Buffer.from(whole.subarray(at, at + 4)).equals(Buffer.of(0, 0, 255, 255))) ends.push(at + 4);
    expect(ends.length).toBeGreaterThan(10);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.integer({ min: 1, max: 900 }),
        fc.constantFrom("zeros", "flip"),
        async (at, length, how) => {
          const changed = whole.slice();
          if (how === "zeros") changed.fill(0, at, at + length);
          else changed[at] = (changed[at] as number) ^ 0x55;
          const end = how === "zeros" ? at + length : at + 1;
          const found = await readBack(changed);
          const partsTouched = ends.filter((begin, part) => begin < end && (ends[part + 1] ?? whole.length) > at).length + 1;
          const there = new Set(found.split("\n"));
          const lost = lines.filter((one) => !there.has(one)).join("\n").length;
          // A part is 32 KB of text; a line that crosses a boundary is in two parts.
          expect(lost).toBeLessThanOrEqual(partsTouched * (32_768 + 800));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("continues after damage in a stored block", async () => {
    expect(await readBack(new TextEncoder().encode("one\ntwo"), true)).toBe("one\ntwo");
  });
});
