/** Loads the editor's page and the editor at the same time, after the list. */
import { NoteEditor } from "../../features/note/lazy-editor.ts";
import { lazyComponent } from "../../shared/lazy/lazy-component.ts";
import { missingField } from "../../shared/typeahead/held-keys.ts";

export const WriteTab = lazyComponent(
  async () => {
    NoteEditor.fetch().catch(() => undefined);
    const { WriteTab, fetchTools } = await import("./WriteTab.tsx");
    fetchTools();
    return WriteTab;
  },
  missingField("note", "note"),
);
