import { describe, expect, it } from "vitest";
import type { UploadAvailability } from "../../connection/link.ts";
import type { NotesService, NotesState } from "../../library/notes/notes-service-types.ts";
import type { Note, NoteSync } from "../../model/entities/note.ts";
import { createStore } from "../../model/store.ts";
import type { CycleProblem } from "../../sync/context/cycle-types.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { createNoteNotices } from "./note-notices-service.ts";
import { createStatusService } from "./status-service.ts";

const note: Note = {
  noteId: "note-1",
  title: "Milk",
  content: "",
  preview: "",
  folderId: null,
  createdAt: 0,
  lastModified: 0,
  isEncrypted: false,
  attachments: [],
  sync: { kind: "on-this-device" },
  vv: {},
};

type Setup = { readonly availability?: UploadAvailability; readonly local?: boolean; readonly problem?: CycleProblem["kind"] };

function setup({ availability = "open", local = false, problem }: Setup = {}) {
  const store = createStore<NotesState>({
    phase: "ready",
    notes: [note],
    notesById: new Map([[note.noteId, note]]),
    searches: [],
    folders: [],
    pendingCount: 0,
  });
  const status = createStatusService({ timers: new ManualClock() });
  const notices = createNoteNotices({
    notes: { store } as unknown as NotesService,
    status,
    availability: () => availability,
    syncProblem: () => problem,
    isLocal: local,
  });
  return {
    notices,
    becomes: (sync: NoteSync) => store.setState({ notesById: new Map([[note.noteId, { ...note, sync }]]) }),
    messages: () => status.store.getState().shown.map(({ message }) => message),
    shown: () => status.store.getState().shown,
  };
}

describe("A4 create note: messages", () => {
  it("reports pending and then uploaded, in one message", () => {
    const { notices, becomes, messages } = setup();
    notices.created(note);
    expect(messages()).toEqual([{ id: "note-created" }]);
    becomes({ kind: "saving" });
    expect(messages()).toEqual([{ id: "note-created" }]);
    becomes({ kind: "in-your-drive" });
    expect(messages()).toEqual([{ id: "note-uploaded" }]);
  });

  it("reports a note saved offline, and its title once uploaded", () => {
    const { notices, becomes, messages } = setup({ availability: "closed" });
    notices.created(note);
    expect(messages()).toEqual([{ id: "note-saved-offline" }]);
    becomes({ kind: "in-your-drive" });
    expect(messages()).toEqual([{ id: "offline-note-uploaded", title: "Milk" }]);
  });

  it("reports that the upload failed and the note is kept", () => {
    const { notices, becomes, messages } = setup();
    notices.created(note);
    becomes({ kind: "needs-you", reason: "storage-full" });
    expect(messages()).toEqual([{ id: "note-upload-failed" }]);
  });

  it.each([
    ["offline", "note-saved-offline"],
    ["timed-out", "note-saved-offline"],
    ["server-error", "note-upload-failed"],
    ["access-expired", "note-saved-reconnect"],
  ] as const)("reports once that the note stays after %s, and its arrival later", (problem, messageId) => {
    const { notices, becomes, messages, shown } = setup({ problem });
    notices.created(note);
    becomes({ kind: "on-this-device" });
    expect(messages()).toEqual([{ id: "note-created" }]);
    becomes({ kind: "saving" });
    becomes({ kind: "on-this-device" });
    expect(messages()).toEqual([{ id: messageId }]);
    const key = shown()[0]?.key;
    becomes({ kind: "saving" });
    becomes({ kind: "on-this-device" });
    expect(shown()[0]?.key).toBe(key);
    becomes({ kind: "in-your-drive" });
    expect(messages()).toEqual([{ id: "offline-note-uploaded", title: "Milk" }]);
  });

  it("adds nothing if a running sync was too early for the note", () => {
    const { notices, becomes, messages } = setup();
    notices.created(note);
    becomes({ kind: "saving" });
    becomes({ kind: "on-this-device" });
    expect(messages()).toEqual([{ id: "note-created" }]);
  });

  it("reports each outcome once", () => {
    const { notices, becomes, shown } = setup();
    notices.created(note);
    becomes({ kind: "in-your-drive" });
    const key = shown()[0]?.key;
    becomes({ kind: "in-your-drive" });
    expect(shown()[0]?.key).toBe(key);
  });

  it("does not mention uploads in local mode", () => {
    const { notices, becomes, messages } = setup({ local: true });
    notices.created(note);
    becomes({ kind: "in-your-drive" });
    expect(messages()).toEqual([{ id: "note-created-on-device" }]);
    notices.saved(note);
    expect(messages()).toEqual([{ id: "note-saved-on-device" }]);
  });
});

