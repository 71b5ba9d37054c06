/** The frame of a phone: list and note side by side, one of them visible; a swipe or the back gesture switches. Spec A §2.8 "Mobile". */

import { findTab } from "@satchel/core/workspace/tabs/tab.ts";
import { ChevronLeft, Menu as MenuIcon, Pencil, Plus } from "lucide-react";
import { memo, useContext } from "react";
import { BackupBand } from "../../features/backup/BackupBand.tsx";
import { ConnectionDot, SyncButton } from "../../features/header/ConnectionStatus.tsx";
import { MoreMenu } from "../../features/header/MoreMenu.tsx";
import { NoteListPane } from "../../features/note-list/NoteListPane.tsx";
import { PhoneTabs } from "../../features/note-tabs/PhoneTabs.tsx";
import { Notices } from "../../features/notices/Notices.tsx";
import { SensitiveTimer } from "../../features/sensitive/SensitiveTimer.tsx";
import { SyncNotices } from "../../features/sync/SyncNotices.tsx";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { PressButton } from "../../shared/ui/buttons/PressButton.tsx";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { notesText } from "../../text/notes/notes.ts";
import { workspaceText } from "../../text/workspace.ts";
import { FrameContext } from "../actions/frame-context.ts";
import { useActionCommands } from "../actions/use-action-commands.ts";
import { useListBeneath } from "../actions/use-notes-navigate.ts";
import { PanelsHost } from "./PanelsHost.tsx";
import css from "./phone.module.css";
import type { FrameProps } from "./use-address.ts";
import { useLockedFolder } from "./use-list-state.tsx";
import { useSwipe } from "./use-swipe.ts";

/** Memoized, so that another note renders its own page and row alone. */
export const PhoneWorkspace = memo(function PhoneWorkspace({ isNoteAddress, isInvalid, searchFocusKey, panels }: FrameProps) {
  const lockedFolder = useLockedFolder();
  const { tabs } = useLibrary();
  const isWriting = useStore(tabs.store, (state) => {
    const tab = findTab(state.tabs, state.activeTabId);
    return tab !== undefined && tab.type !== "view";
  });
  const { newNote, showRecoveryKey } = useWorkspaceActions();
  const { askAbout } = useContext(FrameContext);
  useListBeneath(!isInvalid);
  const slider = useSwipe(isNoteAddress);
  return (
    <main className={css.phone}>
      <Notices
        isBrief={isNoteAddress}
        onRecoveryKey={showRecoveryKey}
        onTarget={() => askAbout("target")}
        onJoinSensitive={() => askAbout("join-sensitive")}
      />
      <SyncNotices onRemoval={() => askAbout("removal")} />
      <BackupBand />
      <div ref={slider} className={isNoteAddress ? `${css.slider} ${css.atContent}` : css.slider}>
        <section className={css.pane} inert={isNoteAddress} aria-label={workspaceText.list}>
          <div className={css.fill}>
            <NoteListPane isPhone header={<ListHeader />} searchFocusKey={searchFocusKey} rowsReplacement={lockedFolder} />
          </div>
          <PressButton className={css.round} aria-label={workspaceText.newNote} onPress={newNote}>
            <Plus width={24} height={24} aria-hidden />
          </PressButton>
        </section>
        <section className={`${css.pane} ${css.note}`} inert={!isNoteAddress} aria-label={workspaceText.openNote}>
          <NoteHeader />
          <div className={css.fill}>
            <PanelsHost panels={panels} />
          </div>
        </section>
      </div>
      {/* The editor has its own bar at the bottom, and the open notes are one step back. */}
      {!(isNoteAddress && isWriting) && <PhoneTabs isContentShown={isNoteAddress} />}
    </main>
  );
});

function ListHeader() {
  const { kind } = useLibrary();
  const { toggleSidebar } = useContext(FrameContext);
  return (
    <header className={css.listHeader}>
      <h1 className={css.heading}>{workspaceText.notes}</h1>
      <SensitiveTimer />
      {kind === "cloud" && (
        <>
          <ConnectionDot withLabel={false} />
          <SyncButton isPhone />
        </>
      )}
      <IconButton label={workspaceText.menu} icon={<MenuIcon />} onPress={toggleSidebar} />
    </header>
  );
}

function NoteHeader() {
  const { tabs, notes } = useLibrary();
  const { showList, editNote } = useWorkspaceActions();
  const run = useActionCommands();
  const tab = useStore(tabs.store, (state) => findTab(state.tabs, state.activeTabId));
  const summary = useStore(notes.store, (state) => (tab === undefined || tab.type === "new" ? undefined : state.notesById.get(tab.noteId)));
  const folderId = tab?.type === "new" ? tab.folderId : (summary?.folderId ?? null);
  const folder = useStore(notes.store, (state) => state.folders.find((one) => one.folderId === folderId));
  return (
    <header className={css.noteHeader}>
      <IconButton label={workspaceText.backToList} icon={<ChevronLeft />} onPress={showList} />
      <span className={css.where}>{folder?.name ?? workspaceText.allNotes}</span>
      <SensitiveTimer />
      {tab?.type === "view" && <IconButton label={notesText.edit} icon={<Pencil />} onPress={() => editNote(tab.noteId)} />}
      <MoreMenu onAction={run} />
    </header>
  );
}
