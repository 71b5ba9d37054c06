/** Where the reader of a note last was, by note, so that editing goes on there. For as long as the page is open; nothing of the text is kept. */
import { placeInView, placeOfPoint, type TextPlace } from "../../editor/read-view/text-place.ts";

const places = new Map<string, TextPlace>();

export const caretPlaces = {
  of: (noteId: string): TextPlace | undefined => places.get(noteId),
  remember(noteId: string, place: TextPlace): void {
    places.set(noteId, place);
  },
};

/** Follows where the reader clicks or selects; afterwards the place is remembered. */
export function followReader(noteId: string, page: HTMLElement): () => void {
  const { ownerDocument } = page;
  let clicked: TextPlace | undefined;
  const findText = (): HTMLElement | null => page.querySelector<HTMLElement>(".note-content");
  const handleSelection = (): void => {
    const { anchorNode, anchorOffset } = ownerDocument.getSelection() ?? {};
    const text = findText();
    if (text === null || !anchorNode || !text.contains(anchorNode)) return;
    clicked = placeOfPoint(text, anchorNode, anchorOffset ?? 0) ?? clicked;
  };
  ownerDocument.addEventListener("selectionchange", handleSelection);
  return () => {
    ownerDocument.removeEventListener("selectionchange", handleSelection);
    // Of a quick double click the event is still to come.
    handleSelection();
    const text = findText();
    const place = clicked ?? (text === null ? undefined : placeInView(text));
    if (place !== undefined) caretPlaces.remember(noteId, place);
  };
}
