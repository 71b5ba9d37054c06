// @vitest-environment node
import { openLibrary } from "@satchel/core/library/index/library-service.ts";
import { createNotesService } from "@satchel/core/library/notes/notes-service.ts";
import type { DriveEntry } from "@satchel/core/ports/remote/maintenance-remote.ts";
import { runCycle } from "@satchel/core/sync/cycle/sync-cycle.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "@satchel/core/testing/memory-local-store.ts";
import { createPlainCodec } from "@satchel/core/testing/plain-codec.ts";
import { createSequenceIds } from "@satchel/core/testing/sequence-ids.ts";
import { createTestWriters } from "@satchel/core/testing/test-writers.ts";
import { createMaintenanceService } from "@satchel/core/transfer/maintenance/maintenance-service.ts";
import { isSuspicious, toStats } from "@satchel/core/transfer/maintenance/suspicion.ts";
import { createMd5 } from "@satchel/crypto/digests/stream-digests.ts";
import { createTestDrive } from "@satchel/drive/testing/create-test-drive.ts";
import { describe, expect, it } from "vitest";
import { createDriveAttachments } from "./drive-attachments.ts";
import { createDriveMaintenance } from "./drive-maintenance.ts";
import { createDriveRemoteStore } from "./drive-remote-store.ts";

const bytes = (size: number) => new TextEncoder().encode("{".repeat(size));
/** Encodes a value as these tests' codec does: two bytes per character. */
const readable = (value: unknown) => new Uint8Array([...JSON.stringify(value)].flatMap((char) => [0, char.charCodeAt(0)]));

/** The real engine and the real drive server, with one synced note. */
async function open() {
  const drive = createTestDrive();
  const client = drive.clientFor();
  const clock = new ManualClock();
  const ids = createSequenceIds("maint");
  const codec = createPlainCodec(await createMd5());
  const opened = await openLibrary({ writers: createTestWriters(), store: new MemoryLocalStore(new MemoryDisk("maint1")) });
  if (!opened.ok) throw new Error(opened.problem.kind);
  const library = opened.value;
  const notes = createNotesService({ library, clock, timers: clock, ids, isSyncing: () => false });
  const store = createDriveRemoteStore({ client, newTargetId: () => "target" });
  const remote = { ...createDriveMaintenance({ client }), ...createDriveAttachments({ client, isOfThisDrive: () => true }) };
  const sync = async () => {
    const cycle = await runCycle({
      library,
      remote: store,
      codec,
      ids,
      random: () => 0.5,
      clock,
      isStopped: () => false,
      mayPack: () => false,
    });
    expect(cycle).toEqual({ ok: true, value: undefined });
  };
  await sync();
  const target = library.index.meta.target;
  if (target === undefined) throw new Error("no target");
  const put = async (name: string, content: Uint8Array, folder: "notes" | "app" = "notes") => {
    const made = await client.create(
      { name, parents: [target.folderIds[folder]], mimeType: "application/json" },
      { content, contentType: "application/json", fields: "id" },
    );
    if (!made.ok || made.value.id === undefined) throw new Error("not made");
    return made.value.id;
  };
  const isTrashed = async (fileId: string) => {
    const file = await client.get(fileId, { fields: "trashed" });
    return file.ok && file.value.trashed === true;
  };
  const maintenance = createMaintenanceService({ library, remote, codec, timers: clock });
  return { drive, client, clock, library, notes, sync, put, isTrashed, maintenance, remote, folderIds: target.folderIds };
}

const namesOf = (scan: Awaited<ReturnType<Awaited<ReturnType<typeof open>>["maintenance"]["scan"]>>) =>
  scan.ok ? scan.value.suspicious.map(({ name }) => name).sort() : scan.problem;

describe("B5 cleanup: which files are suspicious", () => {
  it("counts a file of unknown size as empty", () => {
    const entry: DriveEntry = { fileId: "f", name: "sound.json", parentId: "notes", isTrashed: false, mark: "none" };
    expect([isSuspicious(entry), isSuspicious({ ...entry, sizeBytes: 500 })]).toEqual([true, false]);
    expect(toStats([entry], [entry])).toMatchObject({ emptyFiles: 1 });
  });

  it("finds what the spec names, and ignores what the engine made", async () => {
    const { notes, sync, put, maintenance } = await open();
    await notes.create({ title: "Milk", content: "<p>two litres</p>" }, null);
    await sync();
    await put("empty.json", bytes(0));
    await put("deleted_note-1 (1).txt", bytes(300));
    await put("old updated_note-1 (1).txt", bytes(300));
    await put("tiniest.txt", bytes(1));
    await put("no.deleted", bytes(300));
    await put("tiny.txt", bytes(49));
    await put("copy_1700000000000.json", bytes(200));
    await put(".deleted", bytes(80));
    await put("fine.txt", bytes(50));
    await sync();

    const scan = await maintenance.scan();

    expect(namesOf(scan)).toEqual([
      ".deleted",
      "copy_1700000000000.json",
      "deleted_note-1 (1).txt",
      "empty.json",
      "old updated_note-1 (1).txt",
      "tiniest.txt",
      "tiny.txt",
    ]);
    expect(scan.ok && scan.value.stats).toEqual({
      totalFiles: 10,
      suspiciousFiles: 7,
      emptyFiles: 1,
      deletedNoteFiles: 1,
      updatedNoteFiles: 1,
    });
  });

  it("never suspects a file that the engine reads or has still to read", async () => {
    const { client, sync, put, maintenance, folderIds, library } = await open();
    // Files of an older client: unencrypted, so the user may still import them, and with names that the rules match.
    const id = "deleted_note-1700000000000";
    const old = { noteId: id, title: "Old", content: "x", folderId: null, createdAt: 1, lastModified: 1 };
    await put(`${id}.json`, readable(old));
    await sync();
    await put("note_1700000000001.json", bytes(300));
    await client.create(
      { name: "pack_1700000000000.json", parents: [folderIds.notes], appProperties: { k: "pack", n: "p" } },
      { content: bytes(10), fields: "id" },
    );

    const scan = await maintenance.scan();

    expect(library.index.entities.has(id)).toBe(false);
    expect(library.index.unsealedFiles()).toHaveLength(1);
    expect(namesOf(scan)).toEqual([]);
    expect(scan.ok && [scan.value.stats.deletedNoteFiles, scan.value.neededFiles]).toEqual([1, 3]);
  });

  it("checks the app folder if there are no notes, without suspecting keys or folders", async () => {
    const { put, client, maintenance, folderIds } = await open();
    await client.create(
      { name: "keys.json", parents: [folderIds.app], appProperties: { k: "keys", n: "vault" } },
      { content: bytes(20), fields: "id" },
    );
    await put(".deleted", bytes(5), "app");

    const scan = await maintenance.scan();

    expect(namesOf(scan)).toEqual([".deleted"]);
    expect(scan.ok && scan.value.stats.totalFiles).toBe(2);
  });
});

