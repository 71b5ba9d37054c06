/** The title of each tab in the interface's words. Rules: core/workspace/tabs/tab-title.ts. */
import type { Tab } from "@satchel/core/workspace/tabs/tab.ts";
import { type TabLabels, tabTitle } from "@satchel/core/workspace/tabs/tab-title.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { sensitiveNotesText } from "../../text/notes/sensitive-notes.ts";
import { workspaceText } from "../../text/workspace.ts";

const EDIT_PREFIX = "Edit: ";

const LABELS: TabLabels = {
  untitled: workspaceText.untitled,
  edit: (title) => `${EDIT_PREFIX}${title}`,
  newNote: (ordinal) => `New Note ${ordinal}`,
};

export function useTabTitle(tab: Tab): string {
  const { notes } = useLibrary();
  const note = useStore(notes.store, (state) => (tab.type === "new" ? undefined : state.notesById.get(tab.noteId)));
  return note?.seal === "locked" ? sensitiveNotesText.note : tabTitle(tab, note?.title, LABELS);
}

/** The pencil says it already: what distinguishes two of them gets the space. */
export function withoutPrefix(title: string): string {
  return title.startsWith(EDIT_PREFIX) ? title.slice(EDIT_PREFIX.length) : title;
}

/** What a tab controls: the panel of its note (screens/workspace/TabPanels.tsx). */
export function tabPanelId(tabId: string): string {
  return `panel-${tabId}`;
}
