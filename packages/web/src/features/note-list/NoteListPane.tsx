/** The column of notes: search, new, folders, rows, Load More, and what stands there while there are none. Spec A §2.9. */
import { checkDeletable } from "@satchel/core/folders/check-deletable.ts";
import { sortNotes } from "@satchel/core/workspace/list-sort.ts";
import { pageOf, selectNotes } from "@satchel/core/workspace/note-list.ts";
import { Plus, Trash2 } from "lucide-react";
import { type ReactNode, useMemo, useRef } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { EmptyState } from "../../shared/ui/EmptyState.tsx";
import { LateSpinner } from "../../shared/ui/LateSpinner.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { foldersText } from "../../text/folders.ts";
import { workspaceText } from "../../text/workspace.ts";
import { FolderTabs, LIST_PANEL_ID } from "./FolderTabs.tsx";
import { ListBar } from "./ListBar.tsx";
import { NewButton } from "./NewButton.tsx";
import { NoteRows } from "./NoteRows.tsx";
import css from "./note-list.module.css";
import { SearchBox } from "./SearchBox.tsx";
import { useSelectedIds } from "./use-selected-ids.ts";

type NoteListPaneProps = {
  readonly openNoteId: string | null;
  /** The phone shows its own header above and a round button instead of New. */
  readonly isPhone: boolean;
  readonly header?: ReactNode;
  readonly searchWish: string;
};

export function NoteListPane({ openNoteId, isPhone, header, searchWish }: NoteListPaneProps) {
  const { newNote, createFolder } = useWorkspaceActions();
  const search = useRef<HTMLInputElement>(null);
  return (
    <div className={css.pane}>
      <div className={css.top}>
        {header}
        <div className={css.tools}>
          <SearchBox inputRef={search} focusWish={searchWish} />
          {!isPhone && <NewButton onNewNote={newNote} onNewFolder={createFolder} />}
        </div>
        <FolderTabs />
      </div>
      <Rows openNoteId={openNoteId} isPhone={isPhone} />
    </div>
  );
}

function Rows({ openNoteId, isPhone }: { readonly openNoteId: string | null; readonly isPhone: boolean }) {
  const { notes, workspace, kind } = useLibrary();
  const { openNote } = useWorkspaceActions();
  const phase = useStore(notes.store, (state) => state.phase);
  const all = useStore(notes.store, (state) => state.notes);
  const folderId = useStore(workspace.store, (state) => state.folderId);
  const term = useStore(workspace.store, (state) => state.term);
  const shownCount = useStore(workspace.store, (state) => state.shownCount);
  const sort = useStore(workspace.store, (state) => state.sort);
  const found = useMemo(() => sortNotes(selectNotes(all, { folderId, term }), sort), [all, folderId, term, sort]);
  const selectedIds = useSelectedIds();
  const page = useMemo(() => pageOf(found, shownCount), [found, shownCount]);
  if (phase === "loading") return <LateSpinner />;
  return (
    <div className={css.panel} role="tabpanel" id={LIST_PANEL_ID} aria-label={workspaceText.list}>
      {term !== "" && <ResultBanner count={found.length} term={term} />}
      {(found.length > 0 && term === "") || selectedIds.length > 0 ? (
        <ListBar count={found.length} selectedIds={selectedIds} isPhone={isPhone} />
      ) : null}
      {found.length === 0 ? (
        <NoRows />
      ) : (
        <NoteRows
          key={`${folderId} ${sort}`}
          notes={page.shown}
          found={found}
          selectedIds={selectedIds}
          openNoteId={openNoteId}
          isSearching={term !== ""}
          showsSync={kind === "cloud"}
          onOpen={openNote}
          onNearEnd={workspace.showMore}
        />
      )}
      {page.remaining > 0 && (
        <button type="button" className={css.more} onClick={workspace.showMore}>
          {workspaceText.loadMore(page.remaining.toLocaleString("en-GB"))}
        </button>
      )}
    </div>
  );
}

function ResultBanner({ count, term }: { readonly count: number; readonly term: string }) {
  const { workspace } = useLibrary();
  return (
    <div className={css.banner} role="status">
      <span>{workspaceText.results(workspaceText.noteCount(count), term)}</span>
      <Button size="small" tone="quiet" onPress={() => workspace.type("")}>
        {workspaceText.clearSearch}
      </Button>
    </div>
  );
}

function NoRows() {
  const { notes, workspace } = useLibrary();
  const { newNote, deleteFolder } = useWorkspaceActions();
  const term = useStore(workspace.store, (state) => state.term);
  const folderId = useStore(workspace.store, (state) => state.folderId);
  const folder = useStore(notes.store, (state) => state.folders.find((one) => one.folderId === folderId));
  if (term !== "") return <EmptyState small title={workspaceText.noResults} sentence={workspaceText.noResultsSentence(term)} />;
  if (folder?.folderType === "SENSITIVE")
    return <EmptyState small title={workspaceText.sensitiveTitle} sentence={workspaceText.sensitiveSentence} />;
  const create = (
    <Button tone="primary" icon={<Plus aria-hidden />} onPress={newNote}>
      {workspaceText.createNote}
    </Button>
  );
  if (folder === undefined)
    return <EmptyState small title={workspaceText.emptyTitle} sentence={workspaceText.emptySentence} action={create} />;
  const deleteIt = checkDeletable(folder, 0) === undefined && (
    <Button tone="danger-quiet" icon={<Trash2 aria-hidden />} onPress={() => deleteFolder(folder.folderId)}>
      {foldersText.delete}
    </Button>
  );
  return (
    <EmptyState
      small
      title={workspaceText.emptyFolderTitle}
      sentence={workspaceText.emptyFolderSentence(folder.name)}
      action={
        <>
          {create}
          {deleteIt}
        </>
      }
    />
  );
}
