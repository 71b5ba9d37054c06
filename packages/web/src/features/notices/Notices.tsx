/** The bands above a note: what is the matter, and what can be done. They stay until it is settled or dismissed. Spec A §2.8 "Banner", B §4. */
import { createStore } from "@satchel/core/model/store.ts";
import { isPutOff } from "@satchel/core/workspace/layout/workspace-service.ts";
import { hasRecovered } from "@satchel/core/workspace/tabs/recovered-texts.ts";
import { FileWarning, HardDrive, KeyRound } from "lucide-react";
import { Suspense, useEffect, useRef } from "react";
import { useFrame } from "../../shared/hooks/use-media.ts";
import { usePlace } from "../../shared/hooks/use-place.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Notice } from "../../shared/ui/Notice.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { remindersText } from "../../text/reminders.ts";
import { commonText } from "../../text/words.ts";
import { workspaceText } from "../../text/workspace.ts";
import { ConnectionNotices, LocalNotice, LostNotesNotice, MoveNotice, PendingSteps, RecoveredNotice } from "./late-bands.ts";
import css from "./notices.module.css";
import { UpdateNotice } from "./UpdateNotice.tsx";
import { UpgradeNotice } from "./UpgradeNotice.tsx";

type NoticesProps = {
  readonly onRecoveryKey: () => void;
  readonly onTarget: () => void;
  readonly onJoinSensitive: () => void;
  /** What can wait for another moment steps aside, because a phone's page is needed for the note. */
  readonly isBrief?: boolean;
};

export function Notices({ onRecoveryKey, onTarget, onJoinSensitive, isBrief = false }: NoticesProps) {
  const { kind } = useLibrary();
  return (
    <div className={css.notices}>
      <UpdateNotice />
      <DraftNotice />
      <Recovered isBrief={isBrief} />
      <Lost />
      <Suspense>{kind === "cloud" && <ConnectionNotices onTarget={onTarget} />}</Suspense>
      {kind === "cloud" && <Pending />}
      {kind === "cloud" && <Moving />}
      {kind === "cloud" && <UpgradeNotice onJoinSensitive={onJoinSensitive} />}
      <div hidden={isBrief} className={css.reminders}>
        {kind === "cloud" && <RecoveryKeyNotice onShow={onRecoveryKey} />}
        {kind === "cloud" && <UnreadableNotice />}
        <StorageNotice />
        <Suspense>{kind === "local" && <LocalNotice />}</Suspense>
      </div>
    </div>
  );
}

/** Of these what must not wait until somebody goes to the notes: signing in leads to the dashboard. */
export function LandingNotices({ onJoinSensitive }: Pick<NoticesProps, "onJoinSensitive">) {
  const { kind } = useLibrary();
  if (kind === "local") return null;
  return (
    <div className={css.notices}>
      <Pending />
      <UpgradeNotice onJoinSensitive={onJoinSensitive} />
    </div>
  );
}

function Pending() {
  const hasSteps = useStore(useServices().account.pendingSteps, ({ steps }) => steps.length > 0);
  return <Suspense>{hasSteps && <PendingSteps />}</Suspense>;
}

/** Says so when a change of plan has arrived. */
function Moving() {
  const { moving, status } = useServices();
  // What another device has begun is told where it can be looked for, in Settings.
  const isUnderWay = useStore(moving.store, ({ kind }) => kind !== "none" && kind !== "elsewhere");
  const arrived = useStore(moving.store, (state) => (state.kind === "none" && state.arrivedAt !== undefined ? state : undefined));
  // Told when it happens; whoever comes back to this page later knows.
  const told = useRef(arrived);
  useEffect(() => {
    if (arrived !== undefined && arrived !== told.current) {
      const { arrivedAt: plan, isAllThere } = arrived;
      status.show({ id: "plan-changed", plan, isAllThere }, { subject: "plan" });
    }
    told.current = arrived;
  }, [arrived, status]);
  return <Suspense>{isUnderWay && <MoveNotice />}</Suspense>;
}

