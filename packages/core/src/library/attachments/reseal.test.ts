import { beforeEach, describe, expect, it } from "vitest";
import { type OrphanedFiles, watchOrphanedFiles } from "../../sync/attachments/orphaned-files-service.ts";
import { createUploads } from "../../sync/attachments/upload-service.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { createMemoryAttachmentRemote } from "../../testing/memory-attachment-remote.ts";
import { createMemoryExclusive } from "../../testing/memory-exclusive.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { createMemoryRemoteStore, MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createMemorySensitive } from "../../testing/memory-sensitive.ts";
import { createPlainCodec } from "../../testing/plain-codec.ts";
import { createSequenceIds } from "../../testing/sequence-ids.ts";
import { createTestWriters } from "../../testing/test-writers.ts";
import { createSensitiveNotes, type SensitiveNotes } from "../../vault/sensitive/sensitive-notes-service.ts";
import { type Library, openLibrary } from "../index/library-service.ts";
import { createNotesService, type OpenedNotesService } from "../notes/notes-service.ts";
import { createAttachmentsService } from "./attachments-service.ts";
import type { AttachmentsService, Uploads } from "./attachments-service-types.ts";
import { createResealing } from "./reseal-service.ts";

const FOLDER_IDS = { app: "app", notes: "f-n", attachments: "f-a", folders: "f-f", "soft-delete": "f-s" };
const TARGET = { accountId: "a", targetId: "t", appFolderId: "app", folderIds: FOLDER_IDS };
const bytes = Uint8Array.from({ length: 900 }, (_, at) => at % 251);
const file = { bytes, fileName: "plan.pdf", mimeType: "application/pdf" };
const linkTo = (id: string): string => `<p><a data-file-id="${id}" data-file-name="plan.pdf">plan.pdf</a></p>`;

type Process = {
  readonly library: Library;
  readonly notes: OpenedNotesService;
  readonly sensitive: SensitiveNotes;
  readonly attachments: AttachmentsService;
  readonly uploads: Uploads;
  readonly orphanedFiles: OrphanedFiles;
};

let disk: MemoryDisk;
let drive: MemoryDrive;
let isOnline: boolean;
let requests: number;
let here: Process;

/** `mayCommit`: number of commits before the process dies. */
async function start(mayCommit = Number.POSITIVE_INFINITY): Promise<Process> {
  let left = mayCommit;
  const gate = async (at: "before-commit" | "after-commit") => {
    if (at === "before-commit") left -= 1;
    return left < 0 ? await new Promise<never>(() => {}) : undefined;
  };
  const store = new MemoryLocalStore(disk, { gate });
  const opened = await openLibrary({ writers: createTestWriters(), store });
  if (!opened.ok) throw new Error(opened.problem.kind);
  const library = opened.value;
  const [clock, codec, ids] = [new ManualClock(), createPlainCodec(), createSequenceIds(`${disk.attachments.size}`)];
  const fault = async () => {
    requests += 1;
    return isOnline ? undefined : ({ kind: "offline" } as const);
  };
  const remote = {
    ...createMemoryAttachmentRemote(drive.attachments, { md5: codec.md5, fault }),
    reserveIds: createMemoryRemoteStore(drive, { md5: codec.md5, fault }).reserveIds,
  };
  const uploads = createUploads({ library, store, remote, codec, exclusive: createMemoryExclusive(), clock, isOnline: () => true });
  const attachments = createAttachmentsService({ library, store, codec, clock, ids, cloud: { remote, uploads } });
  const sealing = createMemorySensitive("secret");
  await sealing.unlock("secret");
  const files = createResealing({ library, attachments, codec, clock, ids });
  const sensitive = createSensitiveNotes({ library, sealing, clock, ids, files, drafts: store });
  const notes = createNotesService({ library, clock, ids, timers: clock, isSyncing: () => false });
  const orphanedFiles = watchOrphanedFiles({ library, sensitive, sealing });
  return { library, notes, sensitive, attachments, uploads, orphanedFiles };
}

