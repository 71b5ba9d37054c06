/** The pages of a note come after the list. Whoever opens one waits for its page and for what it shows at the same time, not for one after the other. */
import { late } from "../../shared/late.ts";
import { NotLoaded } from "../../shared/ui/NotLoaded.tsx";
import { fetchEditor, fetchView } from "./late-editor.ts";

export const ViewNote = late(async () => {
  fetchView().catch(() => undefined);
  return (await import("./ViewNote.tsx")).ViewNote;
}, NotLoaded);

export const WriteNote = late(async () => {
  fetchEditor().catch(() => undefined);
  return (await import("./WriteNote.tsx")).WriteNote;
}, NotLoaded);