function Recovered({ isBrief }: { readonly isBrief: boolean }) {
  const { tabs } = useLibrary();
  const isSilent = useStore(tabs.store, (state) => !hasRecovered(state));
  const isPhone = useFrame() === "phone";
  return <Suspense>{!isSilent && <RecoveredNotice isNoteShown={!isPhone || isBrief} />}</Suspense>;
}

const NONE_LOST = createStore({ count: 0 });

function Lost() {
  const { lostNotes } = useLibrary();
  const count = useStore(lostNotes?.lost ?? NONE_LOST, (state) => state.count);
  return <Suspense>{count > 0 && <LostNotesNotice count={count} />}</Suspense>;
}

function UnreadableNotice() {
  const { sync, workspace } = useLibrary();
  const count = useStore(sync.store, (state) => state.unreadableCount);
  const place = usePlace();
  const isLater = useStore(workspace.store, (state) => isPutOff(state, "unreadable", count));
  if (isLater) return null;
  return (
    <Notice
      tone="warning"
      icon={<FileWarning />}
      actions={
        <Button size="small" tone="quiet" onPress={() => workspace.putOff("unreadable", count)}>
          {commonText.dismiss}
        </Button>
      }
    >
      {workspaceText.unreadable(count, place)}
    </Notice>
  );
}

function DraftNotice() {
  const { tabs } = useLibrary();
  const { copyDraft } = useWorkspaceActions();
  const problem = useStore(tabs.store, (state) => state.draftProblem);
  const writing = useStore(tabs.store, (state) => state.tabs.find((tab) => tab.id === state.activeTabId && tab.type !== "view")?.id);
  if (problem === undefined) return null;
  return (
    <Notice
      tone="danger"
      urgent
      icon={<HardDrive />}
      actions={
        writing !== undefined && (
          <Button size="small" tone="quiet" onPress={() => copyDraft(writing)}>
            {workspaceText.copyText}
          </Button>
        )
      }
    >
      {problem.kind === "storage-full" ? workspaceText.draftNoRoom : workspaceText.draftProblem}
    </Notice>
  );
}

function StorageNotice() {
  const { device } = useServices();
  const { kind, notes, workspace } = useLibrary();
  const storage = useStore(device, (state) => state.storage);
  const hasNotes = useStore(notes.store, (state) => state.notes.length > 0);
  const place = usePlace();
  const isDismissed = useStore(workspace.store, (state) => isPutOff(state, "storage"));
  const { openSettings } = useWorkspaceActions();
  // In an account the drive has them too; what a refusal means there is told in Settings.
  const isAtRisk = storage === "denied" || (storage === "may-be-cleared" && kind === "local");
  if (!hasNotes || isDismissed || !isAtRisk) return null;
  return (
    <Notice
      tone="info"
      icon={<HardDrive />}
      actions={
        <>
          {kind === "local" && (
            <Button size="small" onPress={openSettings}>
              {workspaceText.backUp}
            </Button>
          )}
          <Button size="small" tone="quiet" onPress={() => workspace.putOff("storage")}>
            {commonText.dismiss}
          </Button>
        </>
      }
    >
      {kind === "local" ? workspaceText.storageDeniedLocal : workspaceText.storageDenied(place)}
    </Notice>
  );
}

function RecoveryKeyNotice({ onShow }: { readonly onShow: () => void }) {
  const { account } = useServices();
  const isPending = useStore(account.store, (state) => state.kind === "signed-in" && state.vault === "open" && state.hasPendingRecoveryKey);
  const { workspace } = useLibrary();
  const isLater = useStore(workspace.store, (state) => isPutOff(state, "recovery-key"));
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
          <Button size="small" tone="quiet" onPress={() => workspace.putOff("recovery-key")}>
            {workspaceText.later}
          </Button>
        </>
      }
    >
      {remindersText.keyReminder}
    </Notice>
  );
}
