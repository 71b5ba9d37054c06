/** The note in front, so that the list can mark its row. */
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";

export function useOpenNoteId(): string | null {
  const { tabs } = useLibrary();
  return useStore(tabs.store, (state) => {
    const tab = state.tabs.find((one) => one.id === state.activeTabId);
    return tab === undefined || tab.type === "new" ? null : tab.noteId;
  });
}
