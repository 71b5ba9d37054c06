import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAnyImageSize } from "./other-image-size.ts";

const text = (value: string) => [...value].map((char) => char.charCodeAt(0));
const be32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const be16 = (value: number) => [value >>> 8, value & 255];
const le16 = (value: number) => [value & 255, value >>> 8];
const le32 = (value: number) => [...le16(value & 0xffff), ...le16(value >>> 16)];
const le24 = (value: number) => [...le16(value & 0xffff), value >>> 16];
const box = (kind: string, content: readonly number[]) => [...be32(content.length + 8), ...text(kind), ...content];
const ispe = (width: number, height: number) => box("ispe", [0, 0, 0, 0, ...be32(width), ...be32(height)]);

const W = 40_000;
const H = 30_000;
const size = { width: W, height: H };

const PNG = [0x89, ...text("PNG\r\n\u001a\n"), ...be32(13), ...text("IHDR"), ...be32(W), ...be32(H), 8, 6, 0, 0, 0];
const JFIF = [0xff, 0xe0, ...be16(16), ...text("JFIF\0"), ...new Array<number>(9).fill(0)];
const frame = (marker: number) => [0xff, marker, ...be16(17), 8, ...be16(H), ...be16(W), 3, ...new Array<number>(9).fill(0)];
const gif = (screen: readonly [number, number], image: readonly [number, number, number, number]) => [
  ...text("GIF89a"),
  ...screen.flatMap(le16),
  0x80,
  0,
  0,
  ...new Array<number>(6).fill(0),
  ...[0x21, 0xf9, 4, 0, 0, 0, 0, 0],
  ...[0x2c, ...image.flatMap(le16), 0, 2, 1, 0, 0],
  0x3b,
];
const riff = (chunk: readonly number[]) => [...text("RIFF"), ...le32(chunk.length + 4), ...text("WEBP"), ...chunk];
const avif = (properties: readonly number[]) => [
  ...box("ftyp", text("avif\0\0\0\0")),
  ...box("meta", [0, 0, 0, 0, ...box("hdlr", [0, 0, 0, 0]), ...box("iprp", box("ipco", properties))]),
];
const tiff = (isLittle: boolean) => {
  const [short, long] = isLittle ? [le16, le32] : [be16, be32];
  const entry = (tag: number, kind: number, value: readonly number[]) => [...short(tag), ...short(kind), ...long(1), ...value];
  return [
    ...(isLittle ? text("II") : text("MM")),
    ...short(42),
    ...long(8),
    ...short(2),
    ...entry(256, 4, long(W)),
    ...entry(257, 3, [...short(H), 0, 0]),
  ];
};

describe("the size of an image, from its header", () => {
  it.each<[string, readonly number[]]>([
    ["PNG", PNG],
    ["baseline JPEG", [0xff, 0xd8, ...JFIF, ...frame(0xc0)]],
    ["progressive JPEG after fill bytes and a table", [0xff, 0xd8, 0xff, 0xff, 0xc4, ...be16(4), 0, 0, ...frame(0xc2)]],
    ["GIF", gif([W, H], [0, 0, 1, 1])],
    ["GIF whose image is larger than its screen", gif([1, 1], [W - 10, 0, 10, H])],
    ["lossy WebP", riff([...text("VP8 "), ...le32(10), 0, 0, 0, 0x9d, 1, 0x2a, ...le16(W & 0x3fff), ...le16(H & 0x3fff)])],
    ["extended WebP", riff([...text("VP8X"), ...le32(10), 0, 0, 0, 0, ...le24(W - 1), ...le24(H - 1)])],
    ["AVIF", avif(ispe(W, H))],
    ["AVIF with a small thumbnail after it", avif([...ispe(W, H), ...ispe(160, 120)])],
    ["BMP", [...text("BM"), ...new Array<number>(12).fill(0), ...le32(40), ...le32(W), ...le32(H)]],
    ["BMP from top to bottom", [...text("BM"), ...new Array<number>(12).fill(0), ...le32(40), ...le32(W), ...le32(-H >>> 0)]],
    ["old BMP", [...text("BM"), ...new Array<number>(12).fill(0), ...le32(12), ...le16(W), ...le16(H)]],
    ["TIFF, little-endian", tiff(true)],
    ["TIFF, big-endian", tiff(false)],
  ])("is read: %s", (name, bytes) => {
    const expected = name === "lossy WebP" ? { width: W & 0x3fff, height: H & 0x3fff } : size;
    expect(readAnyImageSize(Uint8Array.from(bytes))).toEqual(expected);
  });

  it("reads a lossless WebP of the largest size", () => {
    expect(readAnyImageSize(Uint8Array.from(riff([...text("VP8L"), ...le32(5), 0x2f, 0xff, 0xff, 0xff, 0x0f])))).toEqual({
      width: 16_384,
      height: 16_384,
    });
  });

  it("is unknown for other files and for a header that ends early", () => {
    for (const bytes of [
      [],
      text("no image at all"),
      PNG.slice(0, 20),
      [0xff, 0xd8, ...JFIF],
      avif([]),
      [0xff, 0xd8, 0xff, 0xe0, 0, 0, 1, 2, 3],
    ])
      expect(readAnyImageSize(Uint8Array.from(bytes))).toBeUndefined();
  });

  it("ends for any bytes after any beginning", () => {
    const beginnings = [PNG, [0xff, 0xd8, 0xff], gif([1, 1], [0, 0, 1, 1]), riff(text("VP8X")), avif(ispe(1, 1)), tiff(true), text("BM")];
    fc.assert(
      fc.property(fc.constantFrom(...beginnings), fc.nat(40), fc.uint8Array({ maxLength: 300 }), (beginning, kept, rest) => {
        const found = readAnyImageSize(Uint8Array.from([...beginning.slice(0, kept), ...rest]));
        expect(found === undefined || (found.width >= 0 && found.height >= 0)).toBe(true);
      }),
    );
  });
});
