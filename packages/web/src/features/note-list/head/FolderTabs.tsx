/** All Notes and one tab per folder, in a scrolling row. Spec A §2.9 "Folder tab bar". */
import { type Folder, folderPath } from "@satchel/core/model/entities/folder.ts";
import { LAYOUT } from "@satchel/core/model/limits/limits.ts";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useScrollEdges } from "../../../shared/hooks/use-layout.ts";
import { useNoteDrop } from "../../../shared/hooks/use-note-drop.ts";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { FolderDot } from "../../../shared/marks/FolderMark.tsx";
import { useFolderMenu } from "../../../shared/menus/menu-items.tsx";
import { useLibrary } from "../../../shared/services.ts";
import { useWorkspaceActions } from "../../../shared/workspace-actions.ts";
import { workspaceText } from "../../../text/workspace.ts";
import css from "./folder-tabs.module.css";

export const LIST_PANEL_ID = "notes-of-folder";

export function FolderTabs() {
  const { notes, workspace, sensitive } = useLibrary();
  const folders = useStore(notes.store, (state) => state.folders);
  const folderId = useStore(workspace.store, (state) => state.folderId);
  const { scroller, ends, scroll, handleScroll } = useScrollEdges(folders.length);
  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
    const at = (tabs.indexOf(document.activeElement as HTMLElement) + step + tabs.length) % tabs.length;
    tabs[at]?.focus();
    const folder = folders[at - 1];
    // Moving to a locked folder does not select it, because that asks for its password: it takes an Enter.
    if (folder?.folderType !== "SENSITIVE" || sensitive.store.getState().kind === "unlocked")
      workspace.selectFolder(folder?.folderId ?? null);
  };

  return (
    <div className={css.bar}>
      {ends.left && <Arrow side="left" onPress={() => scroll(-LAYOUT.folderScrollStepPx)} />}
      <div
        ref={scroller}
        className={css.tabs}
        role="tablist"
        aria-label={workspaceText.folderTabs}
        onScroll={handleScroll}
        onKeyDown={handleKeyDown}
      >
        <FolderTab folder={undefined} isSelected={folderId === null} />
        {folders.map((folder) => (
          <FolderTab key={folder.folderId} folder={folder} isSelected={folderId === folder.folderId} />
        ))}
      </div>
      {ends.right && <Arrow side="right" onPress={() => scroll(LAYOUT.folderScrollStepPx)} />}
    </div>
  );
}

type FolderTabProps = { readonly folder: Folder | undefined; readonly isSelected: boolean };

function FolderTab({ folder, isSelected }: FolderTabProps) {
  const { selectFolder } = useWorkspaceActions();
  const { isOver, target } = useNoteDrop(folder);
  const { onContextMenu, menu } = useFolderMenu(folder);
  const handle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isSelected) handle.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [isSelected]);
  return (
    <>
      <button
        ref={handle}
        type="button"
        role="tab"
        aria-selected={isSelected}
        aria-controls={LIST_PANEL_ID}
        tabIndex={isSelected ? 0 : -1}
        className={[css.tab, isSelected ? css.selected : "", isOver ? css.over : ""].join(" ")}
        onClick={() => selectFolder(folder?.folderId ?? null)}
        onContextMenu={onContextMenu}
        {...target}
      >
        {folder === undefined ? workspaceText.allNotes : <FolderName folder={folder} />}
      </button>
      {menu}
    </>
  );
}

function FolderName({ folder }: { readonly folder: Folder }) {
  return (
    <>
      <FolderDot folder={folder} />
      <span className={css.name}>{folderPath(folder)}</span>
    </>
  );
}

function Arrow({ side, onPress }: { readonly side: "left" | "right"; readonly onPress: () => void }) {
  const label = side === "left" ? workspaceText.scrollLeft : workspaceText.scrollRight;
  return (
    <button type="button" tabIndex={-1} aria-label={label} className={`${css.arrow} ${css[side]}`} onClick={onPress}>
      {side === "left" ? <ChevronLeft aria-hidden /> : <ChevronRight aria-hidden />}
    </button>
  );
}
