/** Many notes went to the trash in the drive's own pages: whether that was meant. Keeping them is the way that loses nothing. sync.md §7.3. */
import type { RemovalChoice } from "@satchel/core/sync/cycle/removals.ts";
import { useEffect, useState } from "react";
import { usePlace } from "../../shared/hooks/use-place.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { syncText } from "../../text/sync.ts";

export function RemovalDialog({ onClose }: { readonly onClose: () => void }) {
  const { sync } = useLibrary();
  const place = usePlace();
  const count = useStore(sync.store, ({ problem }) => (problem?.kind === "mass-removal" ? problem.count : undefined));
  useEffect(() => {
    // Settled in another window: the next time must not ask by itself.
    if (count === undefined) onClose();
  }, [count, onClose]);
  const { status } = useServices();
  const [busy, setBusy] = useState<RemovalChoice>();
  const settle = async (choice: RemovalChoice): Promise<void> => {
    setBusy(choice);
    const settled = await sync.settleRemovals(choice);
    setBusy(undefined);
    if (settled.ok) onClose();
    else status.show({ id: "sync-failed" });
  };
  if (count === undefined) return null;
  return (
    <ConfirmDialog
      variant="warning"
      title={syncText.removalTitle(place)}
      message={
        <>
          <p>{syncText.removalMessage(count, place)}</p>
          <p>{syncText.removalKeepSentence(place)}</p>
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
