/** Replaces a compressed image by its original once it is visible and the original is available. Decision 0005 "Images". */
import { hasTooManyPixels } from "@satchel/core/document/images/image-size.ts";
import type { OriginalImages } from "../../shared/editor-host/image-compressor.ts";

/** Returns a function that ends this. The compressed image stays while the original is unavailable or cannot be rendered. */
export function showOriginal(image: HTMLImageElement, originalId: string, originals: OriginalImages): () => void {
  let [isOver, url]: [boolean, string | undefined] = [false, undefined];
  const load = async (): Promise<void> => {
    const file = await originals.open(originalId);
    if (file === undefined || hasTooManyPixels(new Uint8Array(await file.arrayBuffer())) || isOver) return;
    url = URL.createObjectURL(file);
    const original = new Image();
    original.src = url;
    await original.decode();
    if (!isOver) image.src = url;
  };
  const stopWatching = whenSeen(image, () => void load().catch(() => undefined));
  return () => {
    isOver = true;
    stopWatching();
    if (url !== undefined) URL.revokeObjectURL(url);
  };
}

export function showOriginals(root: ParentNode, originals: OriginalImages): () => void {
  const images = [...root.querySelectorAll<HTMLImageElement>("img[data-original-id]")];
  const ends = images.map((image) => showOriginal(image, image.dataset.originalId ?? "", originals));
  return () => {
    for (const end of ends) end();
  };
}

function whenSeen(element: Element, run: () => void): () => void {
  if (typeof IntersectionObserver === "undefined") {
    run();
    return () => undefined;
  }
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    run();
  });
  observer.observe(element);
  return () => observer.disconnect();
}
