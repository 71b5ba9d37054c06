/**
 * Chooses the encodings that an inserted image tries, and when it fits. Pixels: web/adapters/images. Pure. Spec A §5, A §9, decision 0005.
 */
import { IMAGE } from "../../model/limits/limits.ts";
import type { ImageFormat, ImageType } from "./image-format.ts";
import type { Dimensions } from "./image-size.ts";

export type ImageProblem =
  | { readonly kind: "not-an-image" }
  | { readonly kind: "image-too-large" }
  | { readonly kind: "image-too-many-pixels" }
  | { readonly kind: "image-broken" }
  | { readonly kind: "image-heic" }
  | { readonly kind: "image-worker-failed" };

/** Spec A §3 "Image compression result"; `success` and `error` are the two sides of a Result. */
export type CompressedImage = {
  readonly dataUrl: string;
  readonly originalSize: number;
  readonly compressedSize: number;
  readonly compressionRatio: number;
  readonly dimensions: Dimensions;
  /** Size of the original, at which the image is shown even if the stored one is smaller. */
  readonly shownDimensions: Dimensions;
  readonly wasCompressed: boolean;
};

export function checkImageFile(file: { readonly type: string; readonly size: number }): ImageProblem | undefined {
  if (!file.type.startsWith("image/")) return { kind: "not-an-image" };
  return file.size > IMAGE.maxBytes ? { kind: "image-too-large" } : undefined;
}

/** Problem for an image that the browser could not decode. */
export function problemOfUnread(format: ImageFormat): ImageProblem {
  return { kind: format.type === "image/heic" ? "image-heic" : "image-broken" };
}

/** Formats in which a note stores bytes (stored-html.ts, `src`). */
const STORED_TYPES: ReadonlySet<ImageType> = new Set(["image/jpeg", "image/png", "image/gif", "image/webp", "image/avif"]);

/** Small images are stored unchanged, and so are animated ones within their limit, because encoding would stop the animation. */
export function staysAsItIs(format: ImageFormat, size: number): boolean {
  if (!STORED_TYPES.has(format.type)) return false;
  return size <= IMAGE.targetBytes || (format.isAnimated && size <= IMAGE.animatedMaxBytes);
}

export type Encoding = {
  readonly type: "image/jpeg" | "image/png" | "image/webp";
  readonly quality: number;
  readonly dimensions: Dimensions;
};

/** Encodings to try in order until the result is small enough. Transparent images need a format with transparency. */
export function encodingsFor(type: ImageType, isTransparent: boolean, original: Dimensions): readonly Encoding[] {
  const largest = fitInto(original, { width: IMAGE.maxWidthPx, height: IMAGE.maxHeightPx });
  if (!isTransparent) return QUALITIES.map((quality) => ({ type: "image/jpeg", quality, dimensions: largest }));
  if (type === "image/webp" || type === "image/avif")
    return QUALITIES.map((quality) => ({ type: "image/webp", quality, dimensions: largest }));
  // PNG has no quality setting, so only smaller dimensions reduce its size.
  return SHRINKING.map((share) => ({ type: "image/png", quality: 1, dimensions: scaled(largest, share) }));
}

const RETRIES = Math.round((IMAGE.retryFromQuality - IMAGE.qualityFloor) / IMAGE.qualityStep) + 1;
const QUALITIES: readonly number[] = [
  IMAGE.firstQuality,
  ...Array.from({ length: RETRIES }, (_, index) => Math.round((IMAGE.retryFromQuality - index * IMAGE.qualityStep) * 10) / 10),
].slice(0, IMAGE.maxTries);
const SHRINKING: readonly number[] = Array.from({ length: IMAGE.maxTries }, (_, index) => 0.75 ** index);

/** Largest whole-pixel size that fits into the frame; never larger than the original. */
export function fitInto(original: Dimensions, frame: Dimensions): Dimensions {
  return scaled(original, Math.min(1, frame.width / original.width, frame.height / original.height));
}

function scaled({ width, height }: Dimensions, share: number): Dimensions {
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
}

type Reached = {
  readonly dataUrl: string;
  readonly originalSize: number;
  readonly compressedSize: number;
  readonly dimensions: Dimensions;
  readonly shownDimensions: Dimensions;
};

export function toCompressedImage(reached: Reached): CompressedImage {
  const { originalSize, compressedSize } = reached;
  return {
    ...reached,
    compressionRatio: originalSize === 0 ? 1 : compressedSize / originalSize,
    wasCompressed: compressedSize !== originalSize,
  };
}