async function writeWithFile(): Promise<{ readonly noteId: string; readonly fileId: string }> {
  const added = await here.attachments.add(file, { use: "file", isSensitive: false, noteId: null });
  if (!added.ok) throw new Error(added.problem.kind);
  const made = await here.notes.create({ title: "Plan", content: linkTo(added.value.id) }, null);
  if (!made.ok) throw new Error(made.problem.kind);
  await here.uploads.run();
  return { noteId: made.value.noteId, fileId: added.value.id };
}

function filesOf(noteId: string): readonly string[] {
  const note = here.library.index.entities.get(noteId);
  return note?.kind === "note" ? note.attIds : [];
}

/** True if other devices are told that the note's files may lack the folder's seal. */
function isMarked(noteId: string): boolean {
  const note = here.library.index.entities.get(noteId);
  return note?.kind === "note" && note.hasStrays === true;
}

const opens = async (id: string, isSensitive: boolean, isExact = true) => {
  const opened = await here.attachments.open({ id, isSensitive, isExact });
  return opened.ok ? [...opened.value] : opened.problem.kind;
};

beforeEach(async () => {
  disk = new MemoryDisk("dev001");
  disk.meta = { ...disk.meta, target: TARGET };
  drive = new MemoryDrive();
  isOnline = true;
  requests = 0;
  here = await start();
});

