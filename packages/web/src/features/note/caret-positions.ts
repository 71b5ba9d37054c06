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

/** Shows the text where an editor has left it, and records where the reader clicks or selects, until the returned function stores the position. */
export function followReader(noteId: string, page: HTMLElement): () => void {
  const { ownerDocument } = page;
  let clicked: TextPosition | undefined;
  const findText = (): HTMLElement | null => page.querySelector<HTMLElement>(".note-content");
  const [shown, upper] = [findText(), leftAt.get(noteId)];
  if (shown !== null && upper !== undefined) scrollToUpperBlock(shown, upper);
  leftAt.delete(noteId);
  const handleSelection = (): void => {
    const { anchorNode, anchorOffset = 0 } = ownerDocument.getSelection() ?? {};
    const text = findText();
    if (text === null || !anchorNode || !text.contains(anchorNode)) return;
    const position = positionOfPoint(text, anchorNode, anchorOffset);
    if (position !== undefined) clicked = { ...position, top: topOf(anchorNode, anchorOffset) };
  };
  ownerDocument.addEventListener("selectionchange", handleSelection);
  return () => {
    ownerDocument.removeEventListener("selectionchange", handleSelection);
    // After a quick double click, the selection event has not arrived yet.
    handleSelection();
    const text = findText();
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
