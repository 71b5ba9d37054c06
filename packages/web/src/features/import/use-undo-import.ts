/** Undoes the import, closes the tabs of its notes, and shows the tab that is active then. Typed text is saved first. Decision 0028. */
import { PATHS } from "@satchel/core/model/routes.ts";
import { frameOf } from "@satchel/core/workspace/layout/panes.ts";
import { findTab } from "@satchel/core/workspace/tabs/tab.ts";
import { locationOf } from "@satchel/core/workspace/tabs/tab-location.ts";
import { useCallback } from "react";
import { useNavigate } from "../../shared/router/router.ts";
import { useLibrary } from "../../shared/services.ts";

export function useUndoImport(): () => Promise<void> {
  const { imports, tabs } = useLibrary();
  const navigate = useNavigate();
  return useCallback(async () => {
    await tabs.saveAll();
    await imports.undo();
    const state = imports.store.getState();
    if (state.kind !== "undone") return;
    const before = tabs.store.getState().activeTabId;
    for (const noteId of state.noteIds) tabs.closeNote(noteId);
    const { tabs: left, activeTabId } = tabs.store.getState();
    if (activeTabId === before) return;
    const { path, state: locationState } = locationOf(findTab(left, activeTabId));
    if (frameOf(innerWidth) === "phone") navigate(PATHS.notes, { replace: true });
    else navigate(path, { state: locationState, replace: true });
  }, [imports, tabs, navigate]);
}
