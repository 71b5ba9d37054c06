/** Where the reader of a note last was, by note, so that editing goes on there. For as long as the page is open; nothing of the text is kept. */
import { positionInView, positionOfPoint, type TextPosition } from "../../editor/position/text-position.ts";

const positions = new Map<string, TextPosition>();

export const caretPositions = {
  of: (noteId: string): TextPosition | undefined => positions.get(noteId),
  remember(noteId: string, position: TextPosition): void {
    positions.set(noteId, position);
  },
};

/** Follows where the reader clicks or selects; afterwards the place is remembered. */
export function followReader(noteId: string, page: HTMLElement): () => void {
  const { ownerDocument } = page;
  let clicked: TextPosition | undefined;
  const findText = (): HTMLElement | null => page.querySelector<HTMLElement>(".note-content");
  const handleSelection = (): void => {
    const { anchorNode, anchorOffset } = ownerDocument.getSelection() ?? {};
    const text = findText();
    if (text === null || !anchorNode || !text.contains(anchorNode)) return;
    clicked = positionOfPoint(text, anchorNode, anchorOffset ?? 0) ?? clicked;
  };
  ownerDocument.addEventListener("selectionchange", handleSelection);
  return () => {
    ownerDocument.removeEventListener("selectionchange", handleSelection);
    // Of a quick double click the event is still to come.
    handleSelection();
    const text = findText();
    const position = clicked ?? (text === null ? undefined : positionInView(text));
    if (position !== undefined) caretPositions.remember(noteId, position);
  };
}
