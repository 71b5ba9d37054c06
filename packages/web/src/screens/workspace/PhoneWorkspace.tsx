/** The frame of a phone: list and note side by side, one of them seen; a swipe or the back gesture changes. Spec A §2.8 "Mobile". */

import { findTab } from "@satchel/core/tabs/tab.ts";
import { decideSwipe } from "@satchel/core/workspace/panes.ts";
import { ChevronLeft, Menu as MenuIcon, Pencil, Plus } from "lucide-react";
import { type TouchEvent, useRef } from "react";
import { Button as AriaButton } from "react-aria-components";
import { ConnectionDot, SyncButton } from "../../features/header/ConnectionStatus.tsx";
import { MoreMenu } from "../../features/header/MoreMenu.tsx";
import { NoteListPane } from "../../features/note-list/NoteListPane.tsx";
import { PhoneTabs } from "../../features/note-tabs/PhoneTabs.tsx";
import { Notices } from "../../features/notices/Notices.tsx";
import { SensitiveTimer } from "../../features/sensitive/SensitiveTimer.tsx";
import { SyncNotices } from "../../features/sync/SyncNotices.tsx";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { notesText } from "../../text/notes.ts";
import { workspaceText } from "../../text/workspace.ts";
import { useFrameState } from "../frame-context.ts";
import css from "./phone.module.css";
import { TabPanels } from "./TabPanels.tsx";
import type { Address } from "./use-address.ts";
import { useLockedFolder } from "./use-locked-folder.tsx";
import { useListBeneath } from "./use-notes-navigate.ts";
import { useOpenNoteId } from "./use-open-note.ts";

export function PhoneWorkspace({ isNoteAddress, isInvalid, searchWish }: Address) {
  const openNoteId = useOpenNoteId();
  const lockedFolder = useLockedFolder();
  const { tabs } = useLibrary();
  // The keyboard needs the room while somebody writes; the list has the tabs.
  const isWriting = useStore(tabs.store, (state) => {
    const tab = findTab(state.tabs, state.activeTabId);
    return tab !== undefined && tab.type !== "view";
  });
  const { newNote, showRecoveryKey } = useWorkspaceActions();
  const { askAbout } = useFrameState();
  useListBeneath(!isInvalid);
  const swipe = useSwipe(isNoteAddress);
  return (
    <main className={css.phone}>
      <Notices isBrief={isNoteAddress} onRecoveryKey={showRecoveryKey} onTarget={() => askAbout("target")} />
      <SyncNotices onRemoval={() => askAbout("removal")} />
      <div className={isNoteAddress ? `${css.slider} ${css.atContent}` : css.slider} {...swipe}>
        <section className={css.pane} inert={isNoteAddress} aria-label={workspaceText.list}>
          <div className={css.fill}>
            <NoteListPane openNoteId={openNoteId} isPhone header={<ListHeader />} searchWish={searchWish} inPlaceOfRows={lockedFolder} />
          </div>
          <AriaButton className={css.round as string} aria-label={workspaceText.newNote} onPress={newNote}>
            <Plus width={24} height={24} aria-hidden />
          </AriaButton>
        </section>
        <section className={`${css.pane} ${css.note}`} inert={!isNoteAddress} aria-label={workspaceText.openNote}>
          <NoteHeader />
          <div className={css.fill}>
            <TabPanels isInvalid={isInvalid} />
          </div>
        </section>
      </div>
      {!(isNoteAddress && isWriting) && <PhoneTabs isContentShown={isNoteAddress} />}
    </main>
  );
}

function ListHeader() {
  const { kind } = useLibrary();
  const { toggleSidebar } = useFrameState();
  return (
    <header className={css.listHeader}>
      <h1 className={css.heading}>{workspaceText.notes}</h1>
      <SensitiveTimer />
      {kind === "cloud" && (
        <>
          <ConnectionDot withWord={false} />
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
      <MoreMenu />
    </header>
  );
}

/** Swipes change panes; inside something that scrolls sideways itself they stay its own. */
function useSwipe(isNoteAddress: boolean) {
  const { tabs } = useLibrary();
  const { showList, activate } = useWorkspaceActions();
  const start = useRef<{ readonly x: number; readonly y: number } | undefined>(undefined);
  return {
    onTouchStart(event: TouchEvent) {
      const touch = event.touches[0];
      start.current =
        touch === undefined || event.touches.length > 1 || scrollsSideways(event.target)
          ? undefined
          : { x: touch.clientX, y: touch.clientY };
    },
    onTouchEnd(event: TouchEvent) {
      const touch = event.changedTouches[0];
      if (start.current === undefined || touch === undefined) return;
      const swipe = decideSwipe(touch.clientX - start.current.x, touch.clientY - start.current.y);
      start.current = undefined;
      const { activeTabId } = tabs.store.getState();
      if (swipe === "to-list" && isNoteAddress) showList();
      if (swipe === "to-content" && !isNoteAddress && activeTabId !== null) activate(activeTabId);
    },
  };
}

function scrollsSideways(target: EventTarget): boolean {
  for (let element = target as Element | null; element instanceof HTMLElement; element = element.parentElement) {
    if (element.isContentEditable && getSelection()?.isCollapsed === false) return true;
    if (element.scrollWidth > element.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(element).overflowX)) return true;
  }
  return false;
}
