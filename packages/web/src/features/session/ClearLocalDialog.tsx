/**
 * Leaves local mode for good and deletes everything on this device. Shows how much that is, and offers a backup first. Spec B §2
 * "Local-mode footer".
 */
import { useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { sessionText } from "../../text/account/session.ts";
import { BackupFirst, BackupFirstMessage } from "./BackupFirst.tsx";

export function ClearLocalDialog({ onClose }: { readonly onClose: () => void }) {
  const { localMode, status } = useServices();
  const { notes, backup } = useLibrary();
  // Clearing would interrupt a backup that is being written.
  const isBackingUp = useStore(backup.store, ({ kind }) => kind === "writing");
  const count = useStore(notes.store, (state) => state.notes.length);
  const hasNotes = count > 0;
  const [isBusy, setBusy] = useState(false);
  const handleConfirm = async (): Promise<void> => {
    setBusy(true);
    const cleared = await localMode.clearAll();
    status.show({ id: cleared.ok ? "device-cleared" : "local-notes-not-deleted" }, { subject: "device" });
    onClose();
  };
  return (
    <ConfirmDialog
      variant="danger"
      title={sessionText.clearTitle}
      message={
        <>
          <p>{sessionText.clearMessage}</p>
          {hasNotes && <p>{sessionText.clearCount(count)}</p>}
          <BackupFirstMessage />
        </>
      }
      other={hasNotes ? <BackupFirst /> : undefined}
      confirm={sessionText.clearAll}
      busy={isBusy || isBackingUp}
      onConfirm={() => void handleConfirm()}
      onCancel={onClose}
    />
  );
}
