import { describe, expect, it } from "vitest";
import { SyncIndex } from "../../library/index/sync-index.ts";
import type { RemoteFile } from "../../model/drive/remote-file.ts";
import { aNote } from "../../testing/entities.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { projectErasing } from "./project-erasing.ts";

const aFile = (values: Partial<RemoteFile>): RemoteFile => ({
  fileId: "file-1",
  id: "n1",
  kind: "note",
  vv: { other: 1 },
  trashed: true,
  superseded: true,
  role: "soft-delete",
  version: 1,
  trusted: true,
  ...values,
});
const SENSITIVE = aNote({ id: "n1", isEncrypted: true, sealed: "inner" });

async function erasing(note = SENSITIVE, files: readonly RemoteFile[] = [], packed: readonly { readonly sealed?: true }[] = []) {
  const disk = new MemoryDisk("device");
  disk.entities.set(note.id, note);
  for (const file of files) disk.remote.set(file.fileId, file);
  const entries = packed.map((entry) => ({ id: note.id, vvKey: "other:1", md5: "md5", ...entry }));
  disk.packs.set("pack-file", { fileId: "pack-file", packId: "p1", sizeBytes: 1, writtenAt: 1, entries });
  return projectErasing(new SyncIndex((await new MemoryLocalStore(disk).loadIndex()).value));
}

describe("encryption.md 3.5 (9) unencrypted texts that the drive still holds", () => {
  it("counts the files and packs of a note that was moved in, until the last of them goes", async () => {
    const files = [
      aFile({ eraseAt: 200 }),
      aFile({ fileId: "file-2", eraseAt: 300 }),
      aFile({ fileId: "file-3" }),
      aFile({ fileId: "file-4", sealed: true, trashed: false }),
    ];
    expect(await erasing(SENSITIVE, files, [{}])).toEqual([{ noteId: "n1", fileCount: 4, eraseAtMs: 300 }]);
  });

  it("has no time before the drive was looked at", async () => {
    expect(await erasing(SENSITIVE, [aFile({})])).toEqual([{ noteId: "n1", fileCount: 1, eraseAtMs: undefined }]);
  });

  it("leaves out files that are sealed, unreadable or unencrypted by their user's choice", async () => {
    expect(await erasing(SENSITIVE, [aFile({ sealed: true })], [{ sealed: true }])).toEqual([]);
    expect(await erasing(SENSITIVE, [aFile({ unreadable: "damaged" })])).toEqual([]);
    expect(await erasing(aNote({ id: "n1" }), [aFile({})], [{}])).toEqual([]);
    expect(await erasing({ ...SENSITIVE, alive: {} }, [aFile({})])).toEqual([]);
  });
});
