/** The versions of a note, by day: each with what changed in it, to restore or to copy. On a phone the list makes way for the text. Decision 0027. */
import type { HistoryService } from "@satchel/core/library/history/history-service-types.ts";
import { History } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { DelayedSpinner } from "../../shared/ui/DelayedSpinner.tsx";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { historyProblemText, historyText } from "../../text/history.ts";
import { commonText } from "../../text/labels.ts";
import css from "./history.module.css";
import { useHistory } from "./use-history.ts";
import { VersionList } from "./VersionList.tsx";
import { VersionView } from "./VersionView.tsx";

type HistoryDialogProps = { readonly noteId: string; readonly onOpenNote: (noteId: string) => void; readonly onClose: () => void };

export function HistoryDialog({ noteId, onOpenNote, onClose }: HistoryDialogProps) {
  const { history: open, devices } = useLibrary();
  const [service, setService] = useState<HistoryService | "failed">();
  useEffect(() => {
    open().then(setService, () => setService("failed"));
    void devices.read();
  }, [open, devices]);
  return (
    <Dialog title={historyText.title} width="full" icon={<History width={20} height={20} aria-hidden />} onClose={onClose}>
      {service === undefined && <DelayedSpinner />}
      {service === "failed" && <p role="alert">{commonText.notLoaded}</p>}
      {typeof service === "object" && <Versions service={service} noteId={noteId} onOpenNote={onOpenNote} />}
    </Dialog>
  );
}

type VersionsProps = Pick<HistoryDialogProps, "noteId" | "onOpenNote"> & { readonly service: HistoryService };

function Versions({ service, noteId, onOpenNote }: VersionsProps) {
  const { sensitive } = useLibrary();
  const { unlockSensitive, openHistory } = useWorkspaceActions();
  const isUnlocked = useStore(sensitive.store, ({ kind }) => kind === "unlocked");
  const view = useHistory(service, noteId, isUnlocked);
  if (view.problem !== undefined)
    return (
      <div className={css.problem}>
        <p>{historyProblemText[view.problem.kind]}</p>
        {view.problem.kind === "sensitive-locked" && (
          <Button onPress={() => unlockSensitive(() => openHistory(noteId))}>{historyText.unlock}</Button>
        )}
      </div>
    );
  if (view.rows === undefined) return <DelayedSpinner />;
  return (
    <>
      <p className={css.help}>{view.rows.length === 1 ? historyText.only : historyText.help}</p>
      <p className={css.done} role="status">
        {view.done?.sentence}
        {view.done?.undoKey !== undefined && (
          <button type="button" className={css.link} onClick={() => void view.undo()}>
            {historyText.undo}
          </button>
        )}
        {view.done?.openId !== undefined && (
          <button type="button" className={css.link} onClick={() => onOpenNote(view.done?.openId ?? "")}>
            {historyText.openCopy}
          </button>
        )}
      </p>
      <div className={view.isReading ? `${css.panes} ${css.showsText}` : css.panes}>
        <VersionList view={view} rows={view.rows} />
        <VersionView view={view} />
      </div>
    </>
  );
}
