import { describe, expect, it } from "vitest";
import { openLibrary } from "../../library/index/library-service.ts";
import type { Entity } from "../../model/entities/entity.ts";
import { failed, ok } from "../../model/result.ts";
import { aFolder, aNote } from "../../testing/entities.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { createTestWriters } from "../../testing/test-writers.ts";
import { exportLocal } from "./local-export-service.ts";

const clock = new ManualClock(Date.UTC(2026, 10, 22, 9, 5, 1, 7));
const USAGE = [{ date: "2026-11-22", actions: [{ action: "note_create", timestamp: 7, noteId: "n", estimatedSize: 508 }] }] as const;

async function aLibrary(entities: readonly Entity[]) {
  const disk = new MemoryDisk("device");
  for (const entity of entities) disk.entities.set(entity.id, entity);
  const opened = await openLibrary({ writers: createTestWriters(), store: new MemoryLocalStore(disk) });
  if (!opened.ok) throw new Error(opened.problem.kind);
  return opened.value;
}

describe("B3 local export", () => {
  it("contains the session, living notes, folders and usage log, and no sensitive text", async () => {
    const sealed = aNote({ id: "s", title: "", content: "", isEncrypted: true, sealed: "envelope" });
    const library = await aLibrary([
      aFolder({ id: "f", name: "Work" }),
      aFolder({ id: "m", name: "Work", alive: {}, mergedInto: "f" }),
      aNote({ id: "n", folderId: "m" }),
      aNote({ id: "g", alive: {} }),
      sealed,
    ]);

    const file = await exportLocal({ library, readUsage: async () => ok(USAGE), sessionId: "local-x", clock });

    if (!file.ok) throw new Error(file.problem.kind);
    expect(file.value.name).toBe("Satchel-export-2026-11-22T09-05-01-007Z.json");
    const { notes, folders, ...rest } = JSON.parse(file.value.text);
    expect(rest).toEqual({ sessionId: "local-x", usage: USAGE, exportedAt: "2026-11-22T09:05:01.007Z" });
    expect(folders).toMatchObject([{ id: "f", name: "Work", folderType: "CUSTOM" }]);
    expect(notes).toMatchObject([
      { id: "n", title: "Title", content: "<p>Text</p>", folderId: "f", createdAt: 1000, lastModified: 1000 },
      { id: "s", title: "", content: "", isEncrypted: true, sealed: "envelope" },
    ]);
    expect(notes).toHaveLength(2);
  });

  it("contains every note of a large library completely", async () => {
    const library = await aLibrary(Array.from({ length: 450 }, (_, at) => aNote({ id: `n-${at}`, content: `<p>${at}</p>` })));
    const file = await exportLocal({ library, readUsage: async () => ok([]), sessionId: undefined, clock });
    if (!file.ok) throw new Error(file.problem.kind);
    const contents = JSON.parse(file.value.text).notes.map(({ content }: { readonly content: string }) => content);
    expect(new Set(contents).size).toBe(450);
  });

  it("returns the problem if the device cannot be read", async () => {
    const readUsage = async () => failed({ kind: "storage-broken", detail: "gone" } as const);
    expect(await exportLocal({ library: await aLibrary([]), readUsage, sessionId: "local-x", clock })).toEqual({
      ok: false,
      problem: { kind: "storage-broken", detail: "gone" },
    });
  });
});
