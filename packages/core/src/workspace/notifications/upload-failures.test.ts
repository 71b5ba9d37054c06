import { describe, expect, it } from "vitest";
import { openLibrary } from "../../library/index/library-service.ts";
import { createNotesService } from "../../library/notes/notes-service.ts";
import type { RemoteProblem } from "../../model/remote-problem.ts";
import { createStore } from "../../model/store.ts";
import { createSyncEngine } from "../../sync/cycle/sync-cycle.ts";
import { createSyncService } from "../../sync/schedule/sync-service.ts";
import { DEFAULT_SYNC_SETTINGS } from "../../sync/settings/sync-settings.ts";
import { flushPromises, ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { createMemoryRemoteStore, MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createPlainCodec } from "../../testing/plain-codec.ts";
import { createSequenceIds } from "../../testing/sequence-ids.ts";
import { createTestWriters } from "../../testing/test-writers.ts";
import { createNoteNotices } from "./note-notices-service.ts";
import { createStatusService } from "./status-service.ts";

/** Notes, sync and their messages, with a drive that can refuse writes. */
async function setup() {
  const clock = new ManualClock();
  const opened = await openLibrary({ writers: createTestWriters(), store: new MemoryLocalStore(new MemoryDisk("device")) });
  if (!opened.ok) throw new Error(opened.problem.kind);
  const library = opened.value;
  const drive: { refuses: RemoteProblem | undefined } = { refuses: undefined };
  const codec = createPlainCodec();
  const isWrite = (call: string) => call === "create" || call === "update";
  const fault = async (call: string, at: "before" | "after") => (at === "before" && isWrite(call) ? drive.refuses : undefined);
  const sync = createSyncService({
    library,
    engine: createSyncEngine(codec),
    remote: createMemoryRemoteStore(new MemoryDrive(), { md5: codec.md5, fault }),
    mayPack: () => false,
    ids: createSequenceIds(),
    clock,
    timers: clock,
    random: () => 0.5,
    network: { isOnline: () => true, onChange: () => () => {} },
    leadership: {
      lead(_name, run) {
        void run({ aborted: false });
        return () => undefined;
      },
    },
    isVisible: () => true,
    onVisible: () => () => {},
    settings: createStore(DEFAULT_SYNC_SETTINGS),
  });
  const isSyncing = () => sync.store.getState().phase === "syncing";
  const notes = createNotesService({ library, clock, timers: clock, ids: createSequenceIds(), isSyncing });
  let wasSyncing = false;
  sync.store.subscribe(() => {
    if (isSyncing() === wasSyncing) return;
    wasSyncing = isSyncing();
    notes.refresh();
  });
  const status = createStatusService({ timers: clock });
  const messageIds: string[] = [];
  status.store.subscribe(({ shown }, before) => {
    const last = shown.at(-1);
    if (last !== undefined && last !== before.shown.at(-1)) messageIds.push(last.message.id);
  });
  const syncProblem = () => sync.store.getState().problem?.kind;
  const notices = createNoteNotices({ notes, status, availability: () => "open", syncProblem, isLocal: false });
  sync.start();
  await flushPromises();
  const made = await notes.create({ title: "Milk", content: "<p>two</p>" }, null);
  if (!made.ok) throw new Error("the note was not made");
  const syncs = async () => {
    const done = sync.syncNow();
    await clock.advance(0);
    await done;
  };
  await syncs();
  const { noteId } = made.value;
  const edit = async (content: string) => {
    const read = await notes.open(noteId);
    const saved = await notes.save(noteId, { title: "Milk", content }, { seen: { vv: read.ok ? read.value.vv : {} } });
    if (!saved.ok) throw new Error(saved.problem.kind);
    notices.saved(saved.value);
  };
  const mark = () => notes.store.getState().notesById.get(noteId)?.sync;
  return { drive, edit, mark, syncs, messageIds, notes, notices };
}

describe("A4 Update note: status 500 or above keeps the change, with a warning", () => {
  it.each([
    [{ kind: "server-error", status: 503 }, "note-saved-server-down", "server-error"],
    [{ kind: "timed-out", afterMs: 30_000 }, "note-save-timed-out", "timed-out"],
    [{ kind: "access-expired" }, "note-saved-reconnect", "access-expired"],
  ] as const)("%j: warns once, and shows the state on the note until it has arrived", async (refuses, warning, failed) => {
    const { drive, edit, mark, syncs, messageIds } = await setup();
    expect(mark()).toEqual({ kind: "in-your-drive" });
    drive.refuses = refuses;
    await edit("<p>three</p>");
    await syncs();
    expect(messageIds).toEqual(["note-saved", warning]);
    expect(mark()).toEqual({ kind: "on-this-device", failed });

    await syncs();
    await syncs();
    expect(messageIds).toEqual(["note-saved", warning]);
    expect(mark()).toEqual({ kind: "on-this-device", failed });

    drive.refuses = undefined;
    await syncs();
    expect(mark()).toEqual({ kind: "in-your-drive" });
    expect(messageIds).toEqual(["note-saved", warning, "offline-note-uploaded"]);
  });

  it("reports the failed upload of a new note", async () => {
    const { drive, notes, notices, syncs, messageIds } = await setup();
    drive.refuses = { kind: "server-error", status: 500 };
    const made = await notes.create({ title: "Bread", content: "" }, null);
    if (!made.ok) throw new Error("the note was not made");
    notices.created(made.value);
    await syncs();
    expect(messageIds).toEqual(["note-created", "note-upload-failed"]);
    expect(notes.store.getState().notesById.get(made.value.noteId)?.sync).toEqual({ kind: "on-this-device", failed: "server-error" });
  });
});
