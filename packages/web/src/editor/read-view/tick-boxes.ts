/** Task boxes in the read view: toggled by pointer or Space, and saved like any edit. */
import { setTaskChecked } from "@satchel/core/document/reading/edit-read-note.ts";

/** Applies an edit to the content; returns undefined if it is no longer possible. */
export type ReadingEdit = (content: string) => string | undefined;
export type EditListener = (edit: ReadingEdit) => void;

const BOX = 'li[data-type="taskItem"] > label > input';
/** Elements of a later version, which are shown but not changed. */
const UNKNOWN = '[data-satchel]:not([data-satchel="callout"])';

/** Reports ticks by the index of the task in the text. Returns a function that ends this. */
export function listenForTicks(host: HTMLElement, onEdit: EditListener): () => void {
  for (const box of boxesOf(host)) box.disabled = false;
  const handleChange = ({ target }: Event): void => {
    const index = boxesOf(host).findIndex((box) => box === target);
    const { checked } = target as HTMLInputElement;
    if (index !== -1) onEdit((content) => setTaskChecked(content, index, checked));
  };
  host.addEventListener("change", handleChange);
  return () => host.removeEventListener("change", handleChange);
}

/** Keeps the focus on a box around a text update, which may replace its element. */
export function keepBoxFocus(host: HTMLElement): () => void {
  const index = boxesOf(host).findIndex((box) => box === host.ownerDocument.activeElement);
  return () => {
    const box = boxesOf(host)[index];
    if (box === undefined || box === host.ownerDocument.activeElement) return;
    box.disabled = false;
    box.focus({ preventScroll: true });
  };
}

function boxesOf(host: HTMLElement): HTMLInputElement[] {
  return [...host.querySelectorAll<HTMLInputElement>(BOX)].filter((box) => box.closest(UNKNOWN) === null);
}
