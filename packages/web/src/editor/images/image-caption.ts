/** The caption beneath an image: of an image that is written, and of one that is read. */
export function createCaption(caption: string | null): readonly HTMLElement[] {
  if (caption === null || caption === "") return [];
  const shown = document.createElement("span");
  shown.className = "image-caption";
  shown.textContent = caption;
  return [shown];
}

export function showCaption(image: HTMLElement): void {
  const caption = createCaption(image.getAttribute("data-caption"));
  if (caption.length === 0) return;
  const frame = document.createElement("span");
  frame.className = "image-frame";
  image.replaceWith(frame);
  frame.append(image, ...caption);
}
