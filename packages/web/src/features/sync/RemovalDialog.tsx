/** Asks whether many notes were trashed on purpose in the drive's own interface. Keeping them loses nothing. sync.md §7.3. */
import type { RemovalChoice } from "@satchel/core/sync/cycle/removals.ts";
import { useEffect, useState } from "react";
import { useStorageLabel } from "../../shared/hooks/use-plan.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { syncText } from "../../text/drive/sync.ts";

export function RemovalDialog({ onClose }: { readonly onClose: () => void }) {
  const { sync } = useLibrary();
  const storage = useStorageLabel();
  const count = useStore(sync.store, ({ problem }) => (problem?.kind === "mass-removal" ? problem.count : undefined));
  useEffect(() => {
    // Resolved in another window: close, so that a later question does not open by itself.
    if (count === undefined) onClose();
  }, [count, onClose]);
  const { status } = useServices();
  const [busy, setBusy] = useState<RemovalChoice>();
  const resolve = async (choice: RemovalChoice): Promise<void> => {
    setBusy(choice);
    const result = await sync.resolveRemovals(choice);
    setBusy(undefined);
    if (result.ok) onClose();
    else status.show({ id: "sync-failed" });
  };
  if (count === undefined) return null;
  return (
    <ConfirmDialog
      variant="warning"
      title={syncText.removalTitle(storage)}
      message={
        <>
          <p>{syncText.removalMessage(count, storage)}</p>
          <p>{syncText.removalKeepSentence(storage)}</p>
        </>
      }
      other={<Button label={syncText.removalAllow} tone="danger-quiet" busy={busy === "remove"} onPress={() => void resolve("remove")} />}
      confirm={syncText.removalKeep}
      busy={busy === "keep"}
      onConfirm={() => void resolve("keep")}
      onCancel={onClose}
    />
  );
}