describe("A4, A8 Edit save: messages about a failed upload", () => {
  it.each([
    ["server-error", "note-saved-server-down"],
    ["timed-out", "note-save-timed-out"],
    ["access-expired", "note-saved-reconnect"],
  ] as const)("%s: reports once per note until it succeeds, and then its arrival", (failed, messageId) => {
    const { notices, becomes, messages, shown } = setup();
    notices.saved(note);
    expect(messages()).toEqual([{ id: "note-saved" }]);
    becomes({ kind: "saving" });
    becomes({ kind: "on-this-device", failed });
    expect(messages()).toEqual([{ id: messageId }]);

    notices.saved(note);
    const key = shown()[0]?.key;
    becomes({ kind: "saving" });
    becomes({ kind: "on-this-device", failed });
    expect(shown()[0]?.key).toBe(key);
    becomes({ kind: "in-your-drive" });
    expect(messages()).toEqual([{ id: "offline-note-uploaded", title: "Milk" }]);

    notices.saved(note);
    becomes({ kind: "saving" });
    becomes({ kind: "on-this-device", failed });
    expect(messages()).toEqual([{ id: messageId }]);
  });

  it("reports a sync that failed before the note was reached", () => {
    const { notices, becomes, messages } = setup({ problem: "server-error" });
    notices.saved(note);
    becomes({ kind: "saving" });
    becomes({ kind: "on-this-device" });
    expect(messages()).toEqual([{ id: "note-saved-server-down" }]);
  });

  it("reports that the note is kept if the drive refuses it", () => {
    const { notices, becomes, messages } = setup();
    notices.saved(note);
    becomes({ kind: "needs-you", reason: "refused" });
    expect(messages()).toEqual([{ id: "note-upload-failed" }]);
  });

  it("adds nothing for an edit that arrives, and is silent for an autosave", () => {
    const { notices, becomes, messages } = setup();
    notices.autosaved(note);
    becomes({ kind: "saving" });
    becomes({ kind: "in-your-drive" });
    expect(messages()).toEqual([]);
    notices.saved(note);
    becomes({ kind: "saving" });
    becomes({ kind: "in-your-drive" });
    expect(messages()).toEqual([{ id: "note-saved" }]);
  });

  it("warns of a failed autosave like of any other save", () => {
    const { notices, becomes, messages } = setup();
    notices.autosaved(note);
    becomes({ kind: "saving" });
    becomes({ kind: "on-this-device", failed: "server-error" });
    expect(messages()).toEqual([{ id: "note-saved-server-down" }]);
  });

  it("does not keep the title of a sensitive note", () => {
    const { notices, becomes, messages } = setup();
    notices.saved({ ...note, isEncrypted: true });
    becomes({ kind: "saving" });
    becomes({ kind: "on-this-device", failed: "server-error" });
    becomes({ kind: "in-your-drive" });
    expect(messages()).toEqual([{ id: "note-saved-server-down" }]);
  });
});

describe("A4 delete note: messages", () => {
  it("offers to undo for ten seconds", () => {
    const { notices, shown } = setup();
    let undone = 0;
    notices.deleted(["note-1"], "note-1", () => {
      undone += 1;
    });
    expect(shown()).toMatchObject([{ message: { id: "note-deleted" }, durationMs: 10_000 }]);
    shown()[0]?.action?.run();
    expect(undone).toBe(1);
  });
});

describe("decision 0009 claims about uploads", () => {
  it.each([
    ["none", "note-created-on-device", "note-saved-on-device"],
    ["expired", "note-saved-reconnect", "note-saved-reconnect"],
    ["closed", "note-saved-offline", "note-saved-offline"],
  ] as const)("%s", (availability, created, saved) => {
    const { notices, messages } = setup({ availability });
    notices.created(note);
    expect(messages()).toEqual([{ id: created }]);
    notices.saved(note);
    expect(messages()).toEqual([{ id: saved }]);
  });
});
