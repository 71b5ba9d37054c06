/** The page of a note comes after the list. Whoever opens one waits for the page and for what it shows at the same time, not for one after the other. */
import { lazyComponent } from "../../shared/lazy-component.ts";
import { MissingPart } from "../../shared/ui/MissingPart.tsx";
import { NoteView } from "./lazy-editor.ts";

export const ViewNote = lazyComponent(async () => {
  NoteView.fetch().catch(() => undefined);
  return (await import("./ViewNote.tsx")).ViewNote;
}, MissingPart);
