/** Many notes went to the trash in the drive's own pages: whether that was meant. Keeping them is the way that loses nothing. sync.md §7.3. */
import type { RemovalChoice } from "@satchel/core/sync/removals.ts";
import { useState } from "react";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { syncText } from "../../text/sync.ts";

type RemovalDialogProps = { readonly count: number; readonly onClose: () => void };

export function RemovalDialog({ count, onClose }: RemovalDialogProps) {
  const { sync } = useLibrary();
  const { status } = useServices();
  const [busy, setBusy] = useState<RemovalChoice>();
  const settle = async (choice: RemovalChoice): Promise<void> => {
    setBusy(choice);
    const settled = await sync.settleRemovals(choice);
    setBusy(undefined);
    if (settled.ok) onClose();
    else status.show({ id: "sync-failed" });
  };
  return (
    <ConfirmDialog
      variant="warning"
      title={syncText.removalTitle}
      message={
        <>
          <p>{syncText.removalMessage(count)}</p>
          <p>{syncText.removalKeepSentence}</p>
        </>
      }
      other={
        <Button tone="danger-quiet" busy={busy === "remove"} onPress={() => void settle("remove")}>
          {syncText.removalAllow}
        </Button>
      }
      confirm={syncText.removalKeep}
      busy={busy === "keep"}
      onConfirm={() => void settle("keep")}
      onCancel={onClose}
    />
  );
}
