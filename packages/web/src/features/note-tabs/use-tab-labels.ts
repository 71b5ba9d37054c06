/** Title of each tab. Rules: core/workspace/tabs/tab-title.ts. */
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
  return note?.seal === "locked" ? sensitiveNotesText.note : tabTitle(tab, note, LABELS);
}

/** Removes the prefix that the pencil icon replaces, so that the title has more space. */
export function withoutPrefix(title: string): string {
  return title.startsWith(EDIT_PREFIX) ? title.slice(EDIT_PREFIX.length) : title;
}

/** Id of the panel that a tab controls (screens/workspace/TabPanels.tsx). */
export function tabPanelId(tabId: string): string {
  return `panel-${tabId}`;
}
