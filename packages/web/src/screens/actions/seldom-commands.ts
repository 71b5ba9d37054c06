/** Commands that few sessions use: copies of a note, templates, and moving a folder. Loaded on demand. Spec A §4, decision 0051. */

import { toMarkdown } from "@satchel/core/document/markdown/write-plain-text.ts";
import { formatPattern } from "@satchel/core/document/templates/date-pattern.ts";
import { fillTemplate } from "@satchel/core/document/templates/fill-template.ts";
import { takeCaret } from "@satchel/core/document/templates/take-caret.ts";
import { nextDayWithNote, notesByDay } from "@satchel/core/library/days/day-notes.ts";
import { copyTitle } from "@satchel/core/library/notes/check-note.ts";
import { linkTargetOf } from "@satchel/core/library/notes/note-list.ts";
import { movesOffPin, movesTo, type NoteMove } from "@satchel/core/library/notes/note-moves.ts";
import type { NoteProblem, NotesState } from "@satchel/core/library/notes/notes-service-types.ts";
import type { NoteDraft, NoteSummary } from "@satchel/core/model/entities/note.ts";
import { TOAST } from "@satchel/core/model/limits/limits.ts";
import { isDay, noonOf } from "@satchel/core/model/readable/days.ts";
import { toCalendarDay } from "@satchel/core/model/readable/readable-values.ts";
import type { NoteAction, StatusMessage } from "@satchel/core/workspace/notifications/messages.ts";
import type { NoteNotices } from "@satchel/core/workspace/notifications/note-notices-service.ts";
import type { StatusService } from "@satchel/core/workspace/notifications/status-service.ts";
import { activeTabOf, draftOf } from "@satchel/core/workspace/tabs/tab.ts";
import { caretPositions } from "../../features/note/caret-positions.ts";
import { dateStyle } from "../../shared/hooks/use-dates.ts";
import type { Library } from "../../shared/services.ts";
import { releaseKeys } from "../../shared/typeahead/held-keys.ts";
import { notesText } from "../../text/notes/notes.ts";
import { daysText } from "../../text/notes/organize/days.ts";

type Deps = {
  readonly library: Library;
  readonly status: StatusService;
  readonly notices: NoteNotices;
  readonly now: () => number;
  readonly move: (moves: readonly NoteMove[], message: StatusMessage) => Promise<void>;
  readonly fail: (action: NoteAction, problem: NoteProblem, subject: string) => void;
};

/** `isToWrite`: the note is new, or the user asked for today. */
export type ShowDay = (noteId: string, isToWrite: boolean) => void;

type Filled = { readonly draft: NoteDraft; readonly shown: (tabId: string) => void };

export type SeldomCommands = ReturnType<typeof createSeldomCommands>;

