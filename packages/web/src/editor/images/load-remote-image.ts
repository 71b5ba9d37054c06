/** Loads one remote image and compresses it like a pasted one, with the original as an attachment. Decision 0032. */
import type { RemoteImageProblem } from "@satchel/core/document/images/remote-image.ts";
import { hasTooManyElements } from "@satchel/core/document/images/svg-weight.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { EditorHost } from "../../shared/editor-host/editor-host.ts";
import type { LoadedImage } from "./remote-loads.ts";

export type RemoteImageHost = Pick<EditorHost, "imageCompressor" | "originals">;

type Loaded = Result<LoadedImage, RemoteImageProblem>;

/** Share of the progress for the download, which takes most of the time. */
const NETWORK_SHARE = 0.8;

export async function loadRemoteImage(
  { imageCompressor, originals }: RemoteImageHost,
  { address, onProgress, signal }: { readonly address: string; readonly onProgress: (share: number) => void; readonly signal: AbortSignal },
): Promise<Loaded> {
  const fetched = await imageCompressor.loadRemote(address, (share) => onProgress(share * NETWORK_SHARE), signal);
  if (!fetched.ok) return fetched;
  const rasterized = fetched.value.type === "image/svg+xml" ? await rasterizeSvg(fetched.value) : undefined;
  if (fetched.value.type === "image/svg+xml" && rasterized === undefined) return failed({ kind: "image-broken" });
  const file = rasterized?.file ?? fetched.value;
  const made = await imageCompressor.compress(file, (share) => onProgress(NETWORK_SHARE + share * (1 - NETWORK_SHARE)));
  if (!made.ok) return made;
  if (signal.aborted) return failed({ kind: "canceled" });
  // A note may refer to an original only once its bytes would survive a crash.
  const originalId = made.value.wasCompressed ? await originals.keep(file) : undefined;
  const { width, height } = rasterized ?? made.value.shownDimensions;
  return ok({ src: made.value.dataUrl, originalId: originalId ?? null, width, height });
}

/** Maximum side, in pixels, of an SVG converted to PNG. SVG may contain scripts; as an image source it neither runs nor loads anything. */
const LARGEST_PX = 2000;
/** Side in pixels of an SVG without a size. */
const USUAL_PX = 800;

type Rasterized = { readonly file: File; readonly width: number; readonly height: number };

export async function rasterizeSvg(file: File): Promise<Rasterized | undefined> {
  const url = URL.createObjectURL(file);
  try {
    if (hasTooManyElements(await file.text())) return undefined;
    const image = new Image();
    image.src = url;
    await image.decode();
    const [width, height] = [image.naturalWidth || USUAL_PX, image.naturalHeight || USUAL_PX];
    // Rendered at twice its size, so that lines stay sharp.
    const scale = Math.min(2, LARGEST_PX / Math.max(width, height));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width, height].map((side) => Math.max(1, Math.round(side * scale))) as [number, number];
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (blob === null) return undefined;
    return { file: new File([blob], file.name.replace(/\.svgz?$/i, ".png"), { type: "image/png" }), width, height };
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(url);
  }
}
