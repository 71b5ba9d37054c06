/** Why there are no rows: no hits, nothing downloaded yet, or an empty folder. Spec A §2.9 "Empty state", A §8 "Lists and search", B §4. */
import { checkDeletable, siblingsIn } from "@satchel/core/library/folders/check-folder.ts";
import { isForTrash, wordsOf } from "@satchel/core/library/search/filters.ts";
import type { Folder } from "@satchel/core/model/entities/folder.ts";
import type { NoteSummary } from "@satchel/core/model/entities/note.ts";
import { PATHS } from "@satchel/core/model/routes.ts";
import type { PendingNotesState } from "@satchel/core/workspace/notifications/decide-drive-status.ts";
import type { SearchState } from "@satchel/core/workspace/search/search-service-types.ts";
import { Search, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useStorageLabel } from "../../../shared/hooks/use-plan.ts";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { useNavigate } from "../../../shared/router/router.ts";
import { useLibrary } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../shared/ui/EmptyState.tsx";
import { useWorkspaceActions } from "../../../shared/workspace-actions.ts";
import { commonText } from "../../../text/labels.ts";
import { foldersText } from "../../../text/notes/folders/folder-dialogs.ts";
import { noRowsText } from "../../../text/notes/no-rows.ts";
import { searchFiltersText } from "../../../text/notes/search/search-filters.ts";
import { sensitiveNotesText } from "../../../text/notes/sensitive-notes.ts";
import type { StorageLabel } from "../../../text/storage-label.ts";

type WhyNoRowsProps = {
  readonly searching: SearchState;
  /** The shown folder; undefined for all notes. */
  readonly folder: Folder | undefined;
  /** Set if the drive's notes were never downloaded, and cannot be right now. */
  readonly pendingNotes: PendingNotesState | undefined;
  readonly create: ReactNode;
};

export function WhyNoRows({ searching, folder, pendingNotes, create }: WhyNoRowsProps) {
  const storage = useStorageLabel();
  if (searching.phase !== "off") return <NothingFound searching={searching} isInFolder={folder !== undefined} />;
  if (pendingNotes !== undefined || folder === undefined)
    return <EmptyState small title={noRowsText.notHere} sentence={notHereSentence(pendingNotes, storage)} action={create} />;
  return <EmptyFolder folder={folder} create={create} />;
}

function notHereSentence(pendingNotes: PendingNotesState | undefined, storage: StorageLabel): string {
  return pendingNotes === "out-of-reach" ? noRowsText.notHereNoSync(storage) : noRowsText.notHereSentence(storage);
}

function EmptyFolder({ folder, create }: { readonly folder: Folder; readonly create: ReactNode }) {
  const { deleteFolder } = useWorkspaceActions();
  const subfolders = useStore(useLibrary().notes.store, (state) => siblingsIn(state.folders, folder.folderId).length);
  const deleteIt = checkDeletable(folder, subfolders) === undefined && (
    <Button label={foldersText.delete} tone="danger-quiet" icon={<Trash2 aria-hidden />} onPress={() => deleteFolder(folder.folderId)} />
  );
  return (
    <EmptyState
      small
      title={noRowsText.emptyFolder}
      sentence={noRowsText.emptyFolderSentence(folder.name)}
      action={
        <>
          {create}
          {deleteIt}
        </>
      }
    />
  );
}

function NothingFound({ searching: { phase, term }, isInFolder }: { readonly searching: SearchState; readonly isInFolder: boolean }) {
  const { workspace, search, sensitive, notes } = useLibrary();
  const { unlockSensitive } = useWorkspaceActions();
  const navigate = useNavigate();
  const isLocked = useStore(sensitive.store, ({ kind }) => kind === "locked");
  const isIncomplete = useStore(notes.store, (state) => isLocked && hasSensitive(state.notes));
  if (phase === "failed")
    return (
      <div role="alert">
        <EmptyState
          small
          title={noRowsText.searchFailed}
          sentence={noRowsText.searchFailedSentence}
          action={<Button label={commonText.retry} onPress={() => search.again()} />}
        />
      </div>
    );
  const words = wordsOf(term);
  if (isForTrash(term))
    return (
      <EmptyState
        small
        title={searchFiltersText.inTrash}
        sentence={searchFiltersText.inTrashSentence}
        action={
          <Button
            label={searchFiltersText.searchTrash}
            icon={<Trash2 aria-hidden />}
            onPress={() => navigate(`${PATHS.trash}?find=${encodeURIComponent(words)}`)}
          />
        }
      />
    );
  const unsearched = isIncomplete ? ` ${noRowsText.lockedNotSearched}` : "";
  const unlock = isIncomplete && <Button label={sensitiveNotesText.unlock} onPress={() => unlockSensitive()} />;
  if (!isInFolder)
    return <EmptyState small title={noRowsText.noResults} sentence={noRowsText.noResultsSentence(words) + unsearched} action={unlock} />;
  const handleEverywhere = (): void => {
    workspace.selectFolder(null);
    workspace.type(term);
  };
  return (
    <EmptyState
      small
      title={noRowsText.noResults}
      sentence={noRowsText.noResultsInFolder(words) + unsearched}
      action={
        <>
          <Button label={noRowsText.searchEverywhere} icon={<Search aria-hidden />} onPress={handleEverywhere} />
          {unlock}
        </>
      }
    />
  );
}

/** True if there are notes that a search skips while they are locked. */
function hasSensitive(notes: readonly NoteSummary[]): boolean {
  return notes.some(({ isEncrypted }) => isEncrypted);
}
