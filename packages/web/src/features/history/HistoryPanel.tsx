/**
 * Versions of a note by day, beside the note. A chosen version covers the note, with its changes, and can be restored or copied. Decision
 * 0027.
 */
import type { HistoryService } from "@satchel/core/library/history/history-service-types.ts";
import { ChevronLeft, History, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useKeptFocus } from "../../shared/hooks/use-kept-focus.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { DelayedSpinner } from "../../shared/ui/DelayedSpinner.tsx";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { menuActionText } from "../../text/actions/actions.ts";
import { commonText } from "../../text/labels.ts";
import { historyProblemText, historyText } from "../../text/notes/history/history.ts";
import { DoneLine } from "./DoneLine.tsx";
import css from "./history.module.css";
import { useHistory } from "./use-history.ts";
import { VersionList } from "./VersionList.tsx";
import { VersionView } from "./VersionView.tsx";

type HistoryPanelProps = {
  readonly noteId: string;
  /** Key of the shown version. */
  readonly chosen: string | undefined;
  readonly isPhone: boolean;
  readonly onChoose: (key: string | undefined) => void;
  readonly onOpenNote: (noteId: string) => void;
  readonly onClose: () => void;
};

export function HistoryPanel(props: HistoryPanelProps) {
  const { noteId, isPhone, onClose } = props;
  const { history: open, devices } = useLibrary();
  const [service, setService] = useState<HistoryService | "failed">();
  const isLocked = useIsLocked(noteId);
  const panel = useRef<HTMLElement>(null);
  useKeptFocus(panel);
  useEffect(() => {
    let opened: HistoryService | undefined;
    const show = (made: HistoryService): void => {
      opened = made;
      setService(made);
    };
    open().then(show, () => setService("failed"));
    void devices.read();
    return () => opened?.close();
  }, [open, devices]);
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <section className={css.history} aria-label={historyText.title} ref={panel} tabIndex={-1}>
      <header className={css.header}>
        {isPhone && <IconButton label={historyText.close} icon={<ChevronLeft />} onPress={onClose} />}
        <h2 className={css.name}>{historyText.title}</h2>
        {!isPhone && <IconButton label={historyText.close} icon={<X />} onPress={onClose} />}
      </header>
      {service === undefined && <DelayedSpinner />}
      {service === "failed" && <p role="alert">{commonText.notLoaded}</p>}
      {/* Unmounted while locked, so that no text remains. */}
      {typeof service === "object" && <Versions key={String(isLocked)} service={service} {...props} />}
    </section>
  );
}

function useIsLocked(noteId: string): boolean {
  const { notes, sensitive } = useLibrary();
  const isUnlocked = useStore(sensitive.store, ({ kind }) => kind === "unlocked");
  const isOpen = useStore(notes.store, ({ notesById }) => notesById.get(noteId)?.isEncrypted === false);
  return !isUnlocked && !isOpen;
}

type VersionsProps = HistoryPanelProps & { readonly service: HistoryService };

function Versions({ service, noteId, chosen, isPhone, onChoose, onOpenNote }: VersionsProps) {
  const { unlockSensitive, openPast } = useWorkspaceActions();
  const view = useHistory(service, { noteId, chosen, onChoose });
  if (view.problem !== undefined)
    return (
      <div className={css.problem}>
        <p>{historyProblemText[view.problem.kind]}</p>
        {view.problem.kind === "sensitive-locked" && <Button label={historyText.unlock} onPress={() => unlockSensitive()} />}
      </div>
    );
  if (view.rows === undefined) return <DelayedSpinner />;
  const isCovered = isPhone && chosen !== undefined;
  return (
    <>
      <div className={css.side} hidden={isCovered}>
        <p className={css.help}>{view.rows.length === 1 ? historyText.only : historyText.help}</p>
        {!isCovered && <DoneLine view={view} onOpenNote={onOpenNote} />}
        <VersionList view={view} rows={view.rows} />
        <p className={css.whole}>
          <Button label={menuActionText.past} size="small" tone="quiet" icon={<History aria-hidden />} onPress={openPast} />
        </p>
      </div>
      {chosen !== undefined && (
        <VersionView view={view} isPhone={isPhone}>
          {isCovered && <DoneLine view={view} onOpenNote={onOpenNote} />}
        </VersionView>
      )}
    </>
  );
}
