/** Writing comes after the list. Anyone who begins waits for the page and for its editor at the same time, not for one after the other. */
import { NoteEditor } from "../../features/note/lazy-editor.ts";
import { lazyComponent } from "../../shared/lazy/lazy-component.ts";

export const WriteTab = lazyComponent(async () => {
  NoteEditor.fetch().catch(() => undefined);
  const { WriteTab, fetchTools } = await import("./WriteTab.tsx");
  fetchTools();
  return WriteTab;
}, "note");