export function createSeldomCommands({ library, status, notices, now, move, fail }: Deps) {
  const { notes, tabs } = library;
  const copy = async (note: NoteDraft, subject: string): Promise<void> => {
    const copied = await putOnClipboard(note, notes.store.getState()).then(
      () => true,
      () => false,
    );
    status.show({ id: copied ? "note-copied" : "note-copy-failed" }, { subject });
  };

  const moveFolder = async (folderId: string, parentId: string | null): Promise<void> => {
    const { folders } = notes.store.getState();
    const [folder, parent] = [folderId, parentId].map((id) => folders.find((one) => one.folderId === id));
    const formerId = folder?.parent?.id ?? null;
    if (folder === undefined || formerId === parentId) return;
    const moved = await notes.moveFolder(folderId, parentId);
    if (!moved.ok) return void status.show({ id: "folder-problem", action: "move", problem: moved.problem }, { subject: folderId });
    const action = { run: () => void moveFolder(folderId, formerId) };
    status.show({ id: "folder-moved", name: folder.name, parent: parent?.name }, { subject: folderId, action, durationMs: TOAST.undoMs });
  };

  const today = (): string => toCalendarDay(now(), dateStyle);
  const openDay = async (wanted: string | undefined, show: ShowDay): Promise<void> => {
    const day = wanted ?? today();
    // The day of an address may be anything.
    if (!isDay(day)) return;
    const days = await library.days();
    const title = formatPattern(noonOf(day), daysText.titlePattern, dateStyle);
    const opened = await days.open(day, { title, folder: daysText.folder, style: dateStyle });
    if (!opened.ok) {
      releaseKeys("note");
      return fail("load", opened.problem, "day");
    }
    const { noteId, isNew, caret } = opened.value;
    if (caret !== undefined) caretPositions.remember(noteId, caret);
    show(noteId, isNew || wanted === undefined);
  };

  return {
    moveFolder,
    /** Returns the copy's id. */
    async duplicate(noteId: string): Promise<string | undefined> {
      const opened = await notes.open(noteId);
      if (!opened.ok) return void fail("load", opened.problem, noteId);
      const { title, content, folderId, tags } = opened.value;
      const copy = await notes.create({ title: copyTitle(title, notesText.copyTitle), content }, folderId, { tags });
      if (!copy.ok) return void fail("duplicate", copy.problem, noteId);
      notices.created(copy.value);
      return copy.value.noteId;
    },
    /** Fills a template for a new note. `shown`: to be called with the note's tab before its editor is there. */
    async fill(templateId: string, title: string | undefined): Promise<Filled | undefined> {
      const opened = await notes.open(templateId);
      if (!opened.ok) return void fail("load", opened.problem, templateId);
      const { draft, caret } = takeCaret(fillTemplate(opened.value, { nowMs: now(), title, style: dateStyle }));
      return { draft, shown: (tabId) => caret !== undefined && caretPositions.remember(tabId, caret) };
    },
    setPinned(summaries: readonly NoteSummary[], isPinned: boolean): Promise<void> {
      const { folders } = notes.store.getState();
      const pinned = folders.find(({ folderType }) => folderType === "PINNED");
      if (pinned === undefined) return Promise.resolve();
      const moves = isPinned ? movesTo(summaries, pinned.folderId, folders) : movesOffPin(summaries, folders);
      return move(moves, { id: isPinned ? "notes-pinned" : "notes-unpinned", count: moves.length });
    },
    openDay,
    async stepDay(step: 1 | -1, show: ShowDay): Promise<void> {
      const { notes: all, notesById } = notes.store.getState();
      const tab = activeTabOf(tabs.store.getState());
      const shown = tab === undefined || tab.type === "new" ? undefined : notesById.get(tab.noteId)?.day;
      const day = nextDayWithNote(notesByDay(all).keys(), { day: shown ?? today(), today: today(), step });
      if (day !== undefined) await openDay(day, show);
    },
    async markTemplate(noteId: string, isTemplate: boolean): Promise<void> {
      const templates = await library.templates();
      const marked = await templates.mark([noteId], isTemplate);
      if (!marked.ok) return fail("save", marked.problem, noteId);
      const action = { run: () => void templates.mark([noteId], !isTemplate) };
      status.show({ id: isTemplate ? "template-made" : "template-unmade" }, { subject: noteId, action, durationMs: TOAST.undoMs });
    },
    async copyMarkdown(noteId: string): Promise<void> {
      const opened = await notes.open(noteId);
      if (!opened.ok) return fail("load", opened.problem, noteId);
      await copy(opened.value, noteId);
    },
    async copyDraft(tabId: string): Promise<void> {
      const tab = tabs.store.getState().tabs.find(({ id }) => id === tabId);
      const draft = tab === undefined ? undefined : draftOf(tab);
      if (draft !== undefined) await copy(draft, tabId);
    },
  };
}

async function putOnClipboard(note: NoteDraft, state: NotesState): Promise<void> {
  await navigator.clipboard.writeText(toMarkdown(note, { titleOf: (noteId) => titleOfLink(state, noteId) }));
}

/** Returns undefined for a note that is locked or missing. */
function titleOfLink(state: NotesState, noteId: string): string | undefined {
  const target = linkTargetOf(state, noteId);
  return target.kind === "note" ? target.title : undefined;
}
