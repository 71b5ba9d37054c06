/** Bands about the drive: lost, never connected, or changed, each with its actions. Spec A §2.8 "Banner", B §4, sync.md §7.3. */
import type { ConnectionState } from "@satchel/core/connection/connection-service-types.ts";
import { watchServer } from "@satchel/core/connection/server-watch-service.ts";
import { CONNECTION } from "@satchel/core/model/limits/limits.ts";
import { PATHS } from "@satchel/core/model/routes.ts";
import type { Timers } from "@satchel/core/ports/environment.ts";
import { isPutOff } from "@satchel/core/workspace/layout/workspace-service.ts";
import { CloudAlert, CloudOff, CloudUpload } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useStorageLabel } from "../../../shared/hooks/use-plan.ts";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { Notice } from "../../../shared/notices/Notice.tsx";
import { useLibrary, useServices } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { SeePlans } from "../../../shared/ui/SeePlans.tsx";
import { lostText, outOfReachText } from "../../../text/drive/connection.ts";
import { connectionNoticesText } from "../../../text/drive/connection-notices.ts";
import { commonText } from "../../../text/labels.ts";
import { needsYouText, workspaceText } from "../../../text/workspace.ts";
import { TargetNotice } from "./TargetNotice.tsx";
import { UnsealedNotice } from "./UnsealedNotice.tsx";
import { WentBackNotice } from "./WentBackNotice.tsx";

const SUBJECT = "connection";

export function ConnectionNotices({ onTarget }: { readonly onTarget: () => void }) {
  return (
    <>
      <LostNotice />
      <TargetNotice onChoose={onTarget} />
      <RefusedNotice />
      <ConnectToSync />
      <UnsealedNotice />
      <WentBackNotice />
    </>
  );
}

/** Resets the dismissal once the connection returns, so that a later loss is shown again. */
function LostNotice() {
  const { connection, device } = useServices();
  const state = useStore(connection.store, (all) => all);
  const isOnline = useStore(device, ({ isOnline }) => isOnline);
  const [isDismissed, setDismissed] = useState(false);
  const { isBusy, reconnect } = useQuickReconnect();
  const isConnected = state.kind === "connected";
  useEffect(() => {
    if (isConnected) setDismissed(false);
  }, [isConnected]);
  useLostToast(state, reconnect);
  useServerWatch();
  if (isDismissed || !isLost(state, isOnline)) return null;

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
          <Button label={connectionNoticesText.quickReconnect} size="small" tone="primary" busy={isBusy} onPress={() => void reconnect()} />
          <Button label={connectionNoticesText.stopAutoRetry} size="small" onPress={handleStop} />
          <Button label={commonText.dismiss} size="small" tone="quiet" onPress={() => setDismissed(true)} />
        </>
      }
    >
      <LostMessage state={state} />
    </Notice>
  );
}

/** Offline, the dot says so and no action helps; and the first attempt after a loss often succeeds. */
function isLost({ kind, retry }: ConnectionState, isOnline: boolean): boolean {
  return kind === "expired" || (kind === "disconnected" && isOnline && (retry?.attempt ?? 0) > 1);
}

function LostMessage({ state }: { readonly state: ConnectionState }) {
  const storage = useStorageLabel();
  const drive = state.isManaged ? connectionNoticesText.managed : (state.label ?? workspaceText.drive);
  if (state.kind === "expired")
    return (
      <>
        <b>{connectionNoticesText.expired(drive)}</b> {state.reason === undefined ? "" : lostText[state.reason]}{" "}
        {connectionNoticesText.safe}
      </>
    );
  return (
    <>
      <b>{connectionNoticesText.unreachable(drive)}</b> {state.retry === undefined ? "" : outOfReachText(storage)[state.retry.outOfReach]}{" "}
      {retrySentence(state)} {connectionNoticesText.safe}
    </>
  );
}

function retrySentence({ retry }: ConnectionState): string {
  if (retry?.nextAtMs === undefined) return connectionNoticesText.stopped;
  return retry.isResting ? connectionNoticesText.resting : connectionNoticesText.tryingAgain;
}

