// @vitest-environment node
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { createBlobSource } from "./byte-source.ts";

const BYTES = new Uint8Array(3_000_000).map((_, at) => (at * 31) ^ (at >> 8));

it("reads any range, even past the end, and never changes a returned range", async () => {
  const part = fc.tuple(fc.nat({ max: BYTES.length + 10 }), fc.oneof(fc.nat({ max: 100 }), fc.nat({ max: 2_000_000 })));
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 8 }), async (parts) => {
      const source = createBlobSource(new Blob([BYTES]));
      for (const [offset, length] of parts) {
        const read = (await source.read(offset, length)) as Uint8Array;
        expect(Buffer.compare(read, BYTES.subarray(offset, offset + length))).toBe(0);
        read.fill(0);
      }
    }),
    { numRuns: 30 },
  );
});

it("reads adjacent ranges with one request", async () => {
  const blob = new Blob([BYTES]);
  const slices = vi.spyOn(blob, "slice");
  const source = createBlobSource(blob);
  for (let at = 0; at < 1_048_576; at += 65_536) await source.read(at, 65_536);
  expect(slices).toHaveBeenCalledTimes(1);
});

it("returns undefined for a file that is gone", async () => {
  const blob = new Blob([BYTES]);
  vi.spyOn(blob, "slice").mockReturnValue({ arrayBuffer: () => Promise.reject(new DOMException("", "NotReadableError")) } as never);
  expect(await createBlobSource(blob).read(0, 10)).toBeUndefined();
});
