/** What stands where the rows would be: an invitation to the first note, a moment's wait, or why there are none. Spec A §2.9 "Empty state". */
import type { SearchState } from "@satchel/core/workspace/search/search-service-types.ts";
import { Plus } from "lucide-react";
import { Suspense } from "react";
import { useComing } from "../../shared/hooks/use-coming.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { EmptyState } from "../../shared/ui/EmptyState.tsx";
import { LateSpinner } from "../../shared/ui/LateSpinner.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { workspaceText } from "../../text/workspace.ts";
import { WhyNoRows } from "./late-why-no-rows.ts";

export function NoRows({ searching }: { readonly searching: SearchState }) {
  const { notes, workspace, kind } = useLibrary();
  const { newNote } = useWorkspaceActions();
  const folderId = useStore(workspace.store, (state) => state.folderId);
  const folder = useStore(notes.store, (state) => state.folders.find((one) => one.folderId === folderId));
  const coming = useComing();
  const isSearching = searching.phase !== "off";
  if (searching.phase === "looking" || (coming === "awaited" && !isSearching)) return <LateSpinner />;
  const create = (
    <Button tone="primary" icon={<Plus aria-hidden />} onPress={newNote}>
      {workspaceText.createNote}
    </Button>
  );
  if (!isSearching && coming === undefined && folder === undefined)
    return (
      <EmptyState
        small
        title={workspaceText.emptyTitle}
        sentence={kind === "local" ? workspaceText.emptySentenceLocal : workspaceText.emptySentence}
        action={create}
      />
    );
  return (
    <Suspense fallback={<LateSpinner />}>
      <WhyNoRows searching={searching} folder={folder} coming={coming} create={create} />
    </Suspense>
  );
}
