/** The text of a note on a day, with a restore button. */
import type { PastNote, PastService } from "@satchel/core/library/history/past-service-types.ts";
import type { NoteDraft } from "@satchel/core/model/entities/note.ts";
import { ChevronLeft, RotateCcw } from "lucide-react";
import { useEffect, useState } from "react";
import { NoteView } from "../../editor/read-view/NoteView.tsx";
import { useFocusFromRow } from "../../shared/hooks/use-kept-focus.ts";
import css from "../../shared/note-browser/note-browser.module.css";
import { Button } from "../../shared/ui/Button.tsx";
import { DelayedSpinner } from "../../shared/ui/DelayedSpinner.tsx";
import { pastText } from "../../text/notes/past.ts";
import { workspaceText } from "../../text/workspace.ts";
import { isRestorable, type PastView } from "./use-past.ts";

type PastNoteViewProps = {
  readonly past: PastService;
  readonly view: PastView;
  readonly note: PastNote;
  readonly onBack: () => void;
  readonly onOpenNote: (noteId: string) => void;
};

export function PastNoteView({ past, view, note, onBack, onOpenNote }: PastNoteViewProps) {
  const { noteId, since } = note;
  const region = useFocusFromRow(noteId);
  return (
    <section ref={region} tabIndex={-1} className={css.note} aria-label={pastText.text}>
      <div className={css.actions}>
        <span className={css.back}>
          <Button label={pastText.back} size="small" tone="quiet" data-back icon={<ChevronLeft aria-hidden />} onPress={onBack} />
        </span>
        {isRestorable(note) && (
          <Button
            label={pastText.restoreOne}
            size="small"
            tone="primary"
            icon={<RotateCcw aria-hidden />}
            isDisabled={view.work !== undefined}
            onPress={() => void view.restore([note])}
          />
        )}
        {since !== "deleted" && <Button label={pastText.open} size="small" onPress={() => onOpenNote(noteId)} />}
      </div>
      {note.isInDrive ? <p>{pastText.inDriveSentence}</p> : <Text key={`${noteId} ${note.key}`} past={past} note={note} />}
    </section>
  );
}

function Text({ past, note: { noteId, key } }: Pick<PastNoteViewProps, "past" | "note">) {
  const [text, setText] = useState<NoteDraft | "unreadable">();
  useEffect(() => {
    let isGone = false;
    void past.read(noteId, key).then((read) => {
      if (!isGone) setText(read.ok ? read.value : "unreadable");
    });
    return () => {
      isGone = true;
    };
  }, [past, noteId, key]);
  if (text === undefined) return <DelayedSpinner />;
  if (text === "unreadable") return <p>{pastText.unreadable}</p>;
  const title = text.title.trim() || workspaceText.untitled;
  return (
    <>
      <h2 className={css.noteTitle} dir="auto">
        {title}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable by keyboard */}
      <section className={css.text} tabIndex={0} aria-label={title}>
        <NoteView html={text.content} />
      </section>
    </>
  );
}
