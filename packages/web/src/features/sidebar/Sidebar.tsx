/** The left column: navigation, folders with counts, statistics, settings and sign-out. Spec A §2.8, B §2 "Sidebar". */

import { type FolderRow, folderRows } from "@satchel/core/library/folders/folder-tree.ts";
import { countByFolder, countHidden, countWaiting } from "@satchel/core/library/notes/note-list.ts";
import { PATHS } from "@satchel/core/model/routes.ts";
import { ChevronRight, FolderPlus, LayoutDashboard, NotebookText, PanelLeftClose, Search, Trash2 } from "lucide-react";
import { type KeyboardEvent, Suspense, useMemo } from "react";
import { startFolderDrag, useNoteDrop } from "../../shared/hooks/use-note-drop.ts";
import { usePendingNotes } from "../../shared/hooks/use-notes.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { lazyComponent } from "../../shared/lazy/lazy-component.ts";
import { FolderMark } from "../../shared/marks/FolderMark.tsx";
import { useFolderMenu } from "../../shared/menus/menu-items.tsx";
import { NavLink } from "../../shared/router/NavLink.tsx";
import { useLocation, useNavigate } from "../../shared/router/router.ts";
import { useLibrary } from "../../shared/services.ts";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { Logo } from "../../shared/ui/Logo.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { keyCaps, menuActionText } from "../../text/actions/actions.ts";
import { folderListText } from "../../text/notes/folders/folders.ts";
import { withHidden, workspaceText } from "../../text/workspace.ts";
import { SidebarFooter } from "./SidebarFooter.tsx";
import css from "./sidebar.module.css";

const Organized = lazyComponent(async () => (await import("./Organized.tsx")).Organized);

/** Addresses below the notes that do not show current notes. */
const APART: readonly string[] = [PATHS.trash, PATHS.past];

type SidebarProps = {
  readonly onHide: () => void;
  readonly onSearch: () => void;
  readonly onTrash: () => void;
  readonly onCreateFolder: () => void;
  readonly onSettings: () => void;
  readonly onSignOut: () => void;
  readonly onClearLocal: () => void;
  /** Called after a choice: on narrow screens the sidebar can close. */
  readonly onChoose: () => void;
};

export function Sidebar({ onHide, onSearch, onTrash, onCreateFolder, onSettings, onSignOut, onClearLocal, onChoose }: SidebarProps) {
  const { kind } = useLibrary();
  const isInTrash = useLocation().pathname === PATHS.trash;
  return (
    <nav className={css.sidebar} aria-label={workspaceText.navigation}>
      <div className={css.head}>
        <Logo />
        {kind === "local" && <span className={css.badge}>{workspaceText.localMode}</span>}
        <span className={css.fold}>
          <IconButton size="small" label={workspaceText.hideSidebar} icon={<PanelLeftClose />} onPress={onHide} />
        </span>
      </div>
      <SidebarNav onChoose={onChoose} onSearch={onSearch} />
      <Folders onCreate={onCreateFolder} onChoose={onChoose} />
      <OrganizedWhenUsed onChoose={onChoose} />
      <button type="button" className={rowClass({ isActive: isInTrash })} aria-current={isInTrash ? "page" : undefined} onClick={onTrash}>
        <Trash2 aria-hidden />
        <span className={css.label}>{menuActionText.trash}</span>
      </button>
      <div className={css.rest} />
      <Statistics />
      <SidebarFooter onSettings={onSettings} onSignOut={onSignOut} onClearLocal={onClearLocal} />
    </nav>
  );
}

function SidebarNav({ onChoose, onSearch }: { readonly onChoose: () => void; readonly onSearch: () => void }) {
  const { notes, workspace } = useLibrary();
  const count = useStore(notes.store, (state) => state.notes.length - countHidden(state.notes));
  const folderId = useStore(workspace.store, (state) => (state.tagKeys.length === 0 ? state.folderId : undefined));
  const handleNotes = (): void => {
    workspace.selectFolder(null);
    onChoose();
  };
  return (
    <ul className={css.locations}>
      <li>
        <NavLink to={PATHS.dashboard} end className={rowClass} onClick={onChoose}>
          <LayoutDashboard aria-hidden />
          <span className={css.label}>{workspaceText.dashboard}</span>
        </NavLink>
      </li>
      <li>
        <NavLink
          to={PATHS.notes}
          except={APART}
          className={({ isActive }) => rowClass({ isActive: isActive && folderId === null })}
          onClick={handleNotes}
        >
          <NotebookText aria-hidden />
          <span className={css.label}>{workspaceText.notes}</span>
          <Count value={count} />
        </NavLink>
      </li>
      <li>
        <button type="button" className={css.row} onClick={onSearch}>
          <Search aria-hidden />
          <span className={css.label}>{workspaceText.search}</span>
          <kbd className={css.keys} aria-hidden>
            {keyCaps("palette").join(" ")}
          </kbd>
        </button>
      </li>
    </ul>
  );
}

