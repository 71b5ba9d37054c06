/** /notes and everything below it: list, tabs and the note in front, as the width allows. Spec A §2.8. */
import { findTab } from "@satchel/core/tabs/tab.ts";
import type { Shortcut } from "@satchel/core/workspace/shortcuts.ts";
import { useEffect } from "react";
import { fetchEditorWhenIdle } from "../../features/note/late-editor.ts";
import { useShortcuts } from "../../shared/hooks/use-shortcuts.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { LateSpinner } from "../../shared/ui/LateSpinner.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { useFrameState } from "../frame-context.ts";
import { DesktopWorkspace } from "./DesktopWorkspace.tsx";
import { PhoneWorkspace } from "./PhoneWorkspace.tsx";
import { useAddress } from "./use-address.ts";

export function WorkspaceScreen() {
  const { tabs } = useLibrary();
  const { isPhone } = useFrameState();
  const phase = useStore(tabs.store, (state) => state.phase);
  useEffect(() => void tabs.restore(), [tabs]);
  useEffect(fetchEditorWhenIdle, []);
  const address = useAddress(phase === "ready");
  useWorkspaceShortcuts();
  if (phase !== "ready") return <LateSpinner />;
  return isPhone ? <PhoneWorkspace {...address} /> : <DesktopWorkspace {...address} />;
}

function useWorkspaceShortcuts(): void {
  const { tabs, notes, workspace } = useLibrary();
  const { newNote, save, cycle } = useWorkspaceActions();
  const selectFolder = (step: 1 | -1): void => {
    const ids = [null, ...notes.store.getState().folders.map((folder) => folder.folderId)];
    const at = ids.indexOf(workspace.store.getState().folderId);
    workspace.selectFolder(ids[(at + step + ids.length) % ids.length] ?? null);
  };
  const saveActive = (): void => {
    const state = tabs.store.getState();
    const tab = findTab(state.tabs, state.activeTabId);
    if (tab !== undefined && tab.type !== "view") save(tab.id);
  };
  const commands: Readonly<Record<Shortcut, () => void>> = {
    "new-note": newNote,
    save: saveActive,
    "next-tab": () => cycle(1),
    "previous-tab": () => cycle(-1),
    "next-folder": () => selectFolder(1),
    "previous-folder": () => selectFolder(-1),
  };
  useShortcuts((shortcut) => commands[shortcut]());
}
