import { describe, expect, it } from "vitest";
import { SyncIndex } from "../../library/index/sync-index.ts";
import type { RemoteFile } from "../../model/drive/remote-file.ts";
import type { Entity } from "../../model/entities/entity.ts";
import { aNote } from "../../testing/entities.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { projectSyncQueue } from "./project-queue.ts";

const inDrive = (entity: Entity): RemoteFile => ({
  fileId: `file-${entity.id}`,
  id: entity.id,
  kind: entity.kind,
  vv: { other: 1 },
  trashed: false,
  superseded: false,
  role: "notes",
  version: 1,
  trusted: true,
});

async function indexOf(entities: readonly Entity[], known: readonly Entity[] = []): Promise<SyncIndex> {
  const disk = new MemoryDisk("device");
  for (const entity of entities) disk.entities.set(entity.id, entity);
  for (const entity of known) disk.remote.set(`file-${entity.id}`, inDrive(entity));
  disk.attempts.set("n2", { id: "n2", count: 3, problem: "storage-full", atMs: 9, parked: true, unclear: false });
  return new SyncIndex((await new MemoryLocalStore(disk).loadIndex()).value);
}

describe("B3 Sync queue item", () => {
  const fresh = aNote({ id: "n1", mtime: 30 });
  const changed = aNote({ id: "n2", mtime: 10 });
  const deleted = aNote({ id: "n3", mtime: 20, alive: {} });

  it("puts a new note first, and shows attempts and the last error", async () => {
    const index = await indexOf([fresh, changed, deleted], [changed, deleted]);
    expect(projectSyncQueue(index)).toEqual([
      { id: "n1", type: "save_note", data: { noteId: "n1" }, priority: "high", timestamp: 30, attempts: 0 },
      { id: "n2", type: "save_note", data: { noteId: "n2" }, priority: "normal", timestamp: 10, attempts: 3, lastError: "storage-full" },
      { id: "n3", type: "delete_note", data: { noteId: "n3" }, priority: "normal", timestamp: 20, attempts: 0 },
    ]);
  });

  it("has one item per record, and none once the drive holds it", async () => {
    const index = await indexOf([fresh]);
    index.apply({ remote: [{ ...inDrive(fresh), vv: fresh.vv }] });
    expect(projectSyncQueue(index)).toEqual([]);
  });
});
