/** A note to read, with its dates, counts, where it is safe, and what can be done with it. Spec A §2.11. */
import { countHtml } from "@satchel/core/document/html/html-text.ts";
import { shownTitle } from "@satchel/core/library/notes/note-list.ts";
import type { NoteReader, NoteReading } from "@satchel/core/library/notes/note-reader-service.ts";
import type { Note } from "@satchel/core/model/entities/note.ts";
import { Calendar, FilePlus2, GitCompareArrows, History, Maximize2, Minimize2, Pencil, Trash2 } from "lucide-react";
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { SearchHits } from "../../../editor/find/SearchHits.tsx";
import { isFindKey } from "../../../editor/find/use-find-key.ts";
import type { EditListener } from "../../../editor/read-view/tick-boxes.ts";
import { useAttachmentHost } from "../../../shared/hooks/use-attachment-host.ts";
import { useDates } from "../../../shared/hooks/use-dates.ts";
import { useNoteLinks } from "../../../shared/hooks/use-notes.ts";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { SyncMark } from "../../../shared/marks/SyncMark.tsx";
import { useLocation } from "../../../shared/router/router.ts";
import { useLibrary, useServices } from "../../../shared/services.ts";
import { holdKeys } from "../../../shared/typeahead/held-keys.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { DelayedSpinner } from "../../../shared/ui/DelayedSpinner.tsx";
import { IconButton } from "../../../shared/ui/IconButton.tsx";
import { SeePlans } from "../../../shared/ui/SeePlans.tsx";
import { useWorkspaceActions } from "../../../shared/workspace-actions.ts";
import { menuActionText } from "../../../text/actions/actions.ts";
import { syncNoticesText } from "../../../text/drive/sync-notices.ts";
import { notesText } from "../../../text/notes/notes.ts";
import { workspaceText } from "../../../text/workspace.ts";
import { AlsoOpen } from "../AlsoOpen.tsx";
import { followReader } from "../caret-positions.ts";
import { LargeNote } from "../LargeNote.tsx";
import { Backlinks, DayBar, NoteTags, NoteView, ReadFind } from "../lazy-editor.ts";
import { MissingNote } from "../MissingNote.tsx";
import css from "../note.module.css";
import { useOriginals } from "../use-editor-host.ts";
import { NoteFolder } from "./NoteFolder.tsx";
import { useReadingEdits } from "./use-reading-edits.ts";

type ViewNoteProps = { readonly tabId: string; readonly noteId: string; readonly isExpanded: boolean };

/** What a double click in the text is for already. */
const CONTROLS = "a, button, input, label, summary, img, video, audio, [data-type='attachment'], [contenteditable]";

const NO_WORDS: readonly string[] = [];

export function ViewNote({ tabId, noteId, isExpanded }: ViewNoteProps) {
  const { search } = useLibrary();
  const reading = useNote(noteId);
  const words = useStore(search.store, (state) => (state.noteIds.includes(noteId) ? state.words : NO_WORDS));
  if (reading.kind === "loading") return <DelayedSpinner />;
  if (reading.kind === "slow") return <LargeNote tabId={tabId} />;
  if (reading.kind === "failed") return <MissingNote tabId={tabId} problem={reading.problem} />;
  return <ReadNote tabId={tabId} note={reading.note} words={words} isExpanded={isExpanded} />;
}

type ReadNoteProps = { readonly tabId: string; readonly note: Note; readonly words: readonly string[]; readonly isExpanded: boolean };

