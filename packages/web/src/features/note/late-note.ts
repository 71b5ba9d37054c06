/** The pages of a note come after the list. Whoever opens one waits for its page and for what it shows at the same time, not for one after the other. */
import { late } from "../../shared/late.ts";
import { MissingPart } from "../../shared/ui/MissingPart.tsx";
import { NoteEditor, NoteView } from "./late-editor.ts";

export const ViewNote = late(async () => {
  NoteView.fetch().catch(() => undefined);
  return (await import("./ViewNote.tsx")).ViewNote;
}, MissingPart);

export const WriteNote = late(async () => {
  NoteEditor.fetch().catch(() => undefined);
  return (await import("./WriteNote.tsx")).WriteNote;
}, MissingPart);