describe("B2 clean-up", () => {
  it("can be undone while it counts again", async () => {
    const { put, maintenance, isTrashed, clock } = await open();
    const gone = await put(".deleted", bytes(5));
    await maintenance.scan();
    await maintenance.cleanUp("suspicious");
    const counting = new Promise((resolve) => maintenance.store.subscribe(({ work }) => work?.kind === "scan" && resolve(work)));
    void clock.advance(1000);
    await counting;
    expect(maintenance.store.getState().work).toMatchObject({ kind: "scan" });

    expect(await maintenance.bringBack()).toEqual({ ok: true, value: 1 });
    expect(await isTrashed(gone)).toBe(false);
  });

  it("starts only one action while it counts again, and none once it is closed", async () => {
    const { put, maintenance, isTrashed, clock } = await open();
    const counting = () =>
      new Promise((resolve) => maintenance.store.subscribe(({ work }) => work?.kind === "scan" && work.seen === 0 && resolve(work)));
    const gone = await put(".deleted", bytes(5));
    await maintenance.scan();
    await maintenance.cleanUp("suspicious");
    let begun = counting();
    void clock.advance(1000);
    await begun;
    const [first, second] = await Promise.all([maintenance.bringBack(), maintenance.bringBack()]);
    expect([first, second]).toEqual([
      { ok: true, value: 1 },
      { ok: false, problem: { kind: "cancelled" } },
    ]);
    begun = counting();
    void clock.advance(1000);
    await begun;
    const cleaned = maintenance.cleanUp("suspicious");
    maintenance.close();
    expect(await cleaned).toEqual({ ok: false, problem: { kind: "cancelled" } });
    expect(await isTrashed(gone)).toBe(false);
  });

  it("trashes the files, counts again after a second, and restores them", async () => {
    const { put, maintenance, isTrashed, clock, sync, library } = await open();
    const gone = [await put(".deleted", bytes(5)), await put("empty.json", bytes(0))];
    const stays = await put("fine.txt", bytes(500));
    await maintenance.scan();

    expect(await maintenance.cleanUp("suspicious")).toEqual({ ok: true, value: 2 });

    expect(await Promise.all([...gone, stays].map(isTrashed))).toEqual([true, true, false]);
    await clock.advance(1000);
    await expect.poll(() => maintenance.store.getState()).toMatchObject({ work: undefined, scan: { suspicious: [], trashedFiles: 2 } });
    await sync();
    expect(await maintenance.bringBack()).toEqual({ ok: true, value: 2 });
    expect(await Promise.all(gone.map(isTrashed))).toEqual([false, false]);
    expect(maintenance.store.getState().moved).toEqual([]);
    expect(library.index.pendingRemoval.size).toBe(0);
  });

  it("skips files that were repaired since the scan", async () => {
    const { put, client, maintenance, isTrashed } = await open();
    const fileId = await put("tiny.txt", bytes(5));
    await maintenance.scan();
    await client.update(fileId, {}, { content: bytes(500), fields: "id" });

    expect(await maintenance.cleanUp("suspicious")).toEqual({ ok: true, value: 0 });
    expect(await isTrashed(fileId)).toBe(false);
  });

  it("stops when asked to, and reports what it had moved", async () => {
    const { put, maintenance, isTrashed } = await open();
    const files = [await put("a.txt", bytes(5)), await put("b.txt", bytes(5)), await put("c.txt", bytes(5))];
    await maintenance.scan();
    const stop = maintenance.store.subscribe(({ moved }) => moved.length === 1 && maintenance.cancel());

    expect(await maintenance.cleanUp("suspicious")).toEqual({ ok: false, problem: { kind: "cancelled" } });

    stop();
    expect(maintenance.store.getState().moved).toHaveLength(1);
    expect((await Promise.all(files.map(isTrashed))).filter(Boolean)).toHaveLength(1);
  });

  it("reports why it stopped", async () => {
    const { drive, put, maintenance } = await open();
    await put("a.txt", bytes(5));
    await maintenance.scan();
    const then = { status: 403, reason: "insufficientPermissions" } as const;
    drive.sandbox.control?.setFaults({ rules: [{ then }] });

    expect(await maintenance.cleanUp("suspicious")).toEqual({ ok: false, problem: { kind: "scope-missing" } });
    expect(maintenance.store.getState()).toMatchObject({ work: undefined, moved: [] });
  });
});
