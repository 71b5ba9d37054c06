/** Bands that can wait: the recovery key, unreadable data, and that the browser may delete stored data. Spec A §2.8 "Banner", B §4. */

import { RECOVERY_KEY_SNOOZE_MS } from "@satchel/core/model/limits/limits.ts";
import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import type { StoreProblem } from "@satchel/core/ports/device/local-store.ts";
import { isPutOff } from "@satchel/core/workspace/layout/workspace-service.ts";
import { FileWarning, HardDrive, KeyRound } from "lucide-react";
import { useState } from "react";
import { useStorageLabel } from "../../../shared/hooks/use-plan.ts";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { CountedNotice } from "../../../shared/notices/CountedNotice.tsx";
import { Notice } from "../../../shared/notices/Notice.tsx";
import { useLibrary, useServices } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { useWorkspaceActions } from "../../../shared/workspace-actions.ts";
import { storageNoticeText } from "../../../text/drive/storage-notice.ts";
import { unreadableRowsText } from "../../../text/drive/unreadable-rows.ts";
import { draftNoticeText } from "../../../text/editor/draft-notice.ts";
import { commonText } from "../../../text/labels.ts";
import { remindersText } from "../../../text/pages/reminders.ts";
import { workspaceText } from "../../../text/workspace.ts";
import { DeviceNameNotice } from "./DeviceNameNotice.tsx";
import { ImportNotice } from "./ImportNotice.tsx";
import { MirrorNotice } from "./MirrorNotice.tsx";

export function Reminders({ onRecoveryKey }: { readonly onRecoveryKey: () => void }) {
  const { kind } = useLibrary();
  return (
    <>
      {kind === "cloud" && <RecoveryKeyNotice onShow={onRecoveryKey} />}
      {kind === "cloud" && <DeviceNameNotice />}
      <UnreadableNotices />
      <StorageNotice />
      <ImportNotice />
      <MirrorNotice />
    </>
  );
}

/** Number of drive files that cannot be opened, and of unreadable items on this device; Settings lists the latter. */
function UnreadableNotices() {
  const { sync, kind, unreadableRows } = useLibrary();
  const { openSettings, openCloudStorage } = useWorkspaceActions();
  const storageLabel = useStorageLabel();
  const files = useStore(sync.store, (state) => state.unreadableCount);
  const rows = unreadableRows.countAtStart;
  const review = { label: unreadableRowsText.review, onPress: kind === "local" ? openSettings : openCloudStorage };
  return (
    <>
      <CountedNotice band="unreadable" count={files} icon={<FileWarning />}>
        {unreadableRowsText.files(files, storageLabel)}
      </CountedNotice>
      <CountedNotice band="unreadable-rows" count={rows} icon={<FileWarning />} review={review}>
        <b>{unreadableRowsText.found(rows)}</b> {unreadableRowsText.notListed(rows)}
      </CountedNotice>
    </>
  );
}

function StorageNotice() {
  const { device } = useServices();
  const { kind, notes, workspace } = useLibrary();
  const storage = useStore(device, (state) => state.storage);
  const hasNotes = useStore(notes.store, (state) => state.notes.length > 0);
  const storageLabel = useStorageLabel();
  const isDismissed = useStore(workspace.store, (state) => isPutOff(state, "storage"));
  const { openSettings } = useWorkspaceActions();
  // An account also has its notes in the drive; Settings explains what a refusal means there.
  const isAtRisk = storage === "denied" || (storage === "may-be-cleared" && kind === "local");
  if (!hasNotes || isDismissed || !isAtRisk) return null;
  return (
    <Notice
      tone="info"
      isReminder
      icon={<HardDrive />}
      actions={
        <>
          {kind === "local" && <Button label={storageNoticeText.backUp} size="small" onPress={openSettings} />}
          <Button label={commonText.dismiss} size="small" tone="quiet" onPress={() => workspace.putOff("storage")} />
        </>
      }
    >
      {kind === "local" ? storageNoticeText.local : storageNoticeText.account(storageLabel)}
    </Notice>
  );
}

function RecoveryKeyNotice({ onShow }: { readonly onShow: () => void }) {
  const { account, preferences, clock } = useServices();
  const isPending = useStore(account.store, (state) => state.kind === "signed-in" && state.vault === "open" && state.hasPendingRecoveryKey);
  const [laterUntil, setLaterUntil] = useState(() => Number(preferences.read(LOCAL_KEYS.recoveryKeyLater) ?? 0));
  if (!isPending || clock.now() < laterUntil) return null;
  const handleLater = (): void => {
    const until = clock.now() + RECOVERY_KEY_SNOOZE_MS;
    preferences.write(LOCAL_KEYS.recoveryKeyLater, String(until));
    setLaterUntil(until);
  };
  return (
    <Notice
      tone="info"
      isReminder
      icon={<KeyRound />}
      actions={
        <>
          <Button label={remindersText.showKey} size="small" tone="primary" onPress={onShow} />
          <Button label={workspaceText.later} size="small" tone="quiet" onPress={handleLater} />
        </>
      }
    >
      {remindersText.keyReminder}
    </Notice>
  );
}

/** Typed text cannot be written to this device. */
export function DraftNotice({ problem }: { readonly problem: StoreProblem }) {
  const { tabs } = useLibrary();
  const { copyDraft } = useWorkspaceActions();
  const writing = useStore(tabs.store, (state) => state.tabs.find((tab) => tab.id === state.activeTabId && tab.type !== "view")?.id);
  return (
    <Notice
      tone="danger"
      urgent
      isKeptInFullscreen
      icon={<HardDrive />}
      actions={
        writing !== undefined && <Button label={draftNoticeText.copyText} size="small" tone="quiet" onPress={() => copyDraft(writing)} />
      }
    >
      {problem.kind === "storage-full" ? draftNoticeText.draftDiskFull : draftNoticeText.draftProblem}
    </Notice>
  );
}
