/** The connection dot with its label, and the Sync button. Local mode has neither. Spec A §2.8, A §4 "Manual sync". */
import { decideLink, type Link } from "@satchel/core/connection/link.ts";
import { type DriveStatus, decideDriveStatus } from "@satchel/core/workspace/notifications/decide-drive-status.ts";
import { RefreshCw } from "lucide-react";
import { useStorageLabel } from "../../shared/hooks/use-plan.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { Spinner } from "../../shared/ui/Spinner.tsx";
import { connectionText, linkLabel, lostText, outOfReachText } from "../../text/drive/connection.ts";
import type { StorageLabel } from "../../text/storage-label.ts";
import { syncProblemText, waitingSentence, workspaceText } from "../../text/workspace.ts";
import css from "./header.module.css";
import { useSyncNow } from "./use-sync-now.ts";

const TONES = { connecting: "busy", connected: "on", disconnected: "off", offline: "neutral" } as const satisfies Record<Link, string>;

export function ConnectionDot({ withLabel }: { readonly withLabel: boolean }) {
  const { connection, device } = useServices();
  const { sync } = useLibrary();
  const state = useStore(connection.store, (all) => all);
  const { problem, phase, pendingCount, refusal } = useStore(sync.store, (all) => all);
  const storage = useStorageLabel();
  const isPaused = phase === "off";
  const isOnline = useStore(device, (all) => all.isOnline);
  const link = decideLink({ connection: state, problem, isOnline, isPaused });
  const label = linkLabel[link];
  const status = decideDriveStatus({ connection: state, sync: { problem, phase, pendingCount, refusal }, isOnline });
  const why = sentenceOf(status, pendingCount, storage);
  return (
    <span className={css.connection} role="status" title={why === undefined ? label : `${label}. ${why}`}>
      <span className={`${css.dot} ${css[TONES[link]]}`} aria-hidden />
      {withLabel ? (
        <span className={link === "connected" ? css.usual : css.word}>{label}</span>
      ) : (
        <span className="visually-hidden">{label}</span>
      )}
    </span>
  );
}

function sentenceOf(status: DriveStatus, pendingCount: number, storage: StorageLabel): string | undefined {
  if (status.kind === "offline") return connectionText.offline;
  if (status.kind === "none") return connectionText.none(storage);
  if (status.kind === "lost") return lostText[status.reason];
  if (status.kind === "out-of-reach") return outOfReachText(storage)[status.who];
  if (status.kind === "paused") return syncProblemText(storage).stopped;
  if (status.kind === "problem") return syncProblemText(storage)[status.problem];
  return status.kind === "refused" ? waitingSentence(pendingCount, status.reason, storage) : undefined;
}

export function SyncButton({ isPhone }: { readonly isPhone: boolean }) {
  const { sync } = useLibrary();
  const { isBusy, syncNow } = useSyncNow();
  const progress = useStore(sync.store, (state) => state.progress);
  const icon = isBusy ? <Spinner /> : <RefreshCw aria-hidden />;
  if (isPhone)
    return <IconButton label={isBusy ? workspaceText.syncing : workspaceText.sync} icon={icon} isDisabled={isBusy} onPress={syncNow} />;
  const word =
    progress === undefined || !isBusy ? workspaceText.sync : workspaceText.progress(format(progress.done), format(progress.total));
  return <Button label={<span className={css.usual}>{word}</span>} tone="quiet" icon={icon} isDisabled={isBusy} onPress={syncNow} />;
}

function format(value: number): string {
  return value.toLocaleString("en-GB");
}
