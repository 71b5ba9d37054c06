/** Reads the dimensions of images in formats that no note stores, which browsers decode when one is added. Pure. */
import { type Dimensions, readHeader, readImageSize } from "./image-size.ts";

/** `readImageSize`, and BMP and TIFF. */
export function readAnyImageSize(bytes: Uint8Array): Dimensions | undefined {
  return readImageSize(bytes) ?? readHeader(bytes, read);
}

function read(view: DataView): Dimensions | undefined {
  const magic = view.getUint32(0);
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
