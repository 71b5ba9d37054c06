/** Prints notes one after the other, or saves a PDF by the browser's print. Invisible on the screen. */
import type { Note } from "@satchel/core/model/entities/note.ts";
import { useEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { formulasShown } from "../../editor/blocks/math/formulas.ts";
import { codeColored } from "../../editor/code/code-highlighter.ts";
import { NoteView } from "../../editor/read-view/NoteView.tsx";
import type { NoteLinks } from "../../shared/editor-host/note-links.ts";
import { useNoteLinks } from "../../shared/hooks/use-notes.ts";
import { type Library, useLibrary } from "../../shared/services.ts";
import { Bar } from "../../shared/ui/Bar.tsx";
import { Button } from "../../shared/ui/Button.tsx";
import panel from "../../shared/ui/transfer-panel.module.css";
import { exportsText } from "../../text/transfer/exports.ts";
import css from "./print-notes.module.css";

/** `unread`: number of notes that could not be read. */
export type PrintOutcome =
  | { readonly kind: "printed"; readonly unread: number }
  | { readonly kind: "cancelled" }
  | { readonly kind: "sensitive-locked" };

export type PrintNotesProps = { readonly noteIds: readonly string[]; readonly onDone: (outcome: PrintOutcome) => void };

export function PrintNotes({ noteIds, onDone }: PrintNotesProps) {
  const { notes } = useLibrary();
  const [done, setDone] = useState(0);
  const [read, setRead] = useState<readonly Note[]>();
  const finish = useRef(onDone);
  finish.current = onDone;
  useEffect(() => {
    let isOver = false;
    const isStopped = (): boolean => isOver;
    void readNotes(notes, { noteIds, onProgress: setDone, isStopped }).then((found) => {
      if (isOver) return;
      if (found === "sensitive-locked") finish.current({ kind: found });
      else setRead(found);
    });
    return () => {
      isOver = true;
    };
  }, [notes, noteIds]);
  if (read === undefined) return <Preparing done={done} total={noteIds.length} onCancel={() => onDone({ kind: "cancelled" })} />;
  return createPortal(
    <Paper notes={read} onDone={() => onDone({ kind: "printed", unread: noteIds.length - read.length })} />,
    document.body,
  );
}

function Preparing({ done, total, onCancel }: { readonly done: number; readonly total: number; readonly onCancel: () => void }) {
  const label = exportsText.preparing(done, total);
  return (
    <>
      <p className={panel.label} role="status">
        {label}
      </p>
      <Bar label={label} percent={Math.round((done / total) * 100)} />
      <div>
        <Button label={exportsText.cancel} size="small" onPress={onCancel} />
      </div>
    </>
  );
}

type Reading = { readonly noteIds: readonly string[]; readonly onProgress: (done: number) => void; readonly isStopped: () => boolean };

/** Stops if the Sensitive folder locks in between, because a part of its notes would look complete. */
async function readNotes(
  notes: Library["notes"],
  { noteIds, onProgress, isStopped }: Reading,
): Promise<readonly Note[] | "sensitive-locked"> {
  const found: Note[] = [];
  for (const [at, noteId] of noteIds.entries()) {
    if (isStopped()) return found;
    const opened = await notes.open(noteId);
    if (opened.ok) found.push(opened.value);
    else if (opened.problem.kind === "sensitive-locked") return opened.problem.kind;
    onProgress(at + 1);
  }
  return found;
}

function Paper({ notes, onDone }: { readonly notes: readonly Note[]; readonly onDone: () => void }) {
  const paper = useRef<HTMLDivElement>(null);
  const done = useRef(onDone);
  done.current = onDone;
  const links = useLinksOnPaper(notes);
  useEffect(() => {
    let isOver = false;
    const finish = (): void => done.current();
    window.addEventListener("afterprint", finish, { once: true });
    if (paper.current !== null) linkWithin(paper.current);
    const images = [...(paper.current?.querySelectorAll("img") ?? [])].map((image) => image.decode());
    // Prints the rest even if some content fails to render.
    void Promise.allSettled([...images, formulasShown(), codeColored()]).then(() => isOver || window.print());
    return () => {
      isOver = true;
      window.removeEventListener("afterprint", finish);
    };
  }, []);
  return (
    <div ref={paper} className={css.paper} data-print data-print-notes>
      {notes.length > 1 && <ContentsPage notes={notes} />}
      {notes.map(({ noteId, title, content }) => (
        <article key={noteId} id={pageId(noteId)} className={css.note}>
          <h1 className={css.title} dir="auto">
            {title || exportsText.untitled}
          </h1>
          <NoteView html={content} noteLinks={links} />
        </article>
      ))}
    </div>
  );
}

function ContentsPage({ notes }: { readonly notes: readonly Note[] }) {
  return (
    <nav className={css.contents}>
      <h1 className={css.title}>{exportsText.contents}</h1>
      <ol>
        {notes.map(({ noteId, title }) => (
          <li key={noteId}>
            <a href={`#${pageId(noteId)}`} dir="auto">
              {title || exportsText.untitled}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

const pageId = (noteId: string): string => `printed-${noteId}`;

/** The title of a linked sensitive note is printed only if the note itself is. */
function useLinksOnPaper(notes: readonly Note[]): NoteLinks {
  const links = useNoteLinks(null);
  const { notes: service } = useLibrary();
  return useMemo(() => {
    const printed = new Set(notes.map(({ noteId }) => noteId));
    const isLeftOut = (id: string): boolean => service.store.getState().notesById.get(id)?.isEncrypted === true && !printed.has(id);
    return { ...links, targetOf: (id) => (isLeftOut(id) ? { kind: "locked" } : links.targetOf(id)) };
  }, [links, notes, service]);
}

/** Makes links to included notes lead to their page in a PDF. */
function linkWithin(paper: HTMLElement): void {
  for (const link of paper.querySelectorAll<HTMLElement>("a[data-note-id]")) {
    const id = pageId(link.dataset.noteId ?? "");
    if (paper.querySelector(`#${CSS.escape(id)}`) !== null) link.setAttribute("href", `#${id}`);
  }
}
