/** The connection dot with its word, and the Sync button. Local mode has neither. Spec A §2.8, A §4 "Manual sync". */
import { decideLink, type Link } from "@satchel/core/connection/link.ts";
import { type DriveStatus, decideDriveStatus } from "@satchel/core/workspace/notifications/decide-drive-status.ts";
import { RefreshCw } from "lucide-react";
import { usePlace } from "../../shared/hooks/use-place.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { Spinner } from "../../shared/ui/Spinner.tsx";
import { connectionText, linkWord, lostText, outOfReachText } from "../../text/connection.ts";
import type { Place } from "../../text/place.ts";
import { syncProblemText, waitingSentence, workspaceText } from "../../text/workspace.ts";
import css from "./header.module.css";
import { useSyncNow } from "./use-sync-now.ts";

const TONES = { connecting: "busy", connected: "on", disconnected: "off" } as const satisfies Record<Link, string>;

export function ConnectionDot({ withWord }: { readonly withWord: boolean }) {
  const { connection, device } = useServices();
  const { sync } = useLibrary();
  const state = useStore(connection.store, (all) => all);
  const { problem, phase, pendingCount, refusal } = useStore(sync.store, (all) => all);
  const place = usePlace();
  const isPaused = phase === "off";
  const isOnline = useStore(device, (all) => all.isOnline);
  const link = decideLink({ connection: state, problem, isOnline, isPaused });
  const word = linkWord[link];
  const status = decideDriveStatus({ connection: state, sync: { problem, phase, pendingCount, refusal }, isOnline });
  const why = sentenceOf(status, pendingCount, place);
  return (
    <span className={css.connection} role="status" title={why === undefined ? word : `${word}. ${why}`}>
      <span className={`${css.dot} ${css[TONES[link]]}`} aria-hidden />
      {withWord ? <span className={css.word}>{word}</span> : <span className="visually-hidden">{word}</span>}
    </span>
  );
}

function sentenceOf(status: DriveStatus, pendingCount: number, place: Place): string | undefined {
  if (status.kind === "offline") return connectionText.offline;
  if (status.kind === "none") return connectionText.none(place);
  if (status.kind === "lost") return lostText[status.reason];
  if (status.kind === "out-of-reach") return outOfReachText(place)[status.who];
  if (status.kind === "paused") return syncProblemText(place).stopped;
  if (status.kind === "problem") return syncProblemText(place)[status.problem];
  return status.kind === "refused" ? waitingSentence(pendingCount, status.reason, place) : undefined;
}

export function SyncButton({ isPhone }: { readonly isPhone: boolean }) {
  const { sync } = useLibrary();
  const { isBusy, syncNow } = useSyncNow();
  const progress = useStore(sync.store, (state) => state.progress);
  const icon = isBusy ? <Spinner /> : <RefreshCw aria-hidden />;
  if (isPhone)
    return <IconButton label={isBusy ? workspaceText.syncing : workspaceText.sync} icon={icon} isDisabled={isBusy} onPress={syncNow} />;
  return (
    <Button tone="quiet" icon={icon} isDisabled={isBusy} onPress={syncNow}>
      <span className={css.word}>
        {progress === undefined || !isBusy ? workspaceText.sync : workspaceText.progress(format(progress.done), format(progress.total))}
      </span>
    </Button>
  );
}

function format(value: number): string {
  return value.toLocaleString("en-GB");
}
