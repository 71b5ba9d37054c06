// @vitest-environment node
import { inflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSmallPacker, SMALL_MAX_BYTES } from "./small-deflate.ts";

const text = (length: number) => Buffer.from("one note after the other, and another one of the notes. ".repeat(2000).slice(0, length));
const mixed = fc.oneof(
  fc.uint8Array({ maxLength: 3000 }),
  fc
    .array(fc.constantFrom("ab", "abc", "<p>", "</p>", "note", "\u00e9", " "), { maxLength: 2000 })
    .map((parts) => Buffer.from(parts.join(""))),
  fc.tuple(fc.nat({ max: 255 }), fc.nat({ max: SMALL_MAX_BYTES })).map(([byte, length]) => new Uint8Array(length).fill(byte)),
);

describe("B9 DEFLATE of small files", () => {
  it("unpacks to what was packed, whatever it was and whatever was packed before", () => {
    const pack = createSmallPacker();
    fc.assert(
      fc.property(mixed, (bytes) => {
        expect(Buffer.compare(inflateRawSync(pack(bytes)), bytes)).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  it.each([0, 1, 2, 3, 258, 259, 32_768, 32_769, SMALL_MAX_BYTES])("holds %d bytes of text, of one byte and of no order", (length) => {
    const pack = createSmallPacker();
    const noOrder = Uint8Array.from({ length }, (_, at) => Math.imul(at + 1, 2_654_435_761) >>> 24);
    for (const bytes of [text(length), Buffer.alloc(length, 7), noOrder])
      expect(Buffer.compare(inflateRawSync(pack(bytes)), bytes)).toBe(0);
  });

  it("finds what stood far before, and no code grows beyond what DEFLATE allows", () => {
    const pack = createSmallPacker();
    const far = new Uint8Array(32_768 + 300);
    for (let at = 0; at < 300; at += 1) far[at] = far[32_768 + at] = (at * 7) & 0xff;
    // Each byte twice as often as the one before: the rarest would get the longest code there can be.
    const uneven = Uint8Array.from(Array.from({ length: 16 }, (_, byte) => Array<number>(2 ** byte).fill(byte)).flat()).sort(
      (a, b) => ((a * 31 + b * 17) % 3) - 1,
    );
    for (const bytes of [far, uneven.subarray(0, SMALL_MAX_BYTES)]) expect(Buffer.compare(inflateRawSync(pack(bytes)), bytes)).toBe(0);
  });

  it("packs a page about as small as zlib's level 6", () => {
    const words = Array.from({ length: 600 }, (_, at) => `word${(at * at) % 97}`).join(" ");
    expect(createSmallPacker()(Buffer.from(words)).length).toBeLessThan(1100);
  });
});
