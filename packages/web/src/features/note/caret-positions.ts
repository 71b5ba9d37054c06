/** Last reading position by note, so that editing starts there. Kept while the page is open; contains no text. */
import {
  positionInView,
  positionOfPoint,
  scrollToUpperBlock,
  type TextPosition,
  type UpperBlock,
} from "../../editor/position/text-position.ts";

const positions = new Map<string, TextPosition>();
/** Where editors had scrolled their texts to, until the text is read. */
const leftAt = new Map<string, UpperBlock>();

export const caretPositions = {
  of: (noteId: string): TextPosition | undefined => positions.get(noteId),
  remember(noteId: string, position: TextPosition, upper?: UpperBlock): void {
    positions.set(noteId, position);
    if (upper !== undefined) leftAt.set(noteId, upper);
  },
};

/** Clicks that may end the reading, because they begin an edit. */
const CLICKS = ["click", "dblclick"] as const;

/** Shows the text where an editor has left it, and records where the reader clicks or selects, until the returned function stores the position. */
export function followReader(noteId: string, page: HTMLElement): () => void {
  const { ownerDocument } = page;
  let clicked: TextPosition | undefined;
  let hasScrolled = false;
  const findText = (): HTMLElement | null => page.querySelector<HTMLElement>(".note-content");
  const [shown, upper] = [findText(), leftAt.get(noteId)];
  if (shown !== null && upper !== undefined) {
    scrollToUpperBlock(shown, upper);
    hasScrolled = true;
  }
  leftAt.delete(noteId);
  const handleSelection = (): void => {
    const { anchorNode, anchorOffset = 0 } = ownerDocument.getSelection() ?? {};
    const text = findText();
    if (text === null || !anchorNode || !text.contains(anchorNode)) return;
    const position = positionOfPoint(text, anchorNode, anchorOffset);
    if (position !== undefined) clicked = { ...position, top: topOf(anchorNode, anchorOffset) };
  };
  const handleScroll = (): void => {
    hasScrolled = true;
  };
  ownerDocument.addEventListener("selectionchange", handleSelection);
  // After a quick double click, the selection event has not arrived yet.
  for (const type of CLICKS) page.addEventListener(type, handleSelection);
  page.addEventListener("scroll", handleScroll, { passive: true });
  return () => {
    ownerDocument.removeEventListener("selectionchange", handleSelection);
    for (const type of CLICKS) page.removeEventListener(type, handleSelection);
    page.removeEventListener("scroll", handleScroll);
    // Measures only if needed: it lays out a page that is just being removed.
    const text = clicked === undefined && hasScrolled ? findText() : null;
    const position = clicked ?? (text === null ? undefined : positionInView(text));
    if (position !== undefined) caretPositions.remember(noteId, position);
  };
}

function topOf(node: Node, offset: number): number | undefined {
  const range = node.ownerDocument?.createRange();
  range?.setStart(node, offset);
  const [line] = range?.getClientRects?.() ?? [];
  return line?.top;
}
