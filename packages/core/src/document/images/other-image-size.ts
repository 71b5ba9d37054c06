/** Reads the dimensions of images in formats that no note stores, which browsers decode when one is added. Pure. */
import { type Dimensions, GIF, largest, readHeader, readImageSize } from "./image-size.ts";

/** `readImageSize`, and BMP, TIFF, and the frames of a GIF. */
export function readAnyImageSize(bytes: Uint8Array): Dimensions | undefined {
  return readHeader(bytes, read) ?? readImageSize(bytes);
}

function read(view: DataView): Dimensions | undefined {
  const magic = view.getUint32(0);
  if (magic === GIF) return readGif(view);
  if (magic >>> 16 === 0x424d) return readBmp(view);
  return magic === 0x49492a00 || magic === 0x4d4d002a ? readTiff(view, magic === 0x49492a00) : undefined;
}

const OS2_HEADER_BYTES = 12;

function readBmp(view: DataView): Dimensions {
  if (view.getUint32(14, true) === OS2_HEADER_BYTES) return { width: view.getUint16(18, true), height: view.getUint16(20, true) };
  // A negative height means that rows are stored from top to bottom.
  return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
}

const [TIFF_WIDTH, TIFF_HEIGHT, TIFF_SHORT] = [256, 257, 3];

function readTiff(view: DataView, isLittle: boolean): Dimensions | undefined {
  const directory = view.getUint32(4, isLittle);
  const values = new Map<number, number>();
  for (let entry = 0; entry < view.getUint16(directory, isLittle); entry += 1) {
    const at = directory + 2 + entry * 12;
    const isShort = view.getUint16(at + 2, isLittle) === TIFF_SHORT;
    values.set(view.getUint16(at, isLittle), isShort ? view.getUint16(at + 8, isLittle) : view.getUint32(at + 8, isLittle));
  }
  const [width, height] = [values.get(TIFF_WIDTH), values.get(TIFF_HEIGHT)];
  return width === undefined || height === undefined ? undefined : { width, height };
}

/** A frame may reach beyond the screen that the header announces, and decoders enlarge it then. */
function readGif(view: DataView): Dimensions {
  let size = { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  let at = 13 + tableBytes(view.getUint8(10));
  while (at + 10 <= view.byteLength) {
    const kind = view.getUint8(at);
    if (kind === 0x2c) {
      const [left, top] = [view.getUint16(at + 1, true), view.getUint16(at + 3, true)];
      size = largest(size, { width: left + view.getUint16(at + 5, true), height: top + view.getUint16(at + 7, true) });
      at = afterSubBlocks(view, at + 11 + tableBytes(view.getUint8(at + 9)));
    } else if (kind === 0x21) at = afterSubBlocks(view, at + 2);
    else break;
  }
  return size;
}

function tableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1);
}

function afterSubBlocks(view: DataView, start: number): number {
  let at = start;
  while (at < view.byteLength && view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
  return at + 1;
}
