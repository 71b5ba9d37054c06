/**
 * Bands that ask for a decision about syncing: conflicting edits, and many notes trashed in the drive's own interface. sync.md §7.3, §9.
 */
import { isPutOff } from "@satchel/core/workspace/layout/workspace-service.ts";
import { GitCompareArrows, Trash2 } from "lucide-react";
import { useStorageLabel } from "../../shared/hooks/use-plan.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { Notice } from "../../shared/notices/Notice.tsx";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { syncNoticesText } from "../../text/drive/sync-notices.ts";

type SyncNoticesProps = { readonly onRemoval: () => void };

export function SyncNotices({ onRemoval }: SyncNoticesProps) {
  const { kind } = useLibrary();
  if (kind === "local") return null;
  return (
    <>
      <RemovalNotice onChoose={onRemoval} />
      <ConflictNotice />
    </>
  );
}

function ConflictNotice() {
  const { conflicts, workspace } = useLibrary();
  const { openConflicts } = useWorkspaceActions();
  const count = useStore(conflicts.store, (state) => state.openCount);
  const isLater = useStore(workspace.store, (state) => isPutOff(state, "conflicts", count));
  if (isLater) return null;
  return (
    <Notice
      tone="info"
      icon={<GitCompareArrows />}
      actions={
        <>
          <Button label={syncNoticesText.look} size="small" tone="primary" onPress={() => openConflicts()} />
          <Button label={syncNoticesText.later} size="small" tone="quiet" onPress={() => workspace.putOff("conflicts", count)} />
        </>
      }
    >
      {syncNoticesText.conflictsOpen(count)}
    </Notice>
  );
}

function RemovalNotice({ onChoose }: { readonly onChoose: () => void }) {
  const { sync } = useLibrary();
  const storage = useStorageLabel();
  const count = useStore(sync.store, ({ problem }) => (problem?.kind === "mass-removal" ? problem.count : undefined));
  if (count === undefined) return null;
  return (
    <Notice
      tone="warning"
      urgent
      icon={<Trash2 />}
      actions={<Button label={syncNoticesText.removalChoose} size="small" tone="primary" onPress={onChoose} />}
    >
      {syncNoticesText.removal(count, storage)}
    </Notice>
  );
}
