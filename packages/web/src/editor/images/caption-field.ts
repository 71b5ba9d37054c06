/**
 * Caption of an image in the editor, written in place under it. Each key changes the note. Enter continues behind the image, and Escape
 * selects it.
 */
import type { EditorView } from "@tiptap/pm/view";
import { imageToolsText as text } from "../../text/editor/image-tools.ts";

/** Maximum characters of a caption or a description, as in stored-html.ts. */
export const MAX_CAPTION_CHARS = 1000;

type CaptionEvents = {
  readonly isEditable: () => boolean;
  readonly onChange: (caption: string) => void;
  readonly onLeave: (key: "Enter" | "Escape") => void;
};

const openers = new WeakMap<Node, () => void>();

/** Returns false if the image at `position` has no caption field, as the placeholder of a remote image. */
export function openCaption(view: EditorView, position: number): boolean {
  const open = openers.get(view.nodeDOM(position) ?? document);
  open?.();
  return open !== undefined;
}

/** Adds the caption to the frame of an image. Returns a function that shows the caption that the note has. */
export function addCaptionField(frame: HTMLElement, { isEditable, onChange, onLeave }: CaptionEvents): (caption: string) => void {
  let caption = "";
  let field: HTMLTextAreaElement | undefined;
  const shown = document.createElement("span");
  shown.className = "image-caption";
  const render = (): void => {
    shown.replaceChildren(field ?? caption);
    if (field === undefined && caption === "") shown.remove();
    else frame.append(shown);
    frame.toggleAttribute("data-captioned", shown.isConnected);
  };
  const close = (): void => {
    field = undefined;
    frame.draggable = true;
    render();
  };
  const open = (): void => {
    if (!isEditable()) return;
    if (field === undefined) {
      field = createField(caption);
      const opened = field;
      opened.addEventListener("input", () => {
        fitHeight(opened);
        onChange(opened.value.replaceAll("\n", " "));
      });
      opened.addEventListener("keydown", (event) => {
        if ((event.key !== "Enter" && event.key !== "Escape") || event.isComposing) return;
        event.preventDefault();
        event.stopPropagation();
        onLeave(event.key);
      });
      opened.addEventListener("blur", close);
      // Selecting text in the field must not drag the image.
      frame.draggable = false;
      render();
      fitHeight(opened);
      opened.setSelectionRange(caption.length, caption.length);
    }
    field.focus();
  };
  const add = document.createElement("button");
  add.type = "button";
  add.className = "image-add-caption";
  add.textContent = text.addCaption;
  add.tabIndex = -1;
  for (const element of [add, shown]) element.addEventListener("click", open);
  frame.append(add);
  openers.set(frame, open);
  return (next) => {
    caption = next;
    if (field === undefined) render();
    else if (field.value.replaceAll("\n", " ") !== next) field.value = next;
  };
}

function createField(caption: string): HTMLTextAreaElement {
  const field = document.createElement("textarea");
  field.className = "image-caption-field";
  field.rows = 1;
  field.maxLength = MAX_CAPTION_CHARS;
  field.dir = "auto";
  field.value = caption;
  field.placeholder = text.addCaption;
  field.setAttribute("aria-label", text.caption);
  return field;
}

function fitHeight(field: HTMLTextAreaElement): void {
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}
