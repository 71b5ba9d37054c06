/** What a browser test reaches through `window.satchelEditor` on the page of browser-test-api.tsx. Types only. */
import type { Editor } from "@tiptap/core";

export type EditorTestApi = {
  /** Shows a note to edit, and unless it says otherwise to read. */
  load(html: string, isRead?: boolean): void;
  /** A version from another device takes the place of the text. */
  receive(html: string): void;
  /** What the parent was last given, or what it loaded. */
  value(): string;
  changes(): number;
  /** The editor library's own serialisation, through the DOM. */
  domHtml(): string;
  editor(): Editor;
  /** Puts the caret at the end and the focus into the text, at once. */
  focusEnd(): void;
  /** What was said in toasts since the note was loaded. */
  notifications(): readonly string[];
  clean(html: string): string;
  /** How long each paste was that went to the worker. */
  pastes(): readonly number[];
  /** From now on what workers prepare is not handed over until it is let go, in the order asked or the last one first. */
  holdPending(): void;
  letPendingGo(isLastFirst?: boolean): void;
  /** Whether such pastes come to nothing, as when the worker breaks. */
  breakCleaner(isBroken: boolean): void;
  /** Takes the editor away, as a lock does; what it then gave out is the value. */
  end(): void;
  /** The share of pending content that is done, as the parent was told. */
  pending(): number | undefined;
};

declare global {
  interface Window {
    satchelEditor?: EditorTestApi;
  }
}
