/**
 * Makes an image small enough for a note, by the rules of core/document/images/image-compression.ts. Runs in the image worker. Spec A §9.
 */
import {
  type CompressedImage,
  checkImageFile,
  type Encoding,
  encodingsFor,
  fitInto,
  type ImageProblem,
  problemOfUnread,
  staysAsItIs,
  toCompressedImage,
} from "@satchel/core/document/images/image-compression.ts";
import { readImageFormat } from "@satchel/core/document/images/image-format.ts";
import { type Dimensions, hasTooManyPixels } from "@satchel/core/document/images/image-size.ts";
import { readAnyImageSize } from "@satchel/core/document/images/other-image-size.ts";
import { IMAGE } from "@satchel/core/model/limits/limits.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";

/** Share of the progress at which reading and decoding are done. */
const DECODED_SHARE = 0.4;

export async function compressImage(file: Blob, onProgress: (share: number) => void): Promise<Result<CompressedImage, ImageProblem>> {
  const problem = checkImageFile(file);
  if (problem !== undefined) return failed(problem);
  onProgress(0);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (hasTooManyPixels(bytes, readAnyImageSize)) return failed({ kind: "image-too-many-pixels" });
  const format = readImageFormat(bytes);
  const bitmap = await decode(file);
  if (bitmap === undefined) return failed(problemOfUnread(format));
  onProgress(DECODED_SHARE);
  const original = { width: bitmap.width, height: bitmap.height };
  try {
    if (staysAsItIs(format, file.size))
      return ok(toResult(file.size, bytes, { type: format.type, sizes: { dimensions: original, shownDimensions: original } }));
    const smallest = await encodeSmallEnough(bitmap, (isTransparent) => encodingsFor(format.type, isTransparent, original), onProgress);
    const kept = new Uint8Array(await smallest.blob.arrayBuffer());
    return ok(
      toResult(file.size, kept, { type: smallest.blob.type, sizes: { dimensions: smallest.dimensions, shownDimensions: original } }),
    );
  } finally {
    bitmap.close();
  }
}

/** Decodes the image upright, according to its EXIF orientation. */
async function decode(file: Blob): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return undefined;
  }
}

type Encoded = { readonly blob: Blob; readonly dimensions: Dimensions };

async function encodeSmallEnough(
  bitmap: ImageBitmap,
  encodings: (isTransparent: boolean) => readonly Encoding[],
  onProgress: (share: number) => void,
): Promise<Encoded> {
  const tries = encodings(isTransparent(bitmap));
  let smallest: Encoded | undefined;
  let canvas: OffscreenCanvas | undefined;
  for (const [index, { type, quality, dimensions }] of tries.entries()) {
    if (canvas?.width !== dimensions.width || canvas.height !== dimensions.height) canvas = drawBitmap(bitmap, dimensions);
    const blob = await canvas.convertToBlob({ type, quality });
    if (smallest === undefined || blob.size < smallest.blob.size) smallest = { blob, dimensions };
    onProgress(DECODED_SHARE + ((1 - DECODED_SHARE) * (index + 1)) / tries.length);
    if (blob.size <= IMAGE.targetBytes) break;
  }
  if (smallest === undefined) throw new Error("a picture has no encodings to try");
  return smallest;
}

function drawBitmap(bitmap: ImageBitmap, { width, height }: Dimensions): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const context = contextOf(canvas);
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas;
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("this browser draws nothing in a worker");
  return context;
}

/**
 * Size at which transparency is checked. Many opaque images, above all screenshots, have an alpha channel, so only the pixels show whether
 * it is used.
 */
const LOOKED_AT = { width: 512, height: 512 };
const ALPHA = 3;
/** Lowest alpha value that counts as opaque: smoothing leaves the edges of an opaque image slightly below full. */
const OPAQUE_FROM = 250;

function isTransparent(bitmap: ImageBitmap): boolean {
  const { width, height } = fitInto(bitmap, LOOKED_AT);
  const { data } = contextOf(drawBitmap(bitmap, { width, height })).getImageData(0, 0, width, height);
  for (let at = ALPHA; at < data.length; at += 4) if ((data[at] ?? 0) < OPAQUE_FROM) return true;
  return false;
}

type Sizes = Pick<CompressedImage, "dimensions" | "shownDimensions">;

function toResult(
  originalSize: number,
  bytes: Uint8Array,
  { type, sizes }: { readonly type: string; readonly sizes: Sizes },
): CompressedImage {
  return toCompressedImage({ dataUrl: toDataUrl(bytes, type), originalSize, compressedSize: bytes.length, ...sizes });
}

/** JavaScript limits the number of arguments of a call. */
const CHUNK_BYTES = 0x8000;

function toDataUrl(bytes: Uint8Array, type: string): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES));
  return `data:${type};base64,${btoa(text)}`;
}
