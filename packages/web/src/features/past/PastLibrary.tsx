/** The library at the end of a day, read-only: its notes, the text of one, and restoring selected ones. Decision 0036. */
import type { PastService } from "@satchel/core/library/history/past-service-types.ts";
import { History } from "lucide-react";
import { useEffect, useState } from "react";
import { TextField } from "../../shared/forms/TextField.tsx";
import { useDates } from "../../shared/hooks/use-dates.ts";
import css from "../../shared/note-browser/note-browser.module.css";
import { useLibrary } from "../../shared/services.ts";
import { Bar } from "../../shared/ui/Bar.tsx";
import { Button } from "../../shared/ui/Button.tsx";
import { DelayedSpinner } from "../../shared/ui/DelayedSpinner.tsx";
import { EmptyState } from "../../shared/ui/EmptyState.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { commonText } from "../../text/labels.ts";
import { pastText } from "../../text/notes/past.ts";
import { PastList } from "./PastList.tsx";
import { PastNoteView } from "./PastNoteView.tsx";
import own from "./past.module.css";
import { type PastView, usePast } from "./use-past.ts";

type PastLibraryProps = {
  /** A date such as `2026-11-20`; undefined means yesterday. */
  readonly day: string | undefined;
  readonly onDay: (day: string | undefined) => void;
  readonly shownId: string | undefined;
  readonly onShow: (noteId: string | undefined) => void;
  readonly onOpenNote: (noteId: string) => void;
  readonly onClose: () => void;
};

export function PastLibrary(props: PastLibraryProps) {
  const { history: open } = useLibrary();
  const [past, setPast] = useState<PastService | "failed">();
  useEffect(() => {
    open().then(
      (opened) => setPast(opened.past),
      () => setPast("failed"),
    );
  }, [open]);
  if (past === undefined) return <DelayedSpinner />;
  if (past === "failed") return <p role="alert">{commonText.notLoaded}</p>;
  return <Day past={past} {...props} />;
}

function Day({ past, day, onDay, shownId, onShow, onOpenNote, onClose }: PastLibraryProps & { readonly past: PastService }) {
  const view = usePast(past, day);
  const dates = useDates();
  const name = view.atMs === undefined ? "" : dates.day(view.atMs);
  const shown = view.notes?.find(({ noteId }) => noteId === shownId);
  return (
    <>
      {view.atMs !== undefined && (
        <div className={own.band}>
          <History width={18} height={18} aria-hidden />
          <strong className={own.bandText}>{pastText.band(name)}</strong>
          <Button label={pastText.today} size="small" onPress={onClose} />
        </div>
      )}
      <p className={`${css.help} ${css.above}`}>{pastText.help}</p>
      <div className={`${own.field} ${css.above}`}>
        <TextField
          label={pastText.day}
          type={"date" as "text"}
          value={view.shownDay}
          onChange={(next) => next !== "" && onDay(next)}
          problem={view.atMs === undefined ? pastText.noDay : undefined}
        />
      </div>
      <Facts view={view} past={past} />
      {view.notes?.length === 0 && view.locked === 0 && <EmptyState small title={pastText.none} sentence={pastText.noneSentence} />}
      {(view.notes ?? []).length > 0 && (
        <div className={shown === undefined ? css.panes : `${css.panes} ${css.showsNote}`}>
          <PastList view={view} name={name} shownId={shownId} onShow={onShow} />
          {shown === undefined ? (
            <p className={`${css.note} ${css.choose}`}>{pastText.choose}</p>
          ) : (
            <PastNoteView past={past} view={view} note={shown} onBack={() => onShow(undefined)} onOpenNote={onOpenNote} />
          )}
        </div>
      )}
    </>
  );
}

/** Work in progress, results, and what is not shown. */
function Facts({ view, past }: { readonly view: PastView; readonly past: PastService }) {
  const { unlockSensitive } = useWorkspaceActions();
  const { work, done, notes, locked, notFetched, missing, inDrive, atMs } = view;
  return (
    <>
      {work !== undefined && (
        <div className={css.progress}>
          <span>{`${pastText.working[work.kind]}: ${pastText.progress(work.done, work.of)}`}</span>
          <Bar label={pastText.working[work.kind]} percent={work.of === 0 ? 100 : Math.round((work.done / work.of) * 100)} />
          <Button label={commonText.cancel} size="small" onPress={() => past.cancel()} />
        </div>
      )}
      {work === undefined && notes === undefined && atMs !== undefined && !view.isLeaving && (
        <p className={css.fact}>
          {pastText.notRead}{" "}
          <button type="button" className={css.link} onClick={view.showAgain}>
            {pastText.again}
          </button>
        </p>
      )}
      <p className={css.done} role="status" tabIndex={-1}>
        {done?.sentence}
        {(done?.undo ?? []).length > 0 && (
          <button type="button" className={css.link} onClick={() => void view.undo()}>
            {pastText.undo}
          </button>
        )}
      </p>
      {work === undefined && missing !== undefined && inDrive > 0 && (
        <p className={css.fact}>
          {pastText.missing[missing](inDrive)}
          <button type="button" className={css.link} onClick={view.showAgain}>
            {pastText.load}
          </button>
        </p>
      )}
      {notFetched > 0 && <p className={css.fact}>{pastText.notFetched(notFetched)}</p>}
      {locked > 0 && (
        <p className={css.fact}>
          {pastText.locked(locked)}
          <button type="button" className={css.link} onClick={() => unlockSensitive()}>
            {pastText.unlock}
          </button>
        </p>
      )}
    </>
  );
}
