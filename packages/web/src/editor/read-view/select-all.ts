/** Ctrl+A in the read view: selects the cell or code block with the selection first, then the note without the page around it. */
import { isSelectAllKey } from "../find/use-find-key.ts";

const BLOCK = "td, th, pre";

/** Returns a function that ends this. */
export function selectByKey(host: HTMLElement): () => void {
  const page = host.closest<HTMLElement>("[data-print]") ?? host;
  const handleKey = (event: KeyboardEvent): void => {
    const { target } = event;
    const isWriting = target instanceof HTMLInputElement && target.type !== "checkbox";
    if (isWriting || event.defaultPrevented || !isSelectAllKey(event)) return;
    event.preventDefault();
    host.ownerDocument.getSelection()?.selectAllChildren(blockToSelect(host, target) ?? host);
  };
  page.addEventListener("keydown", handleKey);
  return () => page.removeEventListener("keydown", handleKey);
}

/** Returns the innermost cell or code block that is not selected yet and has words. */
function blockToSelect(host: HTMLElement, target: EventTarget | null): Element | undefined {
  const selection = host.ownerDocument.getSelection();
  const anchor = selection?.anchorNode ?? null;
  const from = host.contains(anchor) ? anchor : target instanceof HTMLPreElement ? target : null;
  let block = from instanceof Element ? from.closest(BLOCK) : (from?.parentElement?.closest(BLOCK) ?? null);
  while (block !== null && host.contains(block)) {
    const isInside = selection?.focusNode == null || block.contains(selection.focusNode);
    if (isInside && block.textContent !== "" && !isSelected(selection, block)) return block;
    block = block.parentElement?.closest(BLOCK) ?? null;
  }
  return undefined;
}

function isSelected(selection: Selection | null, block: Element): boolean {
  if (selection === null || selection.rangeCount === 0 || selection.isCollapsed) return false;
  const range = selection.getRangeAt(0);
  const all = document.createRange();
  all.selectNodeContents(block);
  return range.toString() === all.toString();
}
