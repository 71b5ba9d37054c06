/** Sync events on this device: time, event, note, device. Can be filtered by kind and title. */

import { LOG_KINDS, type LogKind } from "@satchel/core/model/entities/log-entry.ts";
import { SYNC_LOG } from "@satchel/core/model/limits/limits.ts";
import { selectLog } from "@satchel/core/sync/log/log-integration.ts";
import { History } from "lucide-react";
import { useEffect, useState } from "react";
import { SelectField } from "../../shared/forms/SelectField.tsx";
import { TextField } from "../../shared/forms/TextField.tsx";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { DelayedSpinner } from "../../shared/ui/DelayedSpinner.tsx";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { EmptyState } from "../../shared/ui/EmptyState.tsx";
import { logKindText, syncText } from "../../text/drive/sync.ts";
import { LogLine } from "./LogLine.tsx";
import css from "./sync-log.module.css";

const KINDS = [{ value: "all", name: syncText.logAll }, ...LOG_KINDS.map((value) => ({ value, name: logKindText[value] }))] as const;

type SyncLogDialogProps = { readonly onOpen: (noteId: string) => void; readonly onClose: () => void };

export function SyncLogDialog({ onOpen, onClose }: SyncLogDialogProps) {
  const { syncLog, devices } = useLibrary();
  const { phase } = useStore(syncLog.store, (state) => state);
  useEffect(() => {
    void syncLog.read();
    void devices.read();
  }, [syncLog, devices]);
  return (
    <Dialog title={syncText.log} width="wide" icon={<History width={20} height={20} aria-hidden />} onClose={onClose}>
      {phase === "ready" && <Lines onOpen={onOpen} />}
      {phase === "unread" && <DelayedSpinner />}
      {phase === "failed" && <p>{syncText.logFailed}</p>}
    </Dialog>
  );
}

function Lines({ onOpen }: Pick<SyncLogDialogProps, "onOpen">) {
  const { syncLog } = useLibrary();
  const entries = useStore(syncLog.store, (state) => state.entries);
  const [kind, setKind] = useState<LogKind | "all">("all");
  const [term, setTerm] = useState("");
  const [shown, setShown] = useState<number>(SYNC_LOG.shown);
  if (entries.length === 0) return <EmptyState small title={syncText.logEmpty} sentence={syncText.logEmptySentence} />;
  const found = selectLog(entries, { kind: kind === "all" ? undefined : kind, term }, (id) => {
    const subject = syncLog.subjectOf(id);
    return subject?.isSealed === true ? undefined : subject?.title;
  });
  return (
    <>
      <div className={css.filter}>
        <SelectField label={syncText.logKind} value={kind} options={KINDS} onChange={setKind} />
        <TextField label={syncText.logFind} autoComplete="off" value={term} onChange={setTerm} />
      </div>
      {found.length === 0 ? (
        <p>{syncText.logNoneFound}</p>
      ) : (
        <ul className={css.lines} aria-label={syncText.log}>
          {found.slice(0, shown).map((entry, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and two may be equal
            <LogLine key={`${entry.atMs}-${found.length - at}`} entry={entry} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {found.length > shown && (
        <Button
          label={syncText.more(Math.min(SYNC_LOG.shown, found.length - shown))}
          size="small"
          onPress={() => setShown((before) => before + SYNC_LOG.shown)}
        />
      )}
    </>
  );
}
