/** The page /notes and all below it: list, tabs and the active note, as the width allows. Spec A §2.8. */
import { LAZY_FOLDER_CHANGES } from "@satchel/core/library/folders/folder-commands-service.ts";
import { LAZY_MERGE } from "@satchel/core/merge/lazy-merge.ts";
import { Suspense, useContext, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { MissingNote, ViewNote } from "../../features/note/reading/lazy-note.ts";
import { WhyNoRows } from "../../features/note-list/rows/lazy-why-no-rows.ts";
import { fetchBands } from "../../features/notices/lazy-bands.ts";
import { fetchShortcuts } from "../../features/shortcuts/ShortcutBubble.tsx";
import { useEscape } from "../../shared/hooks/use-shortcuts.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { fetchWhenIdle } from "../../shared/lazy/lazy-component.ts";
import { useLibrary } from "../../shared/services.ts";
import { DelayedSpinner } from "../../shared/ui/DelayedSpinner.tsx";
import { FrameContext } from "../actions/frame-context.ts";
import { fetchSeldomCommands } from "../actions/note-commands.ts";
import { DesktopWorkspace } from "./DesktopWorkspace.tsx";
import { WriteTab } from "./lazy-write-tab.ts";
import { OwnScreen } from "./own-screen/lazy-own-screen.ts";
import { PhoneWorkspace } from "./PhoneWorkspace.tsx";
import { TabPanels } from "./TabPanels.tsx";
import { type Address, useAddress } from "./use-address.ts";
import { fetchLockedFolder } from "./use-list-state.tsx";
import css from "./workspace.module.css";
import { createWorkspacePanels } from "./workspace-panels.ts";

const LAZY_PARTS = [
  ViewNote.fetch,
  WriteTab.fetch,
  fetchShortcuts,
  fetchLockedFolder,
  WhyNoRows.fetch,
  fetchBands,
  fetchSeldomCommands,
  LAZY_FOLDER_CHANGES.load,
  LAZY_MERGE.load,
  OwnScreen.fetch,
  MissingNote.fetch,
];

export function WorkspaceScreen() {
  const { tabs } = useLibrary();
  const phase = useStore(tabs.store, (state) => state.phase);
  useEffect(() => void tabs.restore(), [tabs]);
  useEffect(() => fetchWhenIdle(LAZY_PARTS), []);
  const address = useAddress(phase === "ready");
  const expanded = useStore(tabs.store, (state) => state.tabs.find((tab) => tab.id === state.activeTabId && tab.isExpanded)?.id);
  useEscape(expanded !== undefined, () => expanded !== undefined && tabs.setExpanded(expanded, false));
  if (phase !== "ready") return <DelayedSpinner />;
  return <Workspace {...address} />;
}

const HIDDEN = { visibility: "hidden" } as const;

/** Panels are rendered once, for whichever frame is shown. */
function Workspace({ screen, ...address }: Address) {
  const { isPhone } = useContext(FrameContext);
  const [panels] = useState(createWorkspacePanels);
  const Frame = isPhone ? PhoneWorkspace : DesktopWorkspace;
  const isCovered = screen !== undefined && (isPhone || screen.noteId === undefined);
  return (
    <div className={css.workspace}>
      {/* Hidden and inert, but mounted, so that lists and texts keep their scroll position. */}
      <div className={css.frame} style={isCovered ? HIDDEN : undefined}>
        <Frame {...address} panels={panels} />
      </div>
      <Suspense>{screen !== undefined && <OwnScreen match={screen} />}</Suspense>
      {createPortal(<TabPanels isInvalid={address.isInvalid} />, panels.element)}
    </div>
  );
}
