/**
 * Reads the size of a PNG, JPEG or GIF, which every word processor shows, from its first bytes. Returns undefined for other formats. Pure.
 */

export type ImageSize = { readonly width: number; readonly height: number };

export function imageSizeOf(bytes: Uint8Array): ImageSize | undefined {
  const size = pngSize(bytes) ?? gifSize(bytes) ?? jpegSize(bytes);
  return size === undefined || size.width === 0 || size.height === 0 ? undefined : size;
}

function pngSize(bytes: Uint8Array): ImageSize | undefined {
  if (bytes[0] !== 0x89 || bytes[1] !== 0x50 || bytes.length < 24) return undefined;
  return { width: number4(bytes, 16), height: number4(bytes, 20) };
}

function gifSize(bytes: Uint8Array): ImageSize | undefined {
  if (bytes[0] !== 0x47 || bytes[1] !== 0x49 || bytes.length < 10) return undefined;
  return { width: (bytes[6] ?? 0) | ((bytes[7] ?? 0) << 8), height: (bytes[8] ?? 0) | ((bytes[9] ?? 0) << 8) };
}

/** Reads the header of the first frame and skips the segments before it by their length. */
function jpegSize(bytes: Uint8Array): ImageSize | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + number2(bytes, at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: number2(bytes, at + 7), height: number2(bytes, at + 5) };
  }
  return undefined;
}

function number2(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

function number4(bytes: Uint8Array, at: number): number {
  return number2(bytes, at) * 65_536 + number2(bytes, at + 2);
}
