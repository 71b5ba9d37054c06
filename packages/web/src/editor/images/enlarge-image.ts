/**
 * Shows an image over the whole page, in its own size or as large as fits, with the note's other images before and after it. A click, Escape
 * or its button closes it.
 */
import { editorText } from "../../text/editor/editor.ts";

const text = editorText.image;

export function enlargeImage(image: HTMLImageElement): void {
  const images = imagesBeside(image);
  let at = Math.max(0, images.indexOf(image));
  const dialog = document.createElement("dialog");
  dialog.className = "image-large";
  const close = createButton("image-large-close", text.close, text.close);
  const large = document.createElement("img");
  const position = document.createElement("output");
  position.className = "image-large-position";
  const show = (next: number): void => {
    at = (next + images.length) % images.length;
    const { src, alt } = images[at] ?? image;
    Object.assign(large, { src, alt });
    dialog.setAttribute("aria-label", alt === "" ? text.large : alt);
    position.textContent = text.position(at + 1, images.length);
  };
  show(at);
  dialog.append(large, close);
  if (images.length > 1) {
    const previous = createButton("image-large-previous", "‹", text.previous);
    const next = createButton("image-large-next", "›", text.next);
    for (const [button, step] of [
      [previous, -1],
      [next, 1],
    ] as const) {
      button.addEventListener("click", (event) => {
        // A click anywhere else closes the dialog.
        event.stopPropagation();
        show(at + step);
      });
    }
    dialog.append(previous, next, position);
  }
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("keydown", (event) => {
    // Keeps Escape from the workspace.
    event.stopPropagation();
    const step = STEPS[event.key];
    if (step !== undefined && images.length > 1) show(at + step);
  });
  document.body.append(dialog);
  dialog.showModal();
}

const STEPS: Readonly<Record<string, number | undefined>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Images of the same note that can be enlarged, in text order. */
function imagesBeside(image: HTMLImageElement): readonly HTMLImageElement[] {
  const all = [...(image.closest(".note-content")?.querySelectorAll<HTMLImageElement>("img[src]") ?? [])];
  return all.includes(image) ? all.filter((each) => each === image || each.closest("a") === null) : [image];
}

function createButton(className: string, sign: string, label: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = className;
  button.textContent = sign;
  button.setAttribute("aria-label", label);
  return button;
}

/** Lets images in the read view be enlarged by click, Enter and Space. Returns a function that removes this. */
export function enlargeOnClick(host: HTMLElement): () => void {
  for (const image of host.querySelectorAll<HTMLImageElement>("img[src]")) {
    if (image.closest("a") !== null) continue;
    image.tabIndex = 0;
    image.setAttribute("role", "button");
    image.setAttribute("aria-label", text.enlarge(image.alt));
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