function Folders({ onCreate, onChoose }: { readonly onCreate: () => void; readonly onChoose: () => void }) {
  const { notes, workspace } = useLibrary();
  const { selectFolder } = useWorkspaceActions();
  const folders = useStore(notes.store, (state) => state.folders);
  const all = useStore(notes.store, (state) => state.notes);
  const counts = useMemo(() => countByFolder(all), [all]);
  const folderId = useStore(workspace.store, (state) => state.folderId);
  const closedIds = useStore(workspace.store, (state) => state.closedFolderIds);
  const rows = useMemo(() => folderRows(folders, closedIds), [folders, closedIds]);
  const top = useNoteDrop(undefined);
  const { pathname } = useLocation();
  const isInNotes = pathname.startsWith(PATHS.notes) && !APART.includes(pathname);
  const navigate = useNavigate();
  const handleSelect = (id: string): void => {
    onChoose();
    selectFolder(id, () => !isInNotes && navigate(PATHS.notes));
  };
  return (
    <section className={css.folders} aria-label={workspaceText.folders}>
      <div className={top.isOver ? `${css.sectionHead} ${css.over}` : css.sectionHead} {...top.target}>
        <h2 className={css.sectionTitle}>{workspaceText.folders}</h2>
        <IconButton size="small" label={workspaceText.newFolder} icon={<FolderPlus />} onPress={onCreate} />
      </div>
      <ul className={css.folderList}>
        {rows.map((row) => (
          <FolderItem
            key={row.folder.folderId}
            row={row}
            count={counts.get(row.folder.folderId) ?? 0}
            isActive={isInNotes && folderId === row.folder.folderId}
            onSelect={handleSelect}
            onToggle={workspace.toggleFolder}
          />
        ))}
      </ul>
    </section>
  );
}

/** Days, saved searches and tags. Their code loads with the first of them. */
function OrganizedWhenUsed({ onChoose }: { readonly onChoose: () => void }) {
  const isUsed = useStore(
    useLibrary().notes.store,
    ({ notes, searches }) => searches.length > 0 || notes.some(({ tags, day }) => (tags ?? day) !== undefined),
  );
  return <Suspense>{isUsed && <Organized onChoose={onChoose} />}</Suspense>;
}

type FolderItemProps = {
  readonly row: FolderRow;
  readonly count: number;
  readonly isActive: boolean;
  readonly onSelect: (folderId: string) => void;
  readonly onToggle: (folderId: string) => void;
};

function FolderItem({ row: { folder, level, isOpen }, count, isActive, onSelect, onToggle }: FolderItemProps) {
  const { isOver, target } = useNoteDrop(folder);
  const { onContextMenu, menu } = useFolderMenu(folder);
  const handleKeyDown = ({ key }: KeyboardEvent): void => {
    if ((key === "ArrowRight" && isOpen === false) || (key === "ArrowLeft" && isOpen === true)) onToggle(folder.folderId);
  };
  return (
    <li className={css.item} style={{ paddingInlineStart: `${level * 16}px` }}>
      <button
        type="button"
        className={isOver ? `${rowClass({ isActive })} ${css.over}` : rowClass({ isActive })}
        aria-current={isActive ? "true" : undefined}
        draggable={folder.folderType === "CUSTOM"}
        onDragStart={(event) => startFolderDrag(event, folder.folderId)}
        onClick={() => onSelect(folder.folderId)}
        onContextMenu={onContextMenu}
        onKeyDown={handleKeyDown}
        title={folder.description || undefined}
        {...target}
      >
        <FolderMark folder={folder} />
        <span className={css.label}>{folder.name}</span>
        <Count value={count} />
      </button>
      {isOpen !== undefined && (
        <button
          type="button"
          className={css.toggle}
          aria-expanded={isOpen}
          aria-label={isOpen ? folderListText.collapse(folder.name) : folderListText.expand(folder.name)}
          onClick={() => onToggle(folder.folderId)}
        >
          <ChevronRight aria-hidden />
        </button>
      )}
      {menu}
    </li>
  );
}

function Statistics() {
  const { notes, kind } = useLibrary();
  const hidden = useStore(notes.store, (state) => countHidden(state.notes));
  const count = useStore(notes.store, (state) => state.notes.length) - hidden;
  const folders = useStore(notes.store, (state) => state.folders.length);
  const waiting = useStore(notes.store, (state) => countWaiting(state.notes));
  const counted = useCounted();
  const rows = [
    [workspaceText.statNotes, hidden === 0 ? counted(count) : withHidden(count.toLocaleString("en-GB"), hidden)],
    [workspaceText.statFolders, counted(folders)],
    ...(kind === "local" ? [] : [[workspaceText.statWaiting, waiting.toLocaleString("en-GB")] as const]),
  ] as const;
  return (
    <section aria-label={workspaceText.statistics}>
      <dl className={css.statistics}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? workspaceText.none}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Count({ value }: { readonly value: number }) {
  return <span className={css.count}>{useCounted()(value)}</span>;
}

/** Hides zero until the drive was listed for the first time: otherwise users with notes in the drive would worry. */
function useCounted(): (count: number) => string | undefined {
  const isPending = usePendingNotes() !== undefined;
  return (count) => (count === 0 && isPending ? undefined : count.toLocaleString("en-GB"));
}

function rowClass({ isActive }: { readonly isActive: boolean }): string {
  return isActive ? `${css.row} ${css.active}` : (css.row as string);
}
