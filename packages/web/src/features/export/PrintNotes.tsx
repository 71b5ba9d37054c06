/** Notes one after the other on paper, or as a PDF by the browser's own print. On the screen nothing of it is seen. */
import type { Note } from "@satchel/core/model/entities/note.ts";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { NoteView } from "../../editor/read-view/NoteView.tsx";
import { type Library, useLibrary } from "../../shared/services.ts";
import { exportsText } from "../../text/exports.ts";
import css from "./print-notes.module.css";

export type PrintNotesProps = {
  readonly noteIds: readonly string[];
  /** `unread`: how many could not be read. */
  readonly onDone: (unread: number) => void;
};

export function PrintNotes({ noteIds, onDone }: PrintNotesProps) {
  const { notes } = useLibrary();
  const [done, setDone] = useState(0);
  const [read, setRead] = useState<readonly Note[]>();
  useEffect(() => {
    let isOver = false;
    const isStopped = (): boolean => isOver;
    void readNotes(notes, { noteIds, onProgress: setDone, isStopped }).then((found) => isOver || setRead(found));
    return () => {
      isOver = true;
    };
  }, [notes, noteIds]);
  if (read === undefined) return <p role="status">{exportsText.preparing(done, noteIds.length)}</p>;
  return createPortal(<Paper notes={read} onDone={() => onDone(noteIds.length - read.length)} />, document.body);
}

type Reading = { readonly noteIds: readonly string[]; readonly onProgress: (done: number) => void; readonly isStopped: () => boolean };

async function readNotes(notes: Library["notes"], { noteIds, onProgress, isStopped }: Reading): Promise<readonly Note[]> {
  const found: Note[] = [];
  for (const [at, noteId] of noteIds.entries()) {
    if (isStopped()) return found;
    const opened = await notes.open(noteId);
    if (opened.ok) found.push(opened.value);
    onProgress(at + 1);
  }
  return found;
}

function Paper({ notes, onDone }: { readonly notes: readonly Note[]; readonly onDone: () => void }) {
  const paper = useRef<HTMLDivElement>(null);
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    let isOver = false;
    const finish = (): void => done.current();
    window.addEventListener("afterprint", finish, { once: true });
    const images = [...(paper.current?.querySelectorAll("img") ?? [])];
    // An image that is not there is no reason not to print the rest.
    void Promise.allSettled(images.map((image) => image.decode())).then(() => isOver || window.print());
    return () => {
      isOver = true;
      window.removeEventListener("afterprint", finish);
    };
  }, []);
  return (
    <div ref={paper} className={css.paper} data-print data-print-notes>
      {notes.map(({ noteId, title, content }) => (
        <article key={noteId} className={css.note}>
          <h1 className={css.title}>{title || exportsText.untitled}</h1>
          <NoteView html={content} />
        </article>
      ))}
    </div>
  );
}
