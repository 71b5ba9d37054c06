/** A line of the sync log. Shows the current title; a sensitive note is not named. */

import { HISTORY_UNREADABLE, type LogEntry, type LogKind } from "@satchel/core/model/entities/log-entry.ts";
import { toTime } from "@satchel/core/model/readable/readable-values.ts";
import { nameOfDevice } from "@satchel/core/vault/devices/devices-service-types.ts";
import { CloudDownload, CloudUpload, Copy, GitMerge, type LucideIcon, RefreshCw, Trash2, TriangleAlert } from "lucide-react";
import { useDates } from "../../shared/hooks/use-dates.ts";
import { useStorageLabel } from "../../shared/hooks/use-plan.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { cycleSentence, logKindText, syncText } from "../../text/drive/sync.ts";
import { historyFileText } from "../../text/notes/history/history.ts";
import type { StorageLabel } from "../../text/storage-label.ts";
import { syncProblemText, workspaceText } from "../../text/workspace.ts";
import css from "./sync-log.module.css";

const ICONS = {
  uploaded: CloudUpload,
  received: CloudDownload,
  merged: GitMerge,
  "kept-twice": Copy,
  deleted: Trash2,
  failed: TriangleAlert,
  cycle: RefreshCw,
} as const satisfies Record<LogKind, LucideIcon>;

type LogLineProps = { readonly entry: LogEntry; readonly onOpen: (noteId: string) => void };

export function LogLine({ entry, onOpen }: LogLineProps) {
  const { moment } = useDates();
  const Icon = ICONS[entry.kind];
  const isFailure = "problem" in entry && entry.problem !== undefined;
  return (
    <li className={css.line}>
      <Icon className={isFailure ? css.failed : css.icon} width={16} height={16} aria-hidden />
      <span className={css.kind}>{logKindText[entry.kind]}</span>
      <span className={css.what}>{entry.kind === "cycle" ? <Cycle entry={entry} /> : <Subject entry={entry} onOpen={onOpen} />}</span>
      <time className={css.when} dateTime={new Date(toTime(entry.atMs)).toISOString()}>
        {moment(entry.atMs)}
      </time>
    </li>
  );
}

function Cycle({ entry }: { readonly entry: Extract<LogEntry, { readonly kind: "cycle" }> }) {
  const storage = useStorageLabel();
  return <>{entry.problem === undefined ? cycleSentence(entry) : problemSentence(entry.problem, storage)}</>;
}

function Subject({
  entry,
  onOpen,
}: {
  readonly entry: Exclude<LogEntry, { readonly kind: "cycle" }>;
  readonly onOpen: (id: string) => void;
}) {
  const { syncLog } = useLibrary();
  const storage = useStorageLabel();
  const subject = syncLog.subjectOf(entry.id);
  const untitled = entry.entity === "folder" ? syncText.untitledFolder : workspaceText.untitled;
  const gone = isHistoryFile(entry) ? historyFileText.name : syncText.goneNote;
  const title = subject === undefined ? gone : subject.isSealed ? syncText.sealedNote : subject.title.trim() || untitled;
  return (
    <>
      {subject?.isThere === true && !subject.isSealed ? (
        <button type="button" className={css.link} dir="auto" onClick={() => onOpen(entry.id)}>
          {title}
        </button>
      ) : (
        <span dir="auto">{title}</span>
      )}
      {entry.kind === "failed" ? (
        <span className={css.aside}>{isHistoryFile(entry) ? historyFileText.unreadable : problemSentence(entry.problem, storage)}</span>
      ) : (
        <From entry={entry} />
      )}
    </>
  );
}

function From({ entry }: { readonly entry: Extract<LogEntry, { readonly device?: string }> }) {
  const { devices } = useLibrary();
  const state = useStore(devices.store, (all) => all);
  if (entry.device === undefined || entry.device === state.ownId) return null;
  return <span className={css.aside}>{syncText.fromDevice(nameOfDevice(state, entry.device) ?? syncText.anotherDevice)}</span>;
}

/** Prefix of history pack ids; note ids never have it. */
const HISTORY_PACK = "history-";

function isHistoryFile(entry: LogEntry): boolean {
  return entry.kind === "failed" && entry.id.startsWith(HISTORY_PACK);
}

function problemSentence(problem: string, storage: StorageLabel): string {
  if (problem === HISTORY_UNREADABLE) return syncText.historyUnreadable;
  const sentences: Readonly<Record<string, string>> & { readonly rejected: string } = syncProblemText(storage);
  return sentences[problem] ?? sentences.rejected;
}
