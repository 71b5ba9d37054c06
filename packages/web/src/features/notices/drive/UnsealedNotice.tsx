/** Reports files in the drive that Satchel did not write; Settings offers actions. Decision 0017. */
import { FileWarning } from "lucide-react";
import { useStorageLabel } from "../../../shared/hooks/use-plan.ts";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { CountedNotice } from "../../../shared/notices/CountedNotice.tsx";
import { useLibrary } from "../../../shared/services.ts";
import { useWorkspaceActions } from "../../../shared/workspace-actions.ts";
import { unsealedFilesText } from "../../../text/drive/maintenance.ts";

export function UnsealedNotice() {
  const { openCloudStorage } = useWorkspaceActions();
  const storage = useStorageLabel();
  const count = useStore(useLibrary().sync.store, ({ unsealedCount = 0 }) => unsealedCount);
  const review = { label: unsealedFilesText.review, onPress: openCloudStorage };
  return (
    <CountedNotice band="unsealed" count={count} icon={<FileWarning />} review={review}>
      <b>{unsealedFilesText.found(count, storage)}</b> {unsealedFilesText.notTaken(count)}
    </CountedNotice>
  );
}
