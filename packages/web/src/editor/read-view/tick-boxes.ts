/** The boxes of a note's tasks while it is read: ticked by pointer or Space, and saved like any edit. */

export type TickListener = (index: number, isChecked: boolean) => void;

const BOX = 'li[data-type="taskItem"] > label > input';
/** What a later version wrote is shown and not changed. */
const UNKNOWN = '[data-satchel]:not([data-satchel="callout"])';

/** Answers what ends it. Tasks are counted in the order of the text. */
export function listenForTicks(host: HTMLElement, onTick: TickListener): () => void {
  for (const box of boxesOf(host)) box.disabled = false;
  const handleChange = ({ target }: Event): void => {
    const index = boxesOf(host).findIndex((box) => box === target);
    if (index !== -1) onTick(index, (target as HTMLInputElement).checked);
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
