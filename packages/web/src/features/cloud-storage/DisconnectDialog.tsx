/**
 * Before disconnecting, asks what to do with changes that are only on this device. Nothing is deleted in any case. Spec B §2, B §4,
 * decision 0005.
 */
import { useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { cloudStorageText } from "../../text/drive/cloud-storage.ts";
import { workspaceText } from "../../text/workspace.ts";

type Busy = "no" | "syncing" | "disconnecting";

export function DisconnectDialog({ onClose }: { readonly onClose: () => void }) {
  const { connection } = useServices();
  const { sync, notes } = useLibrary();
  const label = useStore(connection.store, (state) => state.label) ?? workspaceText.drive;
  const waiting = useStore(notes.store, (state) => state.pendingCount);
  const [busy, setBusy] = useState<Busy>("no");
  const [problem, setProblem] = useState<string>();

  const disconnect = async (): Promise<void> => {
    setBusy("disconnecting");
    const done = await connection.disconnect();
    if (done.ok) return onClose();
    setBusy("no");
    setProblem(cloudStorageText.disconnectFailed);
  };
  const handleSyncFirst = async (): Promise<void> => {
    setBusy("syncing");
    setProblem(undefined);
    await sync.syncNow();
    if (notes.store.getState().pendingCount === 0) return disconnect();
    setBusy("no");
    setProblem(cloudStorageText.stillOnlyHere);
  };
  const hasWaiting = waiting > 0;
  return (
    <ConfirmDialog
      variant="warning"
      title={cloudStorageText.disconnectTitle(label)}
      message={
        <>
          <p>{hasWaiting ? cloudStorageText.onlyHereMessage(waiting) : cloudStorageText.disconnectMessage}</p>
          {problem !== undefined && <p role="alert">{problem}</p>}
        </>
      }
      confirm={hasWaiting ? cloudStorageText.keepHere : cloudStorageText.disconnect}
      busy={busy === "disconnecting"}
      other={
        hasWaiting && (
          <Button label={cloudStorageText.syncFirst} autoFocus busy={busy === "syncing"} onPress={() => void handleSyncFirst()} />
        )
      }
      onConfirm={() => void disconnect()}
      onCancel={onClose}
    />
  );
}
