/** The page of a note loads after the list. Page and content load at the same time, not one after the other. */
import { lazyComponent } from "../../../shared/lazy/lazy-component.ts";
import { NoteView } from "../lazy-editor.ts";

export const ViewNote = lazyComponent(async () => {
  NoteView.fetch().catch(() => undefined);
  return (await import("./ViewNote.tsx")).ViewNote;
}, "note");

/** Page for an address that no note can have. */
export const MissingNote = lazyComponent(async () => (await import("../MissingNote.tsx")).MissingNote, "note");
