/** Commands for one or several notes, each with a toast that reports and can undo it. Spec A §4, A §8. */

import { copyTitle } from "@satchel/core/library/notes/check-note.ts";
import { linkTargetOf } from "@satchel/core/library/notes/note-list.ts";
import { movesBack, movesOffPin, movesTo, type NoteMove } from "@satchel/core/library/notes/note-moves.ts";
import type { NoteProblem, NotesState } from "@satchel/core/library/notes/notes-service-types.ts";
import type { NoteDraft, NoteSummary } from "@satchel/core/model/entities/note.ts";
import { TOAST } from "@satchel/core/model/limits/limits.ts";
import type { Result } from "@satchel/core/model/result.ts";
import { keepListed } from "@satchel/core/workspace/layout/selection.ts";
import type { NoteAction, StatusMessage } from "@satchel/core/workspace/notifications/messages.ts";
import type { NoteNotices } from "@satchel/core/workspace/notifications/note-notices-service.ts";
import type { StatusService } from "@satchel/core/workspace/notifications/status-service.ts";
import { draftOf } from "@satchel/core/workspace/tabs/tab.ts";
import type { Library } from "../../shared/services.ts";
import { notesText } from "../../text/notes/notes.ts";

type Deps = {
  readonly library: Library;
  readonly status: StatusService;
  readonly notices: NoteNotices;
  readonly showWhatIsLeft: () => void;
};

export function createNoteCommands({ library, status, notices, showWhatIsLeft }: Deps) {
  const { notes, tabs, workspace, kind } = library;
  const fail = (action: NoteAction, problem: NoteProblem, subject: string): void =>
    void status.show({ id: "note-problem", action, problem, isLocal: kind === "local" }, { subject });
  const summaries = (noteIds: readonly string[]): readonly NoteSummary[] =>
    noteIds.flatMap((noteId) => notes.store.getState().notesById.get(noteId) ?? []);
  /** Removes these notes from the selection, and keeps others selected in the meantime. */
  const letGo = (noteIds: readonly string[]): void =>
    workspace.select((selection) => keepListed(selection, (noteId) => !noteIds.includes(noteId)));

  const restore = async (noteIds: readonly string[], subject: string): Promise<void> => {
    const restored = await notes.restoreAll(noteIds);
    if (!restored.ok) fail("restore", restored.problem, subject);
  };
  const takeBack = async (before: readonly NoteSummary[], subject: string): Promise<void> => {
    const back = await notes.moveAll(movesBack(before));
    if (!back.ok) fail("move", back.problem, subject);
  };
  const move = async (moves: readonly NoteMove[], message: StatusMessage): Promise<void> => {
    const [first] = moves;
    const noteIds = moves.map(({ noteId }) => noteId);
    if (first === undefined) return;
    const before = summaries(noteIds);
    const subject = moves.length === 1 ? first.noteId : "notes-moved";
    const moved = await notes.moveAll(moves);
    if (!moved.ok) return fail("move", moved.problem, subject);
    letGo(noteIds);
    status.show(message, { subject, action: { run: () => void takeBack(before, subject) }, durationMs: TOAST.undoMs });
  };

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

  return {
    summaries,
    moveFolder,
    /** Moves notes into or out of the Sensitive folder. There is no undo button, because moving back also requires the password. */
    async moveAcross(noteIds: readonly string[], folderId: string | null): Promise<Result<void, NoteProblem>> {
      const { folders } = notes.store.getState();
      const moves = movesTo(summaries(noteIds), folderId, folders);
      const moved = await notes.moveAll(moves);
      if (!moved.ok) return moved;
      letGo(noteIds);
      const folder = folders.find((one) => one.folderId === folderId)?.name;
      status.show({ id: "notes-moved", count: moves.length, folder }, { subject: "notes-moved" });
      return moved;
    },
    async remove(noteIds: readonly string[]): Promise<void> {
      const wasOpen = tabs.store.getState().tabs.some((tab) => tab.type !== "new" && noteIds.includes(tab.noteId));
      const subject = noteIds.length === 1 ? (noteIds[0] as string) : "notes-deleted";
      // What was typed last goes into the trash with the rest.
      await tabs.saveAll(
        tabs.store.getState().tabs.flatMap((tab) => (tab.type === "edit" && noteIds.includes(tab.noteId) ? [tab.id] : [])),
      );
      const removed = await notes.removeAll(noteIds);
      if (!removed.ok) return fail("delete", removed.problem, subject);
      for (const noteId of noteIds) tabs.closeNote(noteId);
      letGo(noteIds);
      if (wasOpen) showWhatIsLeft();
      notices.deleted(noteIds, subject, () => void restore(noteIds, subject));
    },
    moveTo(noteIds: readonly string[], folderId: string | null): Promise<void> {
      const { folders } = notes.store.getState();
      const moves = movesTo(summaries(noteIds), folderId, folders);
      const folder = folders.find((one) => one.folderId === folderId)?.name;
      return move(moves, { id: "notes-moved", count: moves.length, folder });
    },
    pin(noteIds: readonly string[]): Promise<void> {
      const { folders } = notes.store.getState();
      const pinned = folders.find(({ folderType }) => folderType === "PINNED");
      if (pinned === undefined) return Promise.resolve();
      const moves = movesTo(summaries(noteIds), pinned.folderId, folders);
      return move(moves, { id: "notes-pinned", count: moves.length });
    },
    unpin(noteIds: readonly string[]): Promise<void> {
      const moves = movesOffPin(summaries(noteIds), notes.store.getState().folders);
      return move(moves, { id: "notes-unpinned", count: moves.length });
    },
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

/** The Markdown writer needs the HTML parser, so it loads on demand. */
async function putOnClipboard(note: NoteDraft, state: NotesState): Promise<void> {
  const { toMarkdown } = await fetchMarkdown();
  await navigator.clipboard.writeText(toMarkdown(note, { titleOf: (noteId) => titleOfLink(state, noteId) }));
}

/** Returns undefined for a note that is locked or missing. */
function titleOfLink(state: NotesState, noteId: string): string | undefined {
  const target = linkTargetOf(state, noteId);
  return target.kind === "note" ? target.title : undefined;
}

export const fetchMarkdown = () => import("@satchel/core/document/markdown/write-plain-text.ts");