function ReadNote({ tabId, note, words, isExpanded }: ReadNoteProps) {
  const { noteId } = note;
  const column = useRef<HTMLDivElement>(null);
  const hasTags = useStore(useLibrary().notes.store, ({ notesById }) => notesById.get(noteId)?.tags !== undefined);
  const [isFinding, setFinding] = useState(false);
  const { pasteCleaner } = useServices();
  const edit = useReadingEdits(note);
  const handleFind = (): void => {
    if (!isFinding) holdKeys("find");
    setFinding(true);
  };
  return (
    <Page tabId={tabId} note={note} onFind={handleFind}>
      <div ref={column} className={css.column}>
        <Tools tabId={tabId} noteId={noteId} isExpanded={isExpanded} />
        <h1 className={css.title} dir="auto">
          {shownTitle(note) || workspaceText.untitled}
        </h1>
        <Meta note={note} />
        {hasTags && (
          <div className={css.tags}>
            <Suspense>
              <NoteTags noteId={noteId} />
            </Suspense>
          </div>
        )}
        <Suspense fallback={<DelayedSpinner />}>
          {isFinding && <ReadFind host={column} finder={pasteCleaner} onEdit={edit} onClose={() => setFinding(false)} />}
          <SearchHits words={isFinding ? NO_WORDS : words}>
            <NoteText note={note} onEdit={edit} />
          </SearchHits>
          <PrintWhenShown noteId={noteId} />
        </Suspense>
        <Suspense>
          <Backlinks noteId={noteId} />
        </Suspense>
        <Actions noteId={noteId} />
      </div>
    </Page>
  );
}

type PageProps = { readonly tabId: string; readonly note: Note; readonly onFind: () => void; readonly children: ReactNode };

/** Takes the focus after its note was saved, so that Enter and E go on with it. */
function Page({ tabId, note: { noteId, title }, onFind, children }: PageProps) {
  const { focusing, focused, editNote } = useWorkspaceActions();
  const { tabs } = useLibrary();
  const page = useRef<HTMLElement>(null);
  useLayoutEffect(() => (page.current === null ? undefined : followReader(noteId, page.current)), [noteId]);
  useEffect(() => {
    if (focusing !== tabId) return;
    page.current?.focus({ preventScroll: true });
    focused(tabId);
  }, [focusing, focused, tabId]);
  const handleKeyDown = (event: KeyboardEvent): void => {
    const isOnPage = event.target === event.currentTarget || event.target instanceof HTMLPreElement;
    if (isFindKey(event)) onFind();
    else if (event.key === "Enter" && isOnPage) editNote(noteId);
    else return;
    event.preventDefault();
  };
  const handleDoubleClick = ({ target }: MouseEvent): void => {
    if (isText(target)) editNote(noteId);
  };
  /** Selecting is reading; a click that selects nothing puts the caret where it is. decision 0042. */
  const handleClick = ({ target, detail }: MouseEvent): void => {
    if (tabs.savesAutomatically() && detail === 1 && isText(target) && document.getSelection()?.isCollapsed !== false) editNote(noteId);
  };
  return (
    <article
      ref={page}
      className={css.page}
      data-print
      tabIndex={-1}
      aria-label={title || workspaceText.untitled}
      onKeyDown={handleKeyDown}
      onClick={handleClick}
      onDoubleClick={handleDoubleClick}
    >
      {children}
    </article>
  );
}

function isText(target: EventTarget): boolean {
  return target instanceof Element && target.closest(".note-content") !== null && target.closest(CONTROLS) === null;
}

/** Rendered after the text, so that the text exists when printing starts. */
function PrintWhenShown({ noteId }: { readonly noteId: string }) {
  const { printing, printed } = useWorkspaceActions();
  useEffect(() => {
    if (printing !== noteId) return;
    printed();
    window.print();
  }, [printing, printed, noteId]);
  return null;
}

function NoteText({ note, onEdit }: { readonly note: Note; readonly onEdit: EditListener }) {
  const originals = useOriginals({ noteId: note.noteId, isSensitive: note.isEncrypted });
  const attachments = useAttachmentHost({ noteId: note.noteId, isSensitive: note.isEncrypted });
  const noteLinks = useNoteLinks(note.noteId);
  const images = useServices();
  const location = useLocation();
  const { noteId } = note;
  const linked = useMemo(() => ({ ...location, noteId }), [location, noteId]);
  const outline = { noteId, preferences: images.preferences };
  return <NoteView html={note.content} {...{ originals, attachments, noteLinks, images, onEdit, linked, outline }} />;
}