function useQuickReconnect() {
  const { connection, status } = useServices();
  const [isBusy, setBusy] = useState(false);
  const reconnect = async (): Promise<void> => {
    setBusy(true);
    const outcome = await connection.quickReconnect(PATHS.notes);
    if (outcome.ok && outcome.value === "reconnected") status.show({ id: "reconnected" }, { subject: SUBJECT });
    if (!outcome.ok) status.show({ id: "reconnection-problem", problem: outcome.problem }, { subject: SUBJECT });
    setBusy(false);
  };
  return { isBusy, reconnect };
}

const timers: Timers = {
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Watches the server while the notes are shown, even if the band is dismissed. */
function useServerWatch(): void {
  const { account, connection } = useServices();
  useEffect(() => {
    const isThere = async (): Promise<boolean> => (await account.serverInfo()) !== undefined;
    return watchServer({ connection, isThere, timers });
  }, [account, connection]);
}

/** Toast for a loss during work; without a connection at the start, only the band is shown. Spec B §8. */
function useLostToast({ kind }: ConnectionState, reconnect: () => Promise<void>): void {
  const { status } = useServices();
  const wasConnected = useRef(false);
  const latest = useRef(reconnect);
  latest.current = reconnect;
  useEffect(() => {
    if (kind === "expired" && wasConnected.current) {
      const action = { run: () => void latest.current() };
      status.show({ id: "connection-lost-reconnect" }, { subject: SUBJECT, durationMs: CONNECTION.lostToastMs, action });
    }
    if (kind === "connected") wasConnected.current = true;
    if (kind === "expired") wasConnected.current = false;
  }, [kind, status]);
}

/** The connection works, but the drive rejects the waiting changes: only the user can make space or find the cause. */
function RefusedNotice() {
  const { connection } = useServices();
  const { sync, workspace, tryAgain } = useLibrary();
  const isConnected = useStore(connection.store, ({ kind }) => kind === "connected");
  const { pendingCount, refusal, phase } = useStore(sync.store, (state) => state);
  const isLater = useStore(workspace.store, (state) => isPutOff(state, "refused", pendingCount));
  const storage = useStorageLabel();
  if (!isConnected || pendingCount === 0 || refusal === undefined || isLater) return null;
  return (
    <Notice
      tone="warning"
      icon={<CloudAlert />}
      actions={
        <>
          <Button label={commonText.retry} size="small" tone="primary" busy={phase === "syncing"} onPress={() => void tryAgain()} />
          <SeePlans why={refusal} />
          <Button label={commonText.dismiss} size="small" tone="quiet" onPress={() => workspace.putOff("refused", pendingCount)} />
        </>
      }
    >
      <b>{workspaceText.changesWait(pendingCount)}</b> {needsYouText(storage)[refusal]}
    </Notice>
  );
}

/** Signed in without a drive is a valid state: everything works, and nothing leaves this device. Decision 0009, decision 0005. */
function ConnectToSync() {
  const { connection, status } = useServices();
  const state = useStore(connection.store, (all) => all);
  const wasInStep = useStore(useLibrary().sync.store, ({ lastCompleteAt }) => lastCompleteAt !== undefined);
  const [isLater, setLater] = useState(false);
  const [isBusy, setBusy] = useState(false);
  if (state.kind !== "none" || state.isManaged || isLater) return null;

  const sentence = wasInStep ? connectionNoticesText.reconnectSentence : connectionNoticesText.connectSentence;
  const handleConnect = async (): Promise<void> => {
    setBusy(true);
    const left = await connection.connect(PATHS.notes);
    setBusy(false);
    if (!left.ok) status.show({ id: "connect-problem", problem: left.problem }, { subject: SUBJECT });
  };
  return (
    <Notice
      tone="info"
      icon={<CloudUpload />}
      actions={
        <>
          {state.isConfigured && (
            <Button
              label={isBusy ? connectionNoticesText.opening : connectionNoticesText.connect(state.label ?? workspaceText.drive)}
              size="small"
              tone="primary"
              busy={isBusy}
              onPress={() => void handleConnect()}
            />
          )}
          <Button label={connectionNoticesText.notNow} size="small" tone="quiet" onPress={() => setLater(true)} />
        </>
      }
    >
      <b>{connectionNoticesText.connectTitle}.</b>{" "}
      {state.isConfigured ? sentence : `${sentence} ${connectionNoticesText.comingSoonSentence}`}
    </Notice>
  );
}
