/**
 * Says what became of a note that a person created, saved or deleted: at once, and again when it has reached the drive. One subject per note,
 * so the later word replaces the earlier one. Spec A §4 "Create note", sync.md §9 "create toasts are projections".
 */
import type { Note } from "../notes/note.ts";
import type { NotesService } from "../notes/notes-service-types.ts";
import type { StatusService } from "./status-service.ts";

export type NoteNotices = {
  created(note: Note): void;
  saved(note: Note): void;
  deleted(noteId: string, undo: () => void): void;
  stop(): void;
};

type Deps = {
  readonly notes: NotesService;
  readonly status: StatusService;
  readonly isOnline: () => boolean;
  /** The drive no longer takes us, and only the person can connect again. */
  readonly isExpired?: () => boolean;
  /** Local mode: there is no drive to reach. */
  readonly isLocal: boolean;
};

const UNDO_MS = 10_000;

export function createNoteNotices({ notes, status, isOnline, isExpired = () => false, isLocal }: Deps): NoteNotices {
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
    created({ noteId, title }) {
      const wasOffline = !isOnline();
      if (!isLocal) awaited.set(noteId, { title, wasOffline });
      const id = isLocal
        ? "note-created-on-device"
        : isExpired()
          ? "note-saved-reconnect"
          : wasOffline
            ? "note-saved-offline"
            : "note-created";
      status.show({ id }, { subject: noteId });
    },
    saved({ noteId }) {
      const inCloud = isExpired() ? "note-saved-reconnect" : isOnline() ? "note-saved" : "note-saved-offline";
      const id = isLocal ? "note-saved-on-device" : inCloud;
      status.show({ id }, { subject: noteId });
    },
    deleted(noteId, undo) {
      awaited.delete(noteId);
      status.show({ id: "note-deleted" }, { subject: noteId, action: { run: undo }, durationMs: UNDO_MS });
    },
    stop: stopHearing,
  };
}
