/** Shown instead of rows: an invitation to the first note, a spinner, or why there are none. Spec A §2.9 "Empty state". */
import type { SearchState } from "@satchel/core/workspace/search/search-service-types.ts";
import { Plus } from "lucide-react";
import { Suspense } from "react";
import { usePendingNotes } from "../../../shared/hooks/use-notes.ts";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { useLibrary } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { DelayedSpinner } from "../../../shared/ui/DelayedSpinner.tsx";
import { EmptyState } from "../../../shared/ui/EmptyState.tsx";
import { useWorkspaceActions } from "../../../shared/workspace-actions.ts";
import { workspaceText } from "../../../text/workspace.ts";
import { WhyNoRows } from "./lazy-why-no-rows.ts";

export function NoRows({ searching }: { readonly searching: SearchState }) {
  const { notes, workspace, kind } = useLibrary();
  const { newNote, openImport } = useWorkspaceActions();
  const folderId = useStore(workspace.store, (state) => state.folderId);
  const folder = useStore(notes.store, (state) => state.folders.find((one) => one.folderId === folderId));
  const pendingNotes = usePendingNotes();
  const isSearching = searching.phase !== "off";
  if (searching.phase === "looking" || (pendingNotes === "awaited" && !isSearching)) return <DelayedSpinner />;
  const create = <Button label={workspaceText.createNote} tone="primary" icon={<Plus aria-hidden />} onPress={newNote} />;
  if (!isSearching && pendingNotes === undefined && folder === undefined)
    return (
      <EmptyState
        small
        title={workspaceText.emptyTitle}
        sentence={kind === "local" ? workspaceText.emptySentenceLocal : workspaceText.emptySentence}
        action={
          <>
            {create}
            <Button label={workspaceText.import} onPress={openImport} />
          </>
        }
      />
    );
  return (
    <Suspense fallback={<DelayedSpinner />}>
      <WhyNoRows searching={searching} folder={folder} pendingNotes={pendingNotes} create={create} />
    </Suspense>
  );
}