describe("encryption.md 3.5 (9) files of a note that moves into the folder", () => {
  it("get new ids and the folder's seal, and the former files are marked for removal", async () => {
    const { noteId, fileId } = await writeWithFile();
    const inDrive = [...drive.attachments.files.keys()];

    expect(await here.sensitive.moveIn(noteId, "folder-s")).toMatchObject({ ok: true });

    const [newId = ""] = filesOf(noteId);
    expect([newId === fileId, filesOf(noteId).length, isMarked(noteId)]).toEqual([false, 1, false]);
    expect(await opens(newId, true)).toEqual([...bytes]);
    expect(disk.attachmentBytes.has(fileId)).toBe(false);
    expect([...here.library.index.unreferenced.values()]).toEqual([
      { fileId: inDrive[0], since: new ManualClock().now(), isExposed: true, attachmentId: fileId },
    ]);
    const opened = await here.sensitive.open(noteId);
    expect(opened.ok && opened.value).toMatchObject({ content: linkTo(newId), attachments: [{ id: newId }] });
    await here.uploads.run();
    expect([...drive.attachments.files.values()].map((kept) => kept.file.attachmentId)).toEqual([fileId, newId]);
  });

  it("are unsealed under new ids when the note moves out", async () => {
    const { noteId } = await writeWithFile();
    await here.sensitive.moveIn(noteId, "folder-s");
    const [inside = ""] = filesOf(noteId);

    expect(await here.sensitive.moveOut(noteId, null)).toMatchObject({ ok: true });

    const [movedOut = ""] = filesOf(noteId);
    expect(movedOut).not.toBe(inside);
    expect([await opens(movedOut, false), await opens(movedOut, true)]).toEqual([[...bytes], "unreadable"]);
  });

  it("stay if another note refers to them too", async () => {
    const { noteId, fileId } = await writeWithFile();
    await here.notes.create({ title: "Other", content: linkTo(fileId) }, null);

    await here.sensitive.moveIn(noteId, "folder-s");

    expect(filesOf(noteId)).not.toContain(fileId);
    expect(await opens(fileId, false)).toEqual([...bytes]);
    expect(here.library.index.unreferenced.size).toBe(0);
  });

  describe("which are not in the drive yet", () => {
    beforeEach(() => {
      isOnline = false;
    });

    async function comeOnline(): Promise<readonly string[]> {
      isOnline = true;
      await here.uploads.run();
      return [...drive.attachments.files.values()].map((kept) => kept.file.attachmentId);
    }

    it("are uploaded for texts that still refer to them, and then removed", async () => {
      const { noteId, fileId } = await writeWithFile();
      await here.sensitive.moveIn(noteId, "folder-s");

      expect([disk.attachmentBytes.has(fileId), filesOf(noteId).includes(fileId)]).toEqual([true, false]);
      expect(await comeOnline()).toEqual([fileId, ...filesOf(noteId)]);
      expect([disk.attachmentBytes.has(fileId), disk.attachmentBytes.size]).toEqual([false, 1]);
      expect([...here.library.index.unreferenced.values()]).toMatchObject([{ since: new ManualClock().now(), isExposed: true }]);
    });

    it("stay if a note refers to them again before the upload", async () => {
      const { noteId, fileId } = await writeWithFile();
      await here.sensitive.moveIn(noteId, "folder-s");
      await here.notes.create({ title: "Back", content: linkTo(fileId) }, null);

      expect(await comeOnline()).toContain(fileId);
      expect(disk.attachmentBytes.has(fileId)).toBe(true);
      expect(here.library.index.unreferenced.size).toBe(0);
    });

    it("are also uploaded after a move out", async () => {
      const { noteId, fileId } = await writeWithFile();
      await here.sensitive.moveIn(noteId, "folder-s");
      const [inside = ""] = filesOf(noteId);
      await here.sensitive.moveOut(noteId, null);

      expect(await comeOnline()).toEqual(expect.arrayContaining([inside, ...filesOf(noteId)]));
      expect([...here.library.index.unreferenced.values()].map(({ attachmentId }) => attachmentId)).toEqual([fileId]);
    });
  });

  it("block the move while they cannot be downloaded, unless no device has them", async () => {
    const { noteId, fileId } = await writeWithFile();
    await here.library.transact({}, () => ({ writes: { forgetAttachments: [fileId] }, answer: undefined }), "sync");
    isOnline = false;
    expect(await here.sensitive.moveIn(noteId, "folder-s")).toEqual({ ok: false, problem: { kind: "files-out-of-reach" } });
    expect(here.library.index.entities.get(noteId)).toMatchObject({ isEncrypted: false });

    isOnline = true;
    drive.attachments.files.clear();
    expect(await here.sensitive.moveIn(noteId, "folder-s")).toMatchObject({ ok: true });
    expect([filesOf(noteId), isMarked(noteId)]).toEqual([[fileId], true]);
    const opened = await here.sensitive.open(noteId);
    if (!opened.ok) throw new Error(opened.problem.kind);
    const { title, content, vv } = opened.value;
    await here.sensitive.save(noteId, { title, content: `${content}<p>more</p>` }, { seen: { vv } });
    expect([disk.meta.strayNotes, isMarked(noteId)]).toEqual([[noteId], true]);
    await here.sensitive.moveOut(noteId, null);
    expect(isMarked(noteId)).toBe(false);
  });

  it("are sealed once; a file with the folder's seal keeps its id", async () => {
    const added = await here.attachments.add(file, { use: "file", isSensitive: true, noteId: null });
    const id = added.ok ? added.value.id : "";
    const made = await here.notes.create({ title: "Pasted", content: linkTo(id) }, null);
    const noteId = made.ok ? made.value.noteId : "";

    await here.sensitive.moveIn(noteId, "folder-s");

    expect(filesOf(noteId)).toEqual([id]);
    expect(await opens(id, true)).toEqual([...bytes]);
  });

  it("open in a sensitive note however they came into it", async () => {
    const { fileId } = await writeWithFile();
    expect([await opens(fileId, true), await opens(fileId, true, false)]).toEqual(["unreadable", [...bytes]]);
  });

  it("are on the same side as their note wherever the process dies", async () => {
    const { noteId, fileId } = await writeWithFile();
    for (let mayCommit = 0; mayCommit < 8; mayCommit += 1) {
      const saved = disk.copy();
      here = await start(mayCommit);
      await Promise.race([here.sensitive.moveIn(noteId, "folder-s"), new Promise((resolve) => setImmediate(resolve))]);

      here = await start();
      const [id = ""] = filesOf(noteId);
      const isIn = here.library.index.entities.get(noteId)?.kind === "note" && id !== fileId;
      expect(await opens(id, isIn)).toEqual([...bytes]);
      expect(disk.attachmentBytes.has(fileId)).toBe(!isIn);
      disk = saved;
    }
  });
});

