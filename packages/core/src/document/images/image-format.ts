/** Reads an image's format and animation from its header. Pure. Decision 0029 "transparent and animated images keep their format". */

export type ImageFormat = { readonly type: ImageType; readonly isAnimated: boolean };
export type ImageType = "image/jpeg" | "image/png" | "image/gif" | "image/webp" | "image/avif" | "image/heic" | "image/svg+xml" | "other";

/** Returns an unknown type for other images, which the browser may still be able to decode. */
export function readImageFormat(bytes: Uint8Array): ImageFormat {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return { type: "image/jpeg", isAnimated: false };
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return { type: "image/png", isAnimated: isAnimatedPng(bytes) };
  if (textAt(bytes, 0, 4) === "GIF8") return { type: "image/gif", isAnimated: isAnimatedGif(bytes) };
  if (textAt(bytes, 0, 4) === "RIFF" && textAt(bytes, 8, 4) === "WEBP") return { type: "image/webp", isAnimated: isAnimatedWebp(bytes) };
  if (textAt(bytes, 4, 4) === "ftyp") return readBrand(textAt(bytes, 8, 4));
  const opening = textAt(bytes, 0, 512).trimStart();
  return { type: /^(?:<\?xml|<!--|<!DOCTYPE svg|<svg)/i.test(opening) ? "image/svg+xml" : "other", isAnimated: false };
}

function readBrand(brand: string): ImageFormat {
  if (brand === "avif" || brand === "avis") return { type: "image/avif", isAnimated: brand === "avis" };
  return { type: /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand) ? "image/heic" : "other", isAnimated: false };
}

/** An animated PNG has an `acTL` chunk before its first pixels. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  for (let at = 8; at + 8 <= bytes.length; at += 12 + uint32(bytes, at)) {
    const kind = textAt(bytes, at + 4, 4);
    if (kind === "acTL") return true;
    if (kind === "IDAT") return false;
  }
  return false;
}

const WEBP_ANIMATION_FLAG = 0x02;

function isAnimatedWebp(bytes: Uint8Array): boolean {
  return textAt(bytes, 12, 4) === "VP8X" && ((bytes[20] ?? 0) & WEBP_ANIMATION_FLAG) !== 0;
}

const [GIF_EXTENSION, GIF_IMAGE] = [0x21, 0x2c];

function isAnimatedGif(bytes: Uint8Array): boolean {
  let at = 13 + tableBytes(bytes[10] ?? 0);
  let frames = 0;
  while (at < bytes.length) {
    if (bytes[at] === GIF_EXTENSION) at = afterSubBlocks(bytes, at + 2);
    else if (bytes[at] === GIF_IMAGE) {
      frames++;
      if (frames > 1) return true;
      at = afterSubBlocks(bytes, at + 11 + tableBytes(bytes[at + 9] ?? 0));
    } else return false;
  }
  return false;
}

function tableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1);
}

function afterSubBlocks(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0);
  return at + 1;
}

function uint32(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) * 2 ** 24 + ((bytes[at + 1] ?? 0) << 16) + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0)) >>> 0;
}

function startsWith(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return prefix.every((byte, index) => bytes[index] === byte);
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

/** Finds a file's image type by its first bytes, because originals have an id and no name. Pure. */
type FoundType = { readonly mimeType: string; readonly extension: string };

const BY_HEAD: readonly (readonly [head: string, at: number, mimeType: string, extension: string])[] = [
  ["\u0089PNG", 0, "image/png", ".png"],
  ["\u00ff\u00d8\u00ff", 0, "image/jpeg", ".jpg"],
  ["GIF8", 0, "image/gif", ".gif"],
  ["WEBP", 8, "image/webp", ".webp"],
  ["ftypavi", 4, "image/avif", ".avif"],
  ["ftyphei", 4, "image/heic", ".heic"],
  ["ftypmif1", 4, "image/heic", ".heic"],
  ["BM", 0, "image/bmp", ".bmp"],
  ["II*\u0000", 0, "image/tiff", ".tif"],
  ["MM\u0000*", 0, "image/tiff", ".tif"],
];

/** `head`: at least the first 16 bytes. Returns undefined for unknown types. */
export function imageTypeOf(head: Uint8Array): FoundType | undefined {
  const text = String.fromCharCode(...head.subarray(0, 16));
  const found = BY_HEAD.find(([begin, at]) => text.startsWith(begin, at));
  return found === undefined ? undefined : { mimeType: found[2], extension: found[3] };
}
