/** The page of a note comes after the list. Whoever opens one waits for the page and for what it shows at the same time, not for one after the other. */
import { late } from "../../shared/late.ts";
import { MissingPart } from "../../shared/ui/MissingPart.tsx";
import { NoteView } from "./late-editor.ts";

export const ViewNote = late(async () => {
  NoteView.fetch().catch(() => undefined);
  return (await import("./ViewNote.tsx")).ViewNote;
}, MissingPart);
