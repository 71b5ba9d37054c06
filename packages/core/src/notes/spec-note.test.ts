import { describe, expect, it } from "vitest";
import { toLight } from "../library/to-light.ts";
import type { LightNote, NoteEntity } from "../sync/entity.ts";
import type { RemoteFile } from "../sync/remote-file.ts";
import { SyncIndex } from "../sync/sync-index.ts";
import { aNote } from "../testing/entities.ts";
import { MemoryDisk, MemoryLocalStore } from "../testing/memory-local-store.ts";
import { type SpecSituation, toSpecNote } from "./spec-note.ts";

const HERE: SpecSituation = { isCarrying: false, isOnline: true };

const inDrive = (note: NoteEntity): RemoteFile => ({
  fileId: "file-1",
  id: note.id,
  kind: "note",
  vv: note.vv,
  trashed: false,
  superseded: false,
  role: "notes",
  version: 1,
  trusted: true,
});

async function project(files: readonly RemoteFile[], situation: SpecSituation, attempt = false) {
  const note = aNote({ mtime: 2000 });
  const disk = new MemoryDisk("device");
  disk.entities.set(note.id, note);
  for (const file of files) disk.remote.set(file.fileId, file);
  if (attempt) disk.attempts.set(note.id, { id: note.id, count: 1, problem: "storage-full", atMs: 9, parked: true, unclear: false });
  const index = new SyncIndex((await new MemoryLocalStore(disk).loadIndex()).value);
  return toSpecNote(toLight(note) as LightNote, index, situation);
}

describe("A3, B3 the note's flags are projections", () => {
  it("made offline: optimistic, waiting, new", async () => {
    expect(await project([], { isCarrying: false, isOnline: false })).toMatchObject({
      noteId: "note-1-a",
      lastModified: 2000,
      cloudFileId: null,
      cloudModified: null,
      isOptimistic: true,
      isOfflineCreated: true,
      isNew: true,
      needsSync: true,
      pendingSync: true,
      uploading: false,
      cacheType: "cloud",
      version: "1",
      isEncrypted: false,
      attachments: [],
    });
  });

  it("on its way for the first time, and again later", async () => {
    const carrying = { isCarrying: true, isOnline: true };
    expect(await project([], carrying)).toMatchObject({ uploading: true, updating: false, pendingSync: false });
    expect(await project([{ ...inDrive(aNote()), vv: {} }], carrying)).toMatchObject({ uploading: false, updating: true, isNew: false });
  });

  it("in the drive", async () => {
    const saved = await project([inDrive(aNote())], { ...HERE, sentAtMs: 3000 });
    expect(saved).toMatchObject({
      needsSync: false,
      isOptimistic: false,
      locallyModified: false,
      justUploaded: true,
      lastUploadAttempt: 3000,
    });
    expect(saved).toMatchObject({ cloudFileId: "file-1", cloudModified: 2000, uploadFailed: false, uploadError: null });
  });

  it("refused", async () => {
    expect(await project([], HERE, true)).toMatchObject({ uploadFailed: true, uploadError: "storage-full", lastUploadAttempt: 9 });
  });
});
