/** Commands for one or several notes, each with a toast that reports and can undo it. Spec A §4, A §8. */

import { movesBack, movesTo, type NoteMove } from "@satchel/core/library/notes/note-moves.ts";
import type { NoteProblem } from "@satchel/core/library/notes/notes-service-types.ts";
import type { NoteDraft, NoteSummary } from "@satchel/core/model/entities/note.ts";
import { CODE_MISSING, lazyModule } from "@satchel/core/model/lazy/lazy-module.ts";
import { TOAST } from "@satchel/core/model/limits/limits.ts";
import type { Result } from "@satchel/core/model/result.ts";
import { keepListed } from "@satchel/core/workspace/layout/selection.ts";
import type { NoteAction, StatusMessage } from "@satchel/core/workspace/notifications/messages.ts";
import type { NoteNotices } from "@satchel/core/workspace/notifications/note-notices-service.ts";
import type { StatusService } from "@satchel/core/workspace/notifications/status-service.ts";
import type { Library } from "../../shared/services.ts";
import type { SeldomCommands, ShowDay } from "./seldom-commands.ts";

type Deps = {
  readonly library: Library;
  readonly status: StatusService;
  readonly notices: NoteNotices;
  readonly now: () => number;
  readonly showWhatIsLeft: () => void;
};

export function createNoteCommands({ library, status, notices, now, showWhatIsLeft }: Deps) {
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

  const lazy = lazyModule(fetchSeldomCommands, ({ createSeldomCommands }) =>
    createSeldomCommands({ library, status, notices, now, fail, move }),
  );
  const lazily = async <Value>(run: (commands: SeldomCommands) => Promise<Value>, subject: string): Promise<Value | undefined> => {
    const commands = await lazy.load();
    return commands === undefined ? void fail("load", CODE_MISSING, subject) : run(commands);
  };

  return {
    summaries,
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
    setPinned: (noteIds: readonly string[], isPinned: boolean) =>
      lazily((commands) => commands.setPinned(summaries(noteIds), isPinned), "notes-moved"),
    /** Opens a new note that is filled from the template; `undefined` if it cannot be read. `open` returns the tab. */
    async openFrom(templateId: string, title: string | undefined, open: (draft: NoteDraft | undefined) => string): Promise<void> {
      const filled = await lazily((commands) => commands.fill(templateId, title), templateId);
      filled?.shown(open(filled.draft));
      if (filled === undefined) open(undefined);
    },
    openDay: (day: string | undefined, show: ShowDay) => lazily((commands) => commands.openDay(day, show), "day"),
    stepDay: (step: 1 | -1, show: ShowDay) => lazily((commands) => commands.stepDay(step, show), "day"),
    markTemplate: (noteId: string, isTemplate: boolean) => lazily((commands) => commands.markTemplate(noteId, isTemplate), noteId),
    copyDraft: (tabId: string) => lazily((commands) => commands.copyDraft(tabId), tabId),
    copyMarkdown: (noteId: string) => lazily((commands) => commands.copyMarkdown(noteId), noteId),
    /** Returns the copy's id. */
    duplicate: (noteId: string) => lazily((commands) => commands.duplicate(noteId), noteId),
    moveFolder: (folderId: string, parentId: string | null) => lazily((commands) => commands.moveFolder(folderId, parentId), folderId),
  };
}

export const fetchSeldomCommands = () => import("./seldom-commands.ts");