describe("encryption.md 3.5 (9) files merged into a sensitive note", () => {
  /** Moves the note into the folder here, adds an unencrypted file to it elsewhere, and merges both here. */
  async function mergeIn(): Promise<{ readonly noteId: string; readonly fileId: string }> {
    const { noteId, fileId } = await writeWithFile();
    const moved = await here.sensitive.moveIn(noteId, "folder-s");
    if (!moved.ok) throw new Error(moved.problem.kind);
    const draft = { title: "Plan", content: linkTo(fileId) };
    await attachAgain(fileId);
    await here.sensitive.save(noteId, draft, { seen: { vv: moved.value.vv } });
    return { noteId, fileId };
  }

  /** Puts the file into the drive, as the other device uploaded it. */
  async function attachAgain(fileId: string): Promise<void> {
    const attachment = { id: fileId, fileName: "plan.pdf", mimeType: "application/pdf", sizeBytes: bytes.length };
    await here.attachments.restore(attachment, bytes);
    await here.uploads.run();
  }

  /** Makes this the device that merged, with the bytes in the drive only. */
  async function leaveToWhoMerged(noteId: string, fileId: string): Promise<void> {
    const writes = { meta: { strayNotes: [noteId] }, forgetAttachments: [fileId] };
    await here.library.transact({}, () => ({ writes, answer: undefined }), "sync");
  }

  it("get the folder's seal and new ids without undoing a concurrent delete", async () => {
    const { noteId, fileId } = await mergeIn();
    expect(await opens(fileId, true)).toBe("unreadable");
    const before = await here.sensitive.open(noteId);

    await here.orphanedFiles.look();

    const [newId = ""] = filesOf(noteId);
    expect([newId === fileId, await opens(newId, true)]).toEqual([false, [...bytes]]);
    expect([...here.library.index.unreferenced.values()].map(({ attachmentId }) => attachmentId)).toContain(fileId);
    const after = await here.sensitive.open(noteId);
    expect(after.ok && before.ok && [after.value.content, after.value.alive]).toEqual([linkTo(newId), before.ok && before.value.alive]);
  });

  it("get the same ids on every device, and only once", async () => {
    const { noteId } = await mergeIn();
    const saved = disk.copy();
    await here.orphanedFiles.look();
    const files = filesOf(noteId);
    const { ctr } = here.library.index.meta;
    await here.orphanedFiles.look();
    expect(here.library.index.meta.ctr).toBe(ctr);

    disk = saved;
    here = await start();
    await here.orphanedFiles.look();

    expect(filesOf(noteId)).toEqual(files);
  });

  it("are sealed for the folder after a crash on the way", async () => {
    const { noteId, fileId } = await mergeIn();
    for (let mayCommit = 0; mayCommit < 4; mayCommit += 1) {
      const saved = disk.copy();
      here = await start(mayCommit);
      await Promise.race([here.orphanedFiles.look(), new Promise((resolve) => setImmediate(resolve))]);

      here = await start();
      const [id = ""] = filesOf(noteId);
      expect(await opens(id, true)).toEqual(id === fileId ? "unreadable" : [...bytes]);
      await here.orphanedFiles.look();
      const [sealed = ""] = filesOf(noteId);
      expect([sealed === fileId, await opens(sealed, true)]).toEqual([false, [...bytes]]);
      disk = saved;
    }
  });

  it("are downloaded where the merge happened and sealed, wherever the process dies", async () => {
    const { noteId, fileId } = await mergeIn();
    await leaveToWhoMerged(noteId, fileId);
    for (let mayCommit = 0; mayCommit < 6; mayCommit += 1) {
      const saved = disk.copy();
      here = await start(mayCommit);
      await Promise.race([here.orphanedFiles.look(), new Promise((resolve) => setImmediate(resolve))]);

      here = await start();
      await here.orphanedFiles.look();
      const [sealed = ""] = filesOf(noteId);
      expect([sealed === fileId, await opens(sealed, true)]).toEqual([false, [...bytes]]);
      expect(disk.meta.strayNotes).toEqual([]);
      disk = saved;
    }
  });

  it("are added by a text that was open during the move, and get the seal too", async () => {
    const { noteId, fileId } = await writeWithFile();
    const opened = await here.notes.open(noteId);
    if (!opened.ok) throw new Error(opened.problem.kind);
    await here.sensitive.moveIn(noteId, "folder-s");
    await here.uploads.run();
    const { vv } = opened.value;
    await here.sensitive.save(noteId, { title: "Plan", content: `${linkTo(fileId)}<p>typed on</p>` }, { seen: { vv } });
    expect(filesOf(noteId)).toContain(fileId);
    expect(isMarked(noteId)).toBe(true);

    await here.orphanedFiles.look();

    expect(filesOf(noteId)).not.toContain(fileId);
    for (const id of filesOf(noteId)) expect(await opens(id, true)).toEqual([...bytes]);
    expect(disk.meta.strayNotes).toEqual([]);
    const sealed = await here.sensitive.open(noteId);
    if (!sealed.ok) throw new Error(sealed.problem.kind);
    await here.sensitive.save(noteId, { title: "Plan", content: sealed.value.content }, { seen: { vv: sealed.value.vv } });
    expect(isMarked(noteId)).toBe(false);
  });

  it("stay marked while their note is deleted, and are sealed after its restore", async () => {
    const { noteId, fileId } = await mergeIn();
    await leaveToWhoMerged(noteId, fileId);
    await here.notes.remove(noteId);
    await here.orphanedFiles.look();
    expect([disk.meta.strayNotes, filesOf(noteId)]).toEqual([[noteId], [fileId]]);

    await here.notes.restore(noteId);
    await here.orphanedFiles.look();
    await here.orphanedFiles.look();

    expect([disk.meta.strayNotes, filesOf(noteId).includes(fileId)]).toEqual([[], false]);
  });

  it("stay marked while they cannot be downloaded", async () => {
    const { noteId, fileId } = await mergeIn();
    await leaveToWhoMerged(noteId, fileId);
    isOnline = false;
    await here.orphanedFiles.look();
    expect([disk.meta.strayNotes, filesOf(noteId)]).toEqual([[noteId], [fileId]]);

    isOnline = true;
    await here.orphanedFiles.look();
    expect([disk.meta.strayNotes, filesOf(noteId).includes(fileId)]).toEqual([[], false]);
  });

  it("are requested once while no device has them, and again when the drive changed", async () => {
    const { noteId, fileId } = await mergeIn();
    await leaveToWhoMerged(noteId, fileId);
    const inDrive = [...drive.attachments.files];
    drive.attachments.files.clear();
    const looks = async (cursor: string): Promise<number> => {
      await here.library.transact({}, () => ({ writes: { meta: { cursor } }, answer: undefined }), "sync");
      const before = requests;
      await here.orphanedFiles.look();
      return requests - before;
    };
    expect([(await looks("1")) > 0, await looks("1"), (await looks("2")) > 0]).toEqual([true, 0, true]);
    expect([disk.meta.strayNotes, filesOf(noteId)]).toEqual([[noteId], [fileId]]);

    for (const [id, kept] of inDrive) drive.attachments.files.set(id, kept);
    await looks("3");
    expect([disk.meta.strayNotes, filesOf(noteId).includes(fileId)]).toEqual([[], false]);
  });
});
