/** Reports saves and deletes locally and again from the drive, one subject per note. Spec A §4, sync.md §9. */

import type { UploadAvailability } from "../../connection/link.ts";
import type { NotesService } from "../../library/notes/notes-service-types.ts";
import type { Note, UploadFailure } from "../../model/entities/note.ts";
import { TOAST } from "../../model/limits/limits.ts";
import type { CycleProblem } from "../../sync/context/cycle-types.ts";
import type { UnsentAction } from "./messages.ts";
import type { StatusService } from "./status-service.ts";

export type NoteNotices = {
  created(note: Note): void;
  saved(note: Note): void;
  /** Shows nothing at once, because the note's own mark shows its state. */
  autosaved(note: Note): void;
  deleted(noteIds: readonly string[], subject: string, undo: () => void): void;
  /** Last action on a note, while anything is pending for the drive. */
  unsent(): UnsentAction | undefined;
  stop(): void;
};

type Deps = {
  readonly notes: NotesService;
  readonly status: StatusService;
  /** How notes can leave this device now. */
  readonly availability: () => UploadAvailability;
  /** Reason why the last sync did not complete. */
  readonly syncProblem: () => CycleProblem["kind"] | undefined;
  /** Local mode, without a drive. */
  readonly isLocal: boolean;
};

/** Without a drive, the message says only that the note is saved. */
const CREATED = {
  open: "note-created",
  closed: "note-saved-offline",
  expired: "note-saved-reconnect",
  none: "note-created-on-device",
} as const satisfies Record<UploadAvailability, string>;
const SAVED = {
  open: "note-saved",
  closed: "note-saved-offline",
  expired: "note-saved-reconnect",
  none: "note-saved-on-device",
} as const satisfies Record<UploadAvailability, string>;

type LeftBehind = "note-saved-offline" | "note-upload-failed" | "note-saved-server-down" | "note-save-timed-out" | "note-saved-reconnect";
type Kept = { readonly [Kind in CycleProblem["kind"]]?: LeftBehind };

/** Messages for a note that a sync left behind; other problems have a band of their own. Spec A §4 "Create note". */
const LEFT_NEW: Kept = {
  offline: "note-saved-offline",
  "timed-out": "note-saved-offline",
  "answer-lost": "note-saved-offline",
  "server-error": "note-upload-failed",
  throttled: "note-upload-failed",
  "access-expired": "note-saved-reconnect",
};
/** Spec A §8 "Edit save". */
const LEFT_EDITED: Kept = {
  offline: "note-saved-offline",
  "timed-out": "note-save-timed-out",
  "answer-lost": "note-save-timed-out",
  "server-error": "note-saved-server-down",
  throttled: "note-saved-server-down",
  "access-expired": "note-saved-reconnect",
};

type Awaited = {
  /** Absent for a sensitive note, whose folder may be locked when the title is shown. */
  readonly title: string | undefined;
  readonly isNew: boolean;
  /** The user has been told that the note stays here for now; not repeated until it has arrived. */
  isNotified: boolean;
  wasSaving: boolean;
};

export function createNoteNotices({ notes, status, availability, syncProblem, isLocal }: Deps): NoteNotices {
  /** Notes pending for the drive, by id. */
  const awaited = new Map<string, Awaited>();
  let last: UnsentAction | undefined;

  const awaitArrival = ({ noteId, title, isEncrypted }: Note, isNew: boolean, isNotified: boolean): void => {
    if (isLocal) return;
    const before = awaited.get(noteId);
    awaited.set(noteId, {
      title: isEncrypted ? undefined : title,
      isNew: isNew || before?.isNew === true,
      isNotified: isNotified || before?.isNotified === true,
      wasSaving: false,
    });
  };

  const notifyLeftBehind = (noteId: string, note: Awaited, failed: UploadFailure | undefined): void => {
    const id = (note.isNew ? LEFT_NEW : LEFT_EDITED)[failed ?? syncProblem() ?? "stopped"];
    if (note.isNotified || id === undefined) return;
    note.isNotified = true;
    status.show({ id }, { subject: noteId });
  };

  const notifyUploaded = (noteId: string, { title, isNew, isNotified }: Awaited): void => {
    if (title === undefined) return;
    if (isNotified) status.show({ id: "offline-note-uploaded", title }, { subject: noteId });
    else if (isNew) status.show({ id: "note-uploaded" }, { subject: noteId });
  };

  const unsubscribe = notes.store.subscribe(({ notesById }) => {
    for (const [noteId, note] of awaited) {
      const { wasSaving } = note;
      const sync = notesById.get(noteId)?.sync;
      note.wasSaving = sync?.kind === "saving";
      if (note.wasSaving) continue;
      if (sync?.kind === "on-this-device") {
        if (wasSaving) notifyLeftBehind(noteId, note, sync.failed);
        continue;
      }
      if (sync?.kind === "needs-you") {
        if (!note.isNotified) status.show({ id: "note-upload-failed" }, { subject: noteId });
        note.isNotified = true;
        continue;
      }
      awaited.delete(noteId);
      if (sync?.kind === "in-your-drive") notifyUploaded(noteId, note);
    }
  });

  return {
    created(note) {
      const { noteId, isEncrypted } = note;
      last = "create";
      const now = isLocal ? "none" : availability();
      awaitArrival(note, true, now !== "open");
      status.show({ id: isEncrypted ? "encrypted-note-created" : CREATED[now] }, { subject: noteId });
    },
    saved(note) {
      last = "edit";
      const now = isLocal ? "none" : availability();
      awaitArrival(note, false, now !== "open");
      status.show({ id: SAVED[now] }, { subject: note.noteId });
    },
    autosaved(note) {
      last = "edit";
      awaitArrival(note, false, !isLocal && availability() !== "open");
    },
    deleted(noteIds, subject, undo) {
      for (const noteId of noteIds) awaited.delete(noteId);
      last = "delete";
      const count = noteIds.length;
      const options = { subject, action: { run: undo }, durationMs: TOAST.undoMs };
      status.show(count === 1 ? { id: "note-deleted" } : { id: "notes-deleted", count }, options);
    },
    unsent: () => (notes.store.getState().pendingCount > 0 ? last : undefined),
    stop: unsubscribe,
  };
}
