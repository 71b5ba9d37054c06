/** The boxes of a note's tasks while it is read: ticked by pointer or Space, and saved like any edit. */
import { setTaskChecked } from "@satchel/core/document/html/canonical-html.ts";

/** Answers the content with the edit made in it; undefined where it cannot be made any more. */
export type ReadingEdit = (content: string) => string | undefined;
export type EditListener = (edit: ReadingEdit) => void;

const BOX = 'li[data-type="taskItem"] > label > input';
/** What a later version wrote is shown and not changed. */
const UNKNOWN = '[data-satchel]:not([data-satchel="callout"])';

/** Answers what ends it. Tasks are counted in the order of the text. */
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

/** Around a change of the text: the box that has the focus may become another element. */
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
