/** Puts the untouched original in the place of its small image, once someone looks at it and it is there. Decision 0005 "Images". */
import type { OriginalImages } from "../../shared/editor-host/image-compressor.ts";

/** Answers what ends it. The small image stays as long as the original cannot be had, and wherever it cannot be rendered. */
export function showOriginal(image: HTMLImageElement, originalId: string, originals: OriginalImages): () => void {
  let [isOver, url]: [boolean, string | undefined] = [false, undefined];
  const load = async (): Promise<void> => {
    const file = await originals.open(originalId);
    if (file === undefined || isOver) return;
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
