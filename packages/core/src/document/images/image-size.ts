/** Reads an image's dimensions from its header, before anything decodes its pixels: a file of a few kilobytes may unpack to gigabytes. Pure. */
import { IMAGE } from "../../model/limits/limits.ts";

export type Dimensions = { readonly width: number; readonly height: number };

/**
 * Returns the largest dimensions that the header announces, as stored, or undefined for other formats and broken headers. For
 * formats with boxes, tiles count as well, because decoders differ in which one they allocate. Formats in which notes store images, and HEIC;
 * other-image-size.ts reads more.
 */
export function readImageSize(bytes: Uint8Array): Dimensions | undefined {
  return readHeader(bytes, read);
}

/** Checked before decoding. Images of formats whose header is not read are left to the browser. */
export function hasTooManyPixels(bytes: Uint8Array, readSize = readImageSize): boolean {
  const size = readSize(bytes);
  return size !== undefined && size.width * size.height > IMAGE.maxPixels;
}

export function readHeader(bytes: Uint8Array, read: (view: DataView) => Dimensions | undefined): Dimensions | undefined {
  try {
    return read(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    // The header ends early.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function read(view: DataView): Dimensions | undefined {
  const magic = view.getUint32(0);
  if (magic === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) };
  if (magic >>> 8 === 0xffd8ff) return readJpeg(view);
  if (magic === GIF) return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (magic === 0x52494646 && view.getUint32(8) === 0x57454250) return readWebp(view);
  if (view.getUint32(4) === FTYP) return readBoxes(view);
  return undefined;
}

export const GIF = 0x47494638;

/** Markers that no length follows: TEM, RST0 to RST7 and SOI. */
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
/** SOF0 to SOF15 without DHT, JPG and DAC. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpeg(view: DataView): Dimensions | undefined {
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    else if (isBare(marker)) at += 2;
    else at += 2 + Math.max(2, view.getUint16(at + 2));
  }
}

function readWebp(view: DataView): Dimensions | undefined {
  const chunk = view.getUint32(12);
  if (chunk === 0x56503858) return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
  if (chunk === 0x56503820) return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (chunk !== 0x5650384c) return undefined;
  const bits = view.getUint32(21, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_0000;
}

const [FTYP, META, IPRP, IPCO, ISPE] = [0x66747970, 0x6d657461, 0x69707270, 0x6970636f, 0x69737065];

/** AVIF and HEIC: the `ispe` properties in meta/iprp/ipco, of the image itself, its tiles and its thumbnail. */
function readBoxes(view: DataView): Dimensions | undefined {
  const found: Dimensions[] = [];
  const walk = (from: number, to: number): void => {
    for (let at = from; at + 8 <= to; ) {
      const [length, kind] = [view.getUint32(at), view.getUint32(at + 4)];
      // 0: until the end of the file. 1: the length has 64 bits, which no header needs.
      const end = length === 0 ? to : at + Math.max(8, length);
      if (kind === META) walk(at + 12, Math.min(end, to));
      else if (kind === IPRP || kind === IPCO) walk(at + 8, Math.min(end, to));
      else if (kind === ISPE) found.push({ width: view.getUint32(at + 12), height: view.getUint32(at + 16) });
      at = end;
    }
  };
  walk(0, view.byteLength);
  return found.length === 0 ? undefined : found.reduce(largest);
}

export function largest(a: Dimensions, b: Dimensions): Dimensions {
  return { width: Math.max(a.width, b.width), height: Math.max(a.height, b.height) };
}
