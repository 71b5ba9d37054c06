/** Asks where the notes belong if the drive's account changed or its folder is gone. Nothing happens before the answer. sync.md §7.3. */
import { PATHS } from "@satchel/core/model/routes.ts";
import { decideSyncAnswer } from "@satchel/core/workspace/notifications/decide-drive-status.ts";
import { useEffect, useState } from "react";
import { useStorageLabel } from "../../../shared/hooks/use-plan.ts";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { useLibrary, useServices } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { targetText } from "../../../text/drive/drive-target.ts";
import { commonText } from "../../../text/labels.ts";
import { workspaceText } from "../../../text/workspace.ts";
import { type ChangedTarget, changedOf } from "./TargetNotice.tsx";

const SUBJECT = "connection";

export function TargetDialog({ onClose }: { readonly onClose: () => void }) {
  const { sync } = useLibrary();
  const changed = useStore(sync.store, ({ problem }) => changedOf(problem));
  useEffect(() => {
    // Resolved in another window: close, so that a later question does not open by itself.
    if (changed === undefined) onClose();
  }, [changed, onClose]);
  if (changed === undefined) return null;
  return changed === "account" ? <AccountDialog onClose={onClose} /> : <FolderDialog onClose={onClose} />;
}

function AccountDialog({ onClose }: { readonly onClose: () => void }) {
  const { connection, status } = useServices();
  const { email, formerEmail, label } = useStore(connection.store, (state) => state);
  const resolve = useResolveTarget("account", onClose);
  const former = formerEmail ?? targetText.formerUnknown;
  const now = email ?? label ?? workspaceText.drive;
  const handleStay = async (): Promise<void> => {
    const left = await connection.connect(PATHS.notes, { asFormer: true });
    if (!left.ok) status.show({ id: "connect-problem", problem: left.problem, intent: "former-account" }, { subject: SUBJECT });
  };
  return (
    <Dialog
      title={targetText.otherAccountTitle}
      onClose={onClose}
      width="normal"
      actions={
        <>
          <Button label={commonText.cancel} tone="quiet" onPress={onClose} />
          <Button label={targetText.stay(former)} onPress={() => void handleStay()} />
          <Button label={targetText.merge(now)} tone="primary" busy={resolve.isBusy} onPress={() => void resolve.resolve()} />
        </>
      }
    >
      <p>{targetText.otherAccountMessage(former, now)}</p>
      <p>{targetText.mergeSentence(former)}</p>
    </Dialog>
  );
}

function FolderDialog({ onClose }: { readonly onClose: () => void }) {
  const { sync } = useLibrary();
  const resolve = useResolveTarget("folder", onClose);
  const handleLook = (): void => {
    void sync.syncNow();
    onClose();
  };
  return (
    <Dialog
      title={targetText.folderTitle}
      onClose={onClose}
      width="normal"
      actions={
        <>
          <Button label={commonText.cancel} tone="quiet" onPress={onClose} />
          <Button label={targetText.lookAgain} onPress={handleLook} />
          <Button label={targetText.upload} tone="primary" busy={resolve.isBusy} onPress={() => void resolve.resolve()} />
        </>
      }
    >
      <p>{targetText.folderMessage(useStorageLabel())}</p>
    </Dialog>
  );
}

function useResolveTarget(changed: ChangedTarget, onDone: () => void) {
  const { connection, status } = useServices();
  const { switchDriveTarget, sync } = useLibrary();
  const [isBusy, setBusy] = useState(false);
  const resolve = async (): Promise<void> => {
    setBusy(true);
    const resolved = await switchDriveTarget();
    if (resolved.ok) {
      if (changed === "account") connection.confirmAccount();
      onDone();
      const isComplete = await sync.syncNow();
      status.show(decideSyncAnswer(isComplete, sync.store.getState()), { subject: SUBJECT });
      return;
    }
    setBusy(false);
    status.show({ id: "sync-failed" }, { subject: SUBJECT });
  };
  return { isBusy, resolve };
}
