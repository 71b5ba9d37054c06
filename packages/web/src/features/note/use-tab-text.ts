/** What connects the editor of a tab with the tabs service: the text that is shown, and every edit of it on its way back. */
import { draftOf, type EditTab, type NewTab } from "@satchel/core/workspace/tabs/tab.ts";
import type { TabsService } from "@satchel/core/workspace/tabs/tabs-service.ts";
import type { NoteEditorProps } from "../../editor/NoteEditor.tsx";

type TabText = Pick<NoteEditorProps, "value" | "version" | "onChange" | "connect">;

export function useTabText(tabs: TabsService, tab: EditTab | NewTab): TabText {
  return {
    value: draftOf(tab)?.content ?? "",
    version: tab.type === "edit" && tab.editing.kind === "open" ? tab.editing.opened : undefined,
    onChange: (content, version) => tabs.editDraft(tab.id, { content }, version),
    connect: (editor) => tabs.connectEditor(tab.id, editor),
  };
}
