/** Writing comes after the list. Whoever begins waits for the page and for its editor at the same time, not for one after the other. */
import { NoteEditor } from "../../features/note/late-editor.ts";
import { late } from "../../shared/late.ts";
import { MissingPart } from "../../shared/ui/MissingPart.tsx";

export const WriteTab = late(async () => {
  NoteEditor.fetch().catch(() => undefined);
  const { WriteTab, fetchTools } = await import("./WriteTab.tsx");
  fetchTools();
  return WriteTab;
}, MissingPart);
