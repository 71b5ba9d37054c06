/** The page of a note comes after the list. Anyone who opens one waits for the page and for what it shows at the same time, not for one after the other. */
import { lazyComponent } from "../../../shared/lazy/lazy-component.ts";
import { NoteView } from "../lazy-editor.ts";

export const ViewNote = lazyComponent(async () => {
  NoteView.fetch().catch(() => undefined);
  return (await import("./ViewNote.tsx")).ViewNote;
}, "note");

/** Of an address that no note can have. */
export const MissingNote = lazyComponent(async () => (await import("../MissingNote.tsx")).MissingNote, "note");
