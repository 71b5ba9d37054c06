/** Shows an image over the whole page, in its own size or as large as fits. A click, Escape or its button closes it. */
import { editorText } from "../../text/editor/editor.ts";

export function enlargeImage(image: HTMLImageElement): void {
  const dialog = document.createElement("dialog");
  dialog.className = "image-large";
  dialog.setAttribute("aria-label", image.alt === "" ? editorText.image.large : image.alt);
  const close = document.createElement("button");
  close.type = "button";
  close.className = "image-large-close";
  close.textContent = editorText.image.close;
  const large = document.createElement("img");
  large.src = image.src;
  large.alt = image.alt;
  dialog.append(large, close);
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  // Keeps Escape from the workspace.
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  document.body.append(dialog);
  dialog.showModal();
}

/** Lets images in the read view be enlarged by click, Enter and Space. Returns a function that removes this. */
export function enlargeOnClick(host: HTMLElement): () => void {
  for (const image of host.querySelectorAll<HTMLImageElement>("img[src]")) {
    if (image.closest("a") !== null) continue;
    image.tabIndex = 0;
    image.setAttribute("role", "button");
    image.setAttribute("aria-label", editorText.image.enlarge(image.alt));
  }
  const handleClick = ({ target }: Event): void => {
    if (target instanceof HTMLImageElement && target.closest("a") === null) enlargeImage(target);
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (!(event.target instanceof HTMLImageElement) || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    event.stopPropagation();
    enlargeImage(event.target);
  };
  host.addEventListener("click", handleClick);
  host.addEventListener("keydown", handleKey);
  return () => {
    host.removeEventListener("click", handleClick);
    host.removeEventListener("keydown", handleKey);
  };
}
