/** Another drive account, or a folder that is gone: sync has stopped, and the person says where the notes belong. sync.md §7.3. */
import { PATHS } from "@satchel/core/routing/routes.ts";
import type { SyncState } from "@satchel/core/sync/sync-service-types.ts";
import { FolderSync } from "lucide-react";
import { useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { Notice } from "../../shared/ui/Notice.tsx";
import { connectionText } from "../../text/connection.ts";
import { commonText } from "../../text/words.ts";
import { workspaceText } from "../../text/workspace.ts";

/** What only the person can settle; a library that was moved is followed by itself. */
type Changed = Exclude<Extract<NonNullable<SyncState["problem"]>, { readonly kind: "target-changed" }>["what"], "moved-away">;

const SUBJECT = "connection";

export function TargetNotice() {
  const { sync } = useLibrary();
  const changed = useStore(sync.store, ({ problem }) => changedOf(problem));
  const [isOpen, setOpen] = useState(false);
  if (changed === undefined) return null;
  const close = (): void => setOpen(false);
  return (
    <>
      <Notice
        tone="warning"
        urgent
        icon={<FolderSync />}
        actions={
          <Button size="small" tone="primary" onPress={() => setOpen(true)}>
            {connectionText.choose}
          </Button>
        }
      >
        <b>{changed === "account" ? connectionText.otherAccount : connectionText.folderGone}</b> {connectionText.untouched}
      </Notice>
      {isOpen && (changed === "account" ? <AccountDialog onClose={close} /> : <FolderDialog onClose={close} />)}
    </>
  );
}

function changedOf(problem: SyncState["problem"]): Changed | undefined {
  return problem?.kind === "target-changed" && problem.what !== "moved-away" ? problem.what : undefined;
}

function AccountDialog({ onClose }: { readonly onClose: () => void }) {
  const { connection, status } = useServices();
  const { email, formerEmail, label } = useStore(connection.store, (state) => state);
  const settle = useSettle("account", onClose);
  const former = formerEmail ?? connectionText.formerUnknown;
  const now = email ?? label ?? workspaceText.drive;
  const handleStay = async (): Promise<void> => {
    const left = await connection.connect(PATHS.notes, { asFormer: true });
    if (!left.ok) status.show({ id: "connect-problem", problem: left.problem }, { subject: SUBJECT });
  };
  return (
    <Dialog
      title={connectionText.otherAccountTitle}
      onClose={onClose}
      width="normal"
      actions={
        <>
          <Button tone="quiet" onPress={onClose}>
            {commonText.cancel}
          </Button>
          <Button onPress={() => void handleStay()}>{connectionText.stay(former)}</Button>
          <Button tone="primary" busy={settle.isBusy} onPress={() => void settle.settle()}>
            {connectionText.merge(now)}
          </Button>
        </>
      }
    >
      <p>{connectionText.otherAccountMessage(former, now)}</p>
      <p>{connectionText.mergeSentence(former)}</p>
    </Dialog>
  );
}

function FolderDialog({ onClose }: { readonly onClose: () => void }) {
  const { sync } = useLibrary();
  const settle = useSettle("folder", onClose);
  const handleLook = (): void => {
    void sync.syncNow();
    onClose();
  };
  return (
    <Dialog
      title={connectionText.folderTitle}
      onClose={onClose}
      width="normal"
      actions={
        <>
          <Button tone="quiet" onPress={onClose}>
            {commonText.cancel}
          </Button>
          <Button onPress={handleLook}>{connectionText.lookAgain}</Button>
          <Button tone="primary" busy={settle.isBusy} onPress={() => void settle.settle()}>
            {connectionText.upload}
          </Button>
        </>
      }
    >
      <p>{connectionText.folderMessage}</p>
    </Dialog>
  );
}

function useSettle(changed: Changed, onDone: () => void) {
  const { connection, status } = useServices();
  const { settleOnDrive, sync } = useLibrary();
  const [isBusy, setBusy] = useState(false);
  const settle = async (): Promise<void> => {
    setBusy(true);
    const settled = await settleOnDrive();
    if (settled.ok) {
      if (changed === "account") connection.settleOnAccount();
      onDone();
      const isComplete = await sync.syncNow();
      status.show({ id: isComplete ? "sync-completed" : "sync-failed" }, { subject: SUBJECT });
      return;
    }
    setBusy(false);
    status.show({ id: "sync-failed" }, { subject: SUBJECT });
  };
  return { isBusy, settle };
}
