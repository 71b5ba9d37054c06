/** Says that there are files in the drive that Satchel did not write; what to do about them is in Settings. Decision 0017. */
import { isPutOff } from "@satchel/core/workspace/layout/workspace-service.ts";
import { FileWarning } from "lucide-react";
import { usePlace } from "../../shared/hooks/use-place.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Notice } from "../../shared/ui/Notice.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { unsealedFilesText } from "../../text/unsealed-files.ts";
import { commonText } from "../../text/words.ts";

export function UnsealedNotice() {
  const { sync, workspace } = useLibrary();
  const { openCloudStorage } = useWorkspaceActions();
  const place = usePlace();
  const count = useStore(sync.store, ({ unsealedCount = 0 }) => unsealedCount);
  const isLater = useStore(workspace.store, (state) => isPutOff(state, "unsealed", count));
  if (isLater) return null;
  return (
    <Notice
      tone="warning"
      icon={<FileWarning />}
      actions={
        <>
          <Button size="small" onPress={openCloudStorage}>
            {unsealedFilesText.review}
          </Button>
          <Button size="small" tone="quiet" onPress={() => workspace.putOff("unsealed", count)}>
            {commonText.dismiss}
          </Button>
        </>
      }
    >
      <b>{unsealedFilesText.found(count, place)}</b> {unsealedFilesText.notTaken(count)}
    </Notice>
  );
}