function Tools({ tabId, noteId, isExpanded }: ViewNoteProps) {
  const { deleteNote, editNote, openHistory, setExpanded } = useWorkspaceActions();
  return (
    <div className={css.tools}>
      <Button label={notesText.delete} tone="danger-quiet" icon={<Trash2 aria-hidden />} onPress={() => deleteNote(noteId)} />
      <IconButton label={menuActionText["note-history"]} icon={<History />} onPress={() => openHistory(noteId)} />
      {isExpanded ? (
        <Button label={notesText.exit} tone="quiet" icon={<Minimize2 aria-hidden />} onPress={() => setExpanded(tabId, false)} />
      ) : (
        <IconButton label={notesText.expand} icon={<Maximize2 />} onPress={() => setExpanded(tabId, true)} />
      )}
      <Button label={notesText.edit} icon={<Pencil aria-hidden />} onPress={() => editNote(noteId)} />
    </div>
  );
}

function Meta({ note }: { readonly note: Note }) {
  const dates = useDates();
  const { kind, notes, conflicts } = useLibrary();
  const { openConflicts } = useWorkspaceActions();
  const hasConflict = useStore(conflicts.store, (state) => state.openNoteIds.has(note.noteId));
  const counts = useMemo(() => countHtml(note.content), [note.content]);
  const sync = useStore(notes.store, (state) => state.notesById.get(note.noteId)?.sync) ?? note.sync;
  return (
    <p className={css.meta}>
      <span className={css.metaItem}>
        <Calendar width={14} height={14} aria-hidden />
        {notesText.created(dates.day(note.createdAt))}
      </span>
      <span>{notesText.modified(dates.moment(note.lastModified))}</span>
      <NoteFolder noteId={note.noteId} />
      <span>{notesText.counts(counts.words, counts.chars)}</span>
      {kind === "cloud" && <SyncMark sync={sync} withLabel />}
      <Suspense>{note.day !== undefined && <DayBar noteId={note.noteId} />}</Suspense>
      <AlsoOpen noteId={note.noteId} />
      {sync.kind === "needs-you" && <SeePlans why={sync.reason} />}
      {hasConflict && (
        <Button
          label={syncNoticesText.conflicts}
          size="small"
          icon={<GitCompareArrows aria-hidden />}
          onPress={() => openConflicts(note.noteId)}
        />
      )}
    </p>
  );
}

function Actions({ noteId }: { readonly noteId: string }) {
  const { editNote, deleteNote, newNote } = useWorkspaceActions();
  return (
    <section className={css.actions} aria-label={notesText.actions}>
      <h2 className={css.actionsTitle}>{notesText.actions}</h2>
      <Button label={notesText.editThis} size="small" tone="quiet" icon={<Pencil aria-hidden />} onPress={() => editNote(noteId)} />
      <Button label={notesText.deleteThis} size="small" tone="quiet" icon={<Trash2 aria-hidden />} onPress={() => deleteNote(noteId)} />
      <Button label={notesText.createNew} size="small" tone="quiet" icon={<FilePlus2 aria-hidden />} onPress={newNote} />
    </section>
  );
}

/** Reads one note: another note is another component. A result is rendered before the next frame. */
function useNote(noteId: string): NoteReading {
  const { reader } = useLibrary();
  const followed = useMemo(() => follow(reader, noteId), [reader, noteId]);
  return useSyncExternalStore(followed.subscribe, followed.reading);
}

function follow(reader: NoteReader, noteId: string) {
  let reading = reader.begin(noteId);
  return {
    reading: () => reading,
    subscribe: (listener: () => void) =>
      reader.watch(noteId, (next) => {
        reading = next;
        listener();
      }),
  };
}
