/**
 * Says what became of a note that a person created, saved or deleted: at once, and again when it has reached the drive. One subject per note,
 * so the later word replaces the earlier one. Spec A §4 "Create note", sync.md §9 "create toasts are projections".
 */

import type { Way } from "../connection/link.ts";
import { TOAST } from "../limits.ts";
import type { Note } from "../notes/note.ts";
import type { NotesService } from "../notes/notes-service-types.ts";
import type { CycleProblem } from "../sync/cycle-types.ts";
import type { StatusService } from "./status-service.ts";

export type NoteNotices = {
  created(note: Note): void;
  saved(note: Note): void;
  deleted(noteIds: readonly string[], subject: string, undo: () => void): void;
  stop(): void;
};

type Deps = {
  readonly notes: NotesService;
  readonly status: StatusService;
  /** How a note can leave this device just now. */
  readonly way: () => Way;
  /** Why the last sync did not complete. */
  readonly syncProblem: () => CycleProblem["kind"] | undefined;
  /** Local mode: there is no drive to reach. */
  readonly isLocal: boolean;
};

/** Only what is on its way is called so; without a drive a note is simply kept. */
const CREATED = {
  open: "note-created",
  closed: "note-saved-offline",
  expired: "note-saved-reconnect",
  none: "note-created-on-device",
} as const satisfies Record<Way, string>;
const SAVED = {
  open: "note-saved",
  closed: "note-saved-offline",
  expired: "note-saved-reconnect",
  none: "note-saved-on-device",
} as const satisfies Record<Way, string>;

/** Of a new note that a sync left behind; problems that are not here have a band of their own. */
const LEFT_BEHIND: { readonly [Kind in CycleProblem["kind"]]?: "note-saved-offline" | "note-upload-failed" } = {
  offline: "note-saved-offline",
  "timed-out": "note-saved-offline",
  "answer-lost": "note-saved-offline",
  "server-error": "note-upload-failed",
  throttled: "note-upload-failed",
};

type NewNote = { readonly title: string; wasOffline: boolean; wasSaving?: boolean };

export function createNoteNotices({ notes, status, way, syncProblem, isLocal }: Deps): NoteNotices {
  /** New notes on their way, and whether it was said that they wait. */
  const awaited = new Map<string, NewNote>();

  const tellLeftBehind = (noteId: string, note: NewNote): void => {
    const id = LEFT_BEHIND[syncProblem() ?? "stopped"];
    if (note.wasOffline || id === undefined) return;
    note.wasOffline = true;
    status.show({ id }, { subject: noteId });
  };

  const stopHearing = notes.store.subscribe(({ notesById }) => {
    for (const [noteId, note] of awaited) {
      const { title, wasOffline, wasSaving } = note;
      const sync = notesById.get(noteId)?.sync;
      note.wasSaving = sync?.kind === "saving";
      if (note.wasSaving) continue;
      if (sync?.kind === "on-this-device") {
        if (wasSaving) tellLeftBehind(noteId, note);
        continue;
      }
      awaited.delete(noteId);
      if (sync?.kind === "needs-you") status.show({ id: "note-upload-failed" }, { subject: noteId });
      if (sync?.kind === "in-your-drive")
        status.show(wasOffline ? { id: "offline-note-uploaded", title } : { id: "note-uploaded" }, { subject: noteId });
    }
  });

  return {
    created({ noteId, title, isEncrypted }) {
      // Of a sensitive note no title is kept for later: by then its folder may be locked.
      if (isEncrypted) return void status.show({ id: "encrypted-note-created" }, { subject: noteId });
      const now = isLocal ? "none" : way();
      if (!isLocal) awaited.set(noteId, { title, wasOffline: now !== "open" });
      status.show({ id: CREATED[now] }, { subject: noteId });
    },
    saved({ noteId }) {
      status.show({ id: SAVED[isLocal ? "none" : way()] }, { subject: noteId });
    },
    deleted(noteIds, subject, undo) {
      for (const noteId of noteIds) awaited.delete(noteId);
      const count = noteIds.length;
      const options = { subject, action: { run: undo }, durationMs: TOAST.undoMs };
      status.show(count === 1 ? { id: "note-deleted" } : { id: "notes-deleted", count }, options);
    },
    stop: stopHearing,
  };
}
