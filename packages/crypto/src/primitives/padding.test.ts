import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pad, paddedSize, unpad } from "./padding.ts";

describe("encryption.md 3.3 padding", () => {
  it("grows a size by at most 12 %, never shrinks it, and has a minimum of 256", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 27 }), (size) => {
        const padded = paddedSize(size);
        expect(padded).toBeGreaterThanOrEqual(Math.max(size, 256));
        expect(padded).toBeLessThanOrEqual(Math.max(256, Math.floor(size * 1.12)));
        expect(paddedSize(padded)).toBe(padded);
      }),
    );
  });

  it("leaves few distinguishable sizes", () => {
    const sizes = new Set(Array.from({ length: 100_000 }, (_, size) => paddedSize(size)));
    expect(sizes.size).toBeLessThan(150);
  });

  it("restores padded bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => void expect(unpad(pad(bytes))).toEqual({ ok: true, value: bytes })),
    );
  });

  it("rejects a changed length or padding", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), fc.nat(), fc.integer({ min: 0, max: 7 }), (bytes, at, bit) => {
        const padded = pad(bytes);
        const paddingBytes = padded.length - bytes.length;
        const offset = at % paddingBytes;
        const index = offset < 4 ? offset : offset + bytes.length;
        padded[index] = (padded[index] as number) ^ (1 << bit);
        const answer = unpad(padded);
        // After a flipped low bit, the length may still be valid for the same padded size if the bytes there are zero.
        if (answer.ok) expect(offset).toBeLessThan(4);
        else expect(answer.problem).toBe("damaged");
      }),
    );
    expect(unpad(new Uint8Array(4))).toEqual({ ok: false, problem: "damaged" });
  });
});
