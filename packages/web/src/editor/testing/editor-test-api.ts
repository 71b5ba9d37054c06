/** API of browser tests, on `window.satchelEditor` of the page of browser-test-api.tsx. Types only. */
import type { Editor } from "@tiptap/core";

export type EditorTestApi = {
  /** Opens a note in the editor, and in the read view unless `isRead` is false. */
  load(html: string, isRead?: boolean): void;
  /** Replaces the text by a version from another device. */
  receive(html: string): void;
  /** Last text that the parent received or loaded. */
  value(): string;
  changes(): number;
  /** Serialization of the editor library, through the DOM. */
  domHtml(): string;
  editor(): Editor;
  /** Puts the caret at the end and focuses the text at once. */
  focusEnd(): void;
  /** Toasts since the note was loaded. */
  notifications(): readonly string[];
  clean(html: string): string;
  /** Lengths of the pastes that went to the worker. */
  pastes(): readonly number[];
  /** Holds finished work of workers until `letPendingGo` releases it, in order or last first. */
  holdPending(): void;
  letPendingGo(isLastFirst?: boolean): void;
  /** Makes such pastes fail, as after a worker crash. */
  breakCleaner(isBroken: boolean): void;
  /** Unmounts the editor, as a lock does; its last report is the value. */
  end(): void;
  /** Progress of pending content that the parent received. */
  pending(): number | undefined;
};

declare global {
  interface Window {
    satchelEditor?: EditorTestApi;
  }
}
