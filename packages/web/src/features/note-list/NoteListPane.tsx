/** The list of notes: search, new, folders, rows, Load More, and its empty states. Spec A §2.9. */

import { FIRST_NOTE_IDS } from "@satchel/core/model/entities/entity-ids.ts";
import { keepListed } from "@satchel/core/workspace/layout/selection.ts";
import { type ReactNode, type RefObject, Suspense, useMemo, useRef } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { lazyComponent } from "../../shared/lazy/lazy-component.ts";
import { useLibrary } from "../../shared/services.ts";
import { DelayedSpinner } from "../../shared/ui/DelayedSpinner.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { workspaceText } from "../../text/workspace.ts";
import { FolderTabs, LIST_PANEL_ID } from "./head/FolderTabs.tsx";
import { ListBar } from "./head/ListBar.tsx";
import { SearchHead } from "./head/lazy-search-head.ts";
import { NewButton } from "./head/NewButton.tsx";
import { SearchBox } from "./head/SearchBox.tsx";
import { NoRows } from "./rows/NoRows.tsx";
import { NoteRows } from "./rows/NoteRows.tsx";
import css from "./rows/note-list.module.css";
import { useListed } from "./rows/use-listed.ts";

/** Only new libraries have them. */
const FirstNotes = lazyComponent(async () => (await import("./rows/FirstNotes.tsx")).FirstNotes);

/** Shown only while tags filter the list. */
const TagFilter = lazyComponent(async () => (await import("./head/TagFilter.tsx")).TagFilter);

/** The offer to remove the first notes ends once the list has more notes than fit on a screen. Decision 0044. */
const MOST_NOTES = 10;

type NoteListPaneProps = {
  /** On a phone there is a header above, and a round button instead of New. */
  readonly isPhone: boolean;
  readonly header?: ReactNode;
  readonly searchFocusKey: string;
  /** Shown instead of the rows if the folder is locked. */
  readonly rowsReplacement?: ReactNode;
};

export function NoteListPane({ isPhone, header, searchFocusKey, rowsReplacement }: NoteListPaneProps) {
  const { newNote } = useWorkspaceActions();
  const search = useRef<HTMLInputElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const focusRows = (): void => pane.current?.querySelector<HTMLElement>('[role="listbox"]')?.focus();
  return (
    <div ref={pane} className={css.pane}>
      <div className={css.top}>
        {header}
        <div className={css.tools}>
          <SearchBox inputRef={search} focusKey={searchFocusKey} onLeaveDown={focusRows} />
          {!isPhone && <NewButton onNewNote={newNote} />}
        </div>
        <FolderTabs />
      </div>
      {rowsReplacement === undefined ? (
        <Rows isPhone={isPhone} searchRef={search} />
      ) : (
        <div className={css.panel} role="tabpanel" id={LIST_PANEL_ID} aria-label={workspaceText.list}>
          {rowsReplacement}
        </div>
      )}
    </div>
  );
}

type RowsProps = Pick<NoteListPaneProps, "isPhone"> & { readonly searchRef: RefObject<HTMLInputElement | null> };

function Rows({ isPhone, searchRef }: RowsProps) {
  const { notes, workspace, kind } = useLibrary();
  const { openNote } = useWorkspaceActions();
  const phase = useStore(notes.store, (state) => state.phase);
  const { searching, isSearching, found, shown, total, remaining, tagKeys, key } = useListed();
  const isTyped = useStore(workspace.store, ({ typed }) => typed !== "");
  const selectedIds = useSelectedIds();
  // An empty folder keeps its menu, because only the menu moves and edits a folder by touch.
  const isOwnFolder = useIsOwnFolder();
  const firstIds = isTyped || found.length > MOST_NOTES ? [] : FIRST_NOTE_IDS.filter((id) => found.some(({ noteId }) => noteId === id));
  if (phase === "loading") return <DelayedSpinner />;
  return (
    <div className={css.panel} role="tabpanel" id={LIST_PANEL_ID} aria-label={workspaceText.list}>
      {tagKeys.length > 0 && (
        <Suspense>
          <TagFilter tagKeys={tagKeys} />
        </Suspense>
      )}
      {isTyped && (
        <Suspense>
          <SearchHead found={searching.phase === "found" ? total : undefined} boxRef={searchRef} />
        </Suspense>
      )}
      {((found.length > 0 || isOwnFolder) && !isSearching) || selectedIds.length > 0 ? (
        <ListBar count={found.length} selectedIds={selectedIds} isPhone={isPhone} />
      ) : null}
      {found.length === 0 ? (
        <NoRows searching={searching} />
      ) : (
        <NoteRows
          key={key}
          notes={shown}
          found={found}
          total={total}
          selectedIds={selectedIds}
          searching={searching}
          showsSync={kind === "cloud"}
          onOpen={openNote}
          onNearEnd={workspace.showMore}
        />
      )}
      {firstIds.length > 0 && (
        <Suspense>
          <FirstNotes ids={firstIds} />
        </Suspense>
      )}
      {remaining > 0 && (
        <button type="button" className={css.more} onClick={workspace.showMore}>
          {workspaceText.loadMore(remaining.toLocaleString("en-GB"))}
        </button>
      )}
    </div>
  );
}

/** Selected notes in the order of selection, without deleted ones. */
function useSelectedIds(): readonly string[] {
  const { notes, workspace } = useLibrary();
  const notesById = useStore(notes.store, (state) => state.notesById);
  const selection = useStore(workspace.store, (state) => state.selection);
  return useMemo(() => [...keepListed(selection, (id) => notesById.has(id)).ids], [selection, notesById]);
}

function useIsOwnFolder(): boolean {
  const { notes, workspace } = useLibrary();
  const folderId = useStore(workspace.store, (state) => state.folderId);
  return useStore(notes.store, ({ folders }) => folders.some((one) => one.folderId === folderId && one.folderType === "CUSTOM"));
}
