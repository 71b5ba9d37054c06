/** The editor is the largest part of the application: loaded once the frame is shown, before the user needs it. */

import { lazyComponent } from "../../shared/lazy/lazy-component.ts";
import { missingField } from "../../shared/typeahead/held-keys.ts";

export const NoteEditor = lazyComponent(async () => (await import("../../editor/NoteEditor.tsx")).NoteEditor, missingField("note", "part"));
export const NoteView = lazyComponent(async () => (await import("../../editor/read-view/NoteView.tsx")).NoteView, "part");
export const ReadFind = lazyComponent(
  async () => (await import("../../editor/read-view/find/ReadFind.tsx")).ReadFind,
  missingField("find", "part"),
);
export const Backlinks = lazyComponent(async () => (await import("./Backlinks.tsx")).Backlinks);
/** Loaded with the first note that has tags. */
export const NoteTags = lazyComponent(async () => (await import("./NoteTags.tsx")).NoteTags);
/** Loaded with the first note of a day. */
export const DayBar = lazyComponent(async () => (await import("./DayBar.tsx")).DayBar);
export const NewNoteTags = lazyComponent(async () => (await import("./NoteTags.tsx")).NewNoteTags);
