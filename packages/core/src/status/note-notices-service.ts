/**
 * Says what became of a note that a person created, saved or deleted: at once, and again when it has reached the drive. One subject per note,
 * so the later word replaces the earlier one. Spec A §4 "Create note", sync.md §9 "create toasts are projections".
 */

import type { Way } from "../connection/link.ts";
import { TOAST } from "../limits.ts";
import type { Note } from "../notes/note.ts";
import type { NotesService } from "../notes/notes-service-types.ts";
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

export function createNoteNotices({ notes, status, way, isLocal }: Deps): NoteNotices {
  /** New notes on their way, and whether they were made without a network. */
  const awaited = new Map<string, { readonly title: string; readonly wasOffline: boolean }>();

  const stopHearing = notes.store.subscribe(({ notesById }) => {
    for (const [noteId, { title, wasOffline }] of awaited) {
      const sync = notesById.get(noteId)?.sync;
      if (sync?.kind === "saving" || sync?.kind === "on-this-device") continue;
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
