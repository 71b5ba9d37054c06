/** The bands above a note: what is the matter, and what can be done. They stay until it is settled or dismissed. Spec A §2.8 "Banner", B §4. */
import { PATHS } from "@satchel/core/routing/routes.ts";
import { CloudOff, FileWarning, HardDrive, KeyRound } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Notice } from "../../shared/ui/Notice.tsx";
import { onboardingText } from "../../text/onboarding.ts";
import { commonText } from "../../text/words.ts";
import { workspaceText } from "../../text/workspace.ts";
import css from "./notices.module.css";
import { UpdateNotice } from "./UpdateNotice.tsx";

export function Notices({ onRecoveryKey }: { readonly onRecoveryKey: () => void }) {
  const { kind } = useLibrary();
  return (
    <div className={css.notices}>
      <UpdateNotice />
      <DraftNotice />
      {kind === "cloud" && <ConnectionNotice />}
      {kind === "cloud" && <RecoveryKeyNotice onShow={onRecoveryKey} />}
      {kind === "cloud" && <UnreadableNotice />}
      <StorageNotice />
    </div>
  );
}

const SUBJECT = "connection";

/** Hidden again once the connection is restored; a later loss shows it anew although an earlier one was dismissed. */
function ConnectionNotice() {
  const { connection, status } = useServices();
  const state = useStore(connection.store, (all) => all);
  const [isDismissed, setDismissed] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isExpired = state.kind === "expired";
  useEffect(() => {
    if (!isExpired) setDismissed(false);
  }, [isExpired]);
  if (!isExpired || isDismissed) return null;

  const handleReconnect = async (): Promise<void> => {
    setBusy(true);
    const outcome = await connection.quickReconnect(PATHS.notes);
    if (outcome.ok && outcome.value === "reconnected") status.show({ id: "reconnected" }, { subject: SUBJECT });
    if (!outcome.ok) status.show({ id: "reconnection-problem", problem: outcome.problem }, { subject: SUBJECT });
    setBusy(false);
  };
  const handleStop = (): void => {
    connection.stopAutoRetry();
    setDismissed(true);
  };
  return (
    <Notice
      tone="warning"
      urgent
      icon={<CloudOff />}
      actions={
        <>
          <Button size="small" tone="primary" busy={isBusy} onPress={handleReconnect}>
            {workspaceText.quickReconnect}
          </Button>
          <Button size="small" onPress={handleStop}>
            {workspaceText.stopAutoRetry}
          </Button>
          <Button size="small" tone="quiet" onPress={() => setDismissed(true)}>
            {commonText.dismiss}
          </Button>
        </>
      }
    >
      <b>{workspaceText.expiredTitle(state.label ?? workspaceText.drive)}</b> {workspaceText.expiredSentence}
    </Notice>
  );
}

function UnreadableNotice() {
  const { sync } = useLibrary();
  const count = useStore(sync.store, (state) => state.unreadableCount);
  const [dismissedAt, setDismissedAt] = useState(0);
  if (count <= dismissedAt) return null;
  return (
    <Notice
      tone="warning"
      icon={<FileWarning />}
      actions={
        <Button size="small" tone="quiet" onPress={() => setDismissedAt(count)}>
          {commonText.dismiss}
        </Button>
      }
    >
      {workspaceText.unreadable(count)}
    </Notice>
  );
}

function DraftNotice() {
  const { tabs } = useLibrary();
  const problem = useStore(tabs.store, (state) => state.draftProblem);
  if (problem === undefined) return null;
  return (
    <Notice tone="danger" urgent icon={<HardDrive />}>
      {workspaceText.draftProblem}
    </Notice>
  );
}

function StorageNotice() {
  const { device } = useServices();
  const { kind, notes } = useLibrary();
  const storage = useStore(device, (state) => state.storage);
  const hasNotes = useStore(notes.store, (state) => state.notes.length > 0);
  const [isDismissed, setDismissed] = useState(false);
  // In an account the drive has them too; what a refusal means there is told in Settings.
  const isAtRisk = storage === "denied" || (storage === "may-be-cleared" && kind === "local");
  if (!hasNotes || isDismissed || !isAtRisk) return null;
  return (
    <Notice
      tone="info"
      icon={<HardDrive />}
      actions={
        <Button size="small" tone="quiet" onPress={() => setDismissed(true)}>
          {commonText.dismiss}
        </Button>
      }
    >
      {kind === "local" ? workspaceText.storageDeniedLocal : workspaceText.storageDenied}
    </Notice>
  );
}

function RecoveryKeyNotice({ onShow }: { readonly onShow: () => void }) {
  const { account } = useServices();
  const isPending = useStore(account.store, (state) => state.kind === "signed-in" && state.vault === "open" && state.hasPendingRecoveryKey);
  const [isLater, setLater] = useState(false);
  if (!isPending || isLater) return null;
  return (
    <Notice
      tone="info"
      icon={<KeyRound />}
      actions={
        <>
          <Button size="small" tone="primary" onPress={onShow}>
            {workspaceText.showKey}
          </Button>
          <Button size="small" tone="quiet" onPress={() => setLater(true)}>
            {workspaceText.later}
          </Button>
        </>
      }
    >
      {onboardingText.keyReminder}
    </Notice>
  );
}
