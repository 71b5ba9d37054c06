/** Lists changes that signing out would delete, and offers to keep them: as a backup, or as a readable page. Spec B §2, decision 0005. */
import {
  countUnsynced,
  isEverythingSynced,
  toReadablePage,
  type UnsyncedCount,
  unsyncedFileName,
} from "@satchel/core/workspace/sign-out/unsynced.ts";
import { gatherUnsynced } from "@satchel/core/workspace/sign-out/unsynced-service.ts";
import { useState } from "react";
import { useStorageLabel } from "../../shared/hooks/use-plan.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { type Library, useLibrary, useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { sessionText } from "../../text/account/session.ts";
import { BackupFirst, BackupFirstMessage } from "./BackupFirst.tsx";

type OnlyHereProps = { readonly onLeave: () => void; readonly onClose: () => void };

export function UnsyncedDialog({ onLeave, onClose }: OnlyHereProps) {
  const { clock, saveFile } = useServices();
  const library = useLibrary();
  const [saved, setSaved] = useState<{ readonly name: string; readonly unreadable: number }>();
  const storage = useStorageLabel();
  const count = useUnsynced();
  const isAllSent = isEverythingSynced(count);
  const handleSave = async (): Promise<void> => {
    const { items, unreadable } = await gatherUnsynced({ notes: library.notes, tabs: library.tabs.store });
    const name = unsyncedFileName(clock.now());
    saveFile({ name, type: "text/html", text: toReadablePage(items, sessionText.page) });
    setSaved({ name, unreadable });
  };
  return (
    <ConfirmDialog
      variant={isAllSent ? "info" : "danger"}
      title={sessionText.onlyHereTitle}
      message={
        <>
          <p>{isAllSent ? sessionText.allSent(storage) : sessionText.onlyHere(count, storage)}</p>
          <Sending />
          {!isAllSent && <p>{sessionText.signOutOptions(count.drafts)}</p>}
          <BackupFirstMessage />
          {saved !== undefined && (
            <p role="status">
              {sessionText.savedTo(saved.name)} {saved.unreadable > 0 && sessionText.notSaved(saved.unreadable)}
            </p>
          )}
        </>
      }
      confirm={isAllSent ? sessionText.signOut : sessionText.signOutAnyway}
      cancel={sessionText.staySignedIn}
      isWide={!isAllSent}
      other={
        !isAllSent && (
          <>
            <BackupFirst />
            <Button label={sessionText.saveFirst} onPress={() => void handleSave()} />
          </>
        )
      }
      onConfirm={onLeave}
      onCancel={onClose}
    />
  );
}

function Sending() {
  const { statuses } = useStore(useLibrary().attachments.store, (state) => state);
  const under = [...statuses.values()].find((status) => status.kind === "uploading");
  return under === undefined ? null : <p>{sessionText.sending(under.percent)}</p>;
}

/** Number of changes that are only on this device; it shrinks while sync continues. */
function useUnsynced(): UnsyncedCount {
  const { notes, tabs, attachments } = useLibrary();
  const pendingCount = useStore(notes.store, (state) => state.pendingCount);
  const { statuses } = useStore(attachments.store, (state) => state);
  const { tabs: open, orphanedDrafts, hiddenDraftCount } = useStore(tabs.store, (state) => state);
  return countUnsynced({ pendingCount, statuses, tabs: open, orphanedDrafts, hiddenDraftCount });
}

export function onlyHereNow({ notes, tabs, attachments }: Library): UnsyncedCount {
  return countUnsynced({ ...notes.store.getState(), ...attachments.store.getState(), ...tabs.store.getState() });
}
