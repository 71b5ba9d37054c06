/** What stands where the rows would be: an invitation, or why there are none. Spec A §2.9 "Empty state", A §8 "Lists and search". */
import { checkDeletable } from "@satchel/core/folders/check-deletable.ts";
import type { SearchState } from "@satchel/core/search/search-service-types.ts";
import { Plus, Search, Trash2 } from "lucide-react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { EmptyState } from "../../shared/ui/EmptyState.tsx";
import { LateSpinner } from "../../shared/ui/LateSpinner.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { foldersText } from "../../text/folders.ts";
import { workspaceText } from "../../text/workspace.ts";

export function NoRows({ searching }: { readonly searching: SearchState }) {
  const { notes, workspace } = useLibrary();
  const { newNote, deleteFolder } = useWorkspaceActions();
  const folderId = useStore(workspace.store, (state) => state.folderId);
  const folder = useStore(notes.store, (state) => state.folders.find((one) => one.folderId === folderId));
  if (searching.phase !== "off") return <NothingFound searching={searching} isInFolder={folder !== undefined} />;
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

function NothingFound({ searching: { phase, term }, isInFolder }: { readonly searching: SearchState; readonly isInFolder: boolean }) {
  const { workspace } = useLibrary();
  if (phase === "looking") return <LateSpinner />;
  if (phase === "failed")
    return (
      <div role="alert">
        <EmptyState small title={workspaceText.searchFailed} sentence={workspaceText.searchFailedSentence} />
      </div>
    );
  if (!isInFolder) return <EmptyState small title={workspaceText.noResults} sentence={workspaceText.noResultsSentence(term)} />;
  const handleEverywhere = (): void => {
    workspace.selectFolder(null);
    workspace.type(term);
  };
  return (
    <EmptyState
      small
      title={workspaceText.noResults}
      sentence={workspaceText.noResultsInFolder(term)}
      action={
        <Button icon={<Search aria-hidden />} onPress={handleEverywhere}>
          {workspaceText.searchEverywhere}
        </Button>
      }
    />
  );
}
