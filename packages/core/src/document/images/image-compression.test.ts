import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IMAGE } from "../../model/limits/limits.ts";
import { checkImageFile, encodingsFor, fitInto, problemOfUnread, staysAsItIs, toCompressedImage } from "./image-compression.ts";
import { readImageFormat } from "./image-format.ts";

const JPEG = { type: "image/jpeg", isAnimated: false } as const;

describe("A5 image picker", () => {
  it("accepts images only, at most 50 MB", () => {
    expect(checkImageFile({ type: "text/plain", size: 1 })).toEqual({ kind: "not-an-image" });
    expect(checkImageFile({ type: "image/png", size: 50 * 1024 * 1024 + 1 })).toEqual({ kind: "image-too-large" });
    expect(checkImageFile({ type: "image/png", size: 50 * 1024 * 1024 })).toBeUndefined();
  });
});

describe("A9 image compression", () => {
  it("tries JPEG at quality 0.8, then 0.9 down to 0.1", () => {
    const tries = encodingsFor("image/jpeg", false, { width: 4000, height: 3000 });
    expect(tries.map((one) => one.quality)).toEqual([0.8, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1]);
    expect(new Set(tries.map((one) => one.type))).toEqual(new Set(["image/jpeg"]));
    expect(tries[0]?.dimensions).toEqual({ width: 1440, height: 1080 });
  });

  it("leaves images of 50 KB or less unchanged if a note can store the format", () => {
    expect(staysAsItIs(JPEG, 51_200)).toBe(true);
    expect(staysAsItIs(JPEG, 51_201)).toBe(false);
    expect(staysAsItIs({ type: "other", isAnimated: false }, 10)).toBe(false);
  });

  it("keeps transparent images in their format, at a smaller size", () => {
    expect(new Set(encodingsFor("image/webp", true, { width: 10, height: 10 }).map((one) => one.type))).toEqual(new Set(["image/webp"]));
    const png = encodingsFor("image/png", true, { width: 1000, height: 500 });
    expect(png[0]).toEqual({ type: "image/png", quality: 1, dimensions: { width: 1000, height: 500 } });
    expect(png.at(-1)?.dimensions.width).toBeLessThan(100);
    expect(png).toHaveLength(IMAGE.maxTries);
  });

  it("never stops an animated image that a note can store", () => {
    expect(staysAsItIs({ type: "image/gif", isAnimated: true }, 900_000)).toBe(true);
    expect(staysAsItIs({ type: "image/gif", isAnimated: false }, 900_000)).toBe(false);
    expect(staysAsItIs({ type: "image/gif", isAnimated: true }, IMAGE.animatedMaxBytes + 1)).toBe(false);
  });

  it("scales every image to fit, keeps its ratio and does not enlarge", () => {
    const side = fc.integer({ min: 1, max: 30_000 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const fitted = fitInto({ width, height }, { width: 1920, height: 1080 });
        const share = Math.min(1, 1920 / width, 1080 / height);
        return (
          fitted.width >= 1 &&
          fitted.height >= 1 &&
          fitted.width <= Math.min(width, 1920) &&
          fitted.height <= Math.min(height, 1080) &&
          Math.abs(fitted.width - width * share) <= 1 &&
          Math.abs(fitted.height - height * share) <= 1
        );
      }),
    );
  });

  it("reports the result", () => {
    const size = { width: 1, height: 1 };
    const reached = { dataUrl: "data:", originalSize: 200, compressedSize: 50, dimensions: size, shownDimensions: size };
    expect(toCompressedImage(reached)).toEqual({ ...reached, compressionRatio: 0.25, wasCompressed: true });
    expect(toCompressedImage({ ...reached, compressedSize: 200 }).wasCompressed).toBe(false);
  });
});

describe("decision 0029 image formats by content", () => {
  const text = (chars: string): number[] => [...chars].map((letter) => letter.charCodeAt(0));
  const gif = (frameCount: number): Uint8Array => {
    const head = [...text("GIF89a"), 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255];
    const frame = [0x21, 0xf9, 4, 0, 0, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0];
    return Uint8Array.from([...head, ...Array.from({ length: frameCount }, () => frame).flat(), 0x3b]);
  };
  const png = (...chunks: readonly string[]): Uint8Array =>
    Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, ...chunks.flatMap((kind) => [0, 0, 0, 0, ...text(kind), 0, 0, 0, 0])]);
  const webp = (flags: number): Uint8Array => Uint8Array.from([...text("RIFF"), 0, 0, 0, 0, ...text("WEBPVP8X"), 10, 0, 0, 0, flags]);

  it.each([
    ["a JPEG", Uint8Array.from([0xff, 0xd8, 0xff, 0xe1]), { type: "image/jpeg", isAnimated: false }],
    ["a PNG", png("IHDR", "IDAT", "acTL"), { type: "image/png", isAnimated: false }],
    ["a moving PNG", png("IHDR", "acTL", "IDAT"), { type: "image/png", isAnimated: true }],
    ["a GIF", gif(1), { type: "image/gif", isAnimated: false }],
    ["a moving GIF", gif(2), { type: "image/gif", isAnimated: true }],
    ["a WebP", webp(0x10), { type: "image/webp", isAnimated: false }],
    ["a moving WebP", webp(0x12), { type: "image/webp", isAnimated: true }],
    ["an AVIF", Uint8Array.from([0, 0, 0, 28, ...text("ftypavif")]), { type: "image/avif", isAnimated: false }],
    ["a HEIC", Uint8Array.from([0, 0, 0, 28, ...text("ftypheic")]), { type: "image/heic", isAnimated: false }],
    ["an SVG", Uint8Array.from(text('  <svg xmlns="x">')), { type: "image/svg+xml", isAnimated: false }],
    ["anything else", Uint8Array.from([1, 2, 3]), { type: "other", isAnimated: false }],
  ] as const)("%s", (_, bytes, format) => {
    expect(readImageFormat(bytes)).toEqual(format);
  });

  it("terminates on any bytes", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        (bytes) => readImageFormat(Uint8Array.from([...text("GIF89a"), ...bytes])).type === "image/gif",
      ),
    );
  });

  it("recognizes HEIC, and reports other unknown files as broken", () => {
    expect(problemOfUnread({ type: "image/heic", isAnimated: false }).kind).toBe("image-heic");
    expect(problemOfUnread(JPEG).kind).toBe("image-broken");
  });
});
