import "fake-indexeddb/auto";
import { SyncIndex } from "@satchel/core/library/index/sync-index.ts";
import { toFirstScreen } from "@satchel/core/library/notes/first-screen.ts";
import { selectNotes } from "@satchel/core/library/notes/note-list.ts";
import { projectLibrary } from "@satchel/core/library/notes/note-projection.ts";
import type { FolderEntity, NoteEntity } from "@satchel/core/model/entities/entity.ts";
import { NOTE } from "@satchel/core/model/limits/limits.ts";
import type { Writes } from "@satchel/core/ports/device/local-store.ts";
import { aFolder, aNote } from "@satchel/core/testing/entities.ts";
import { IDBFactory } from "fake-indexeddb";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openCloudDatabase } from "./cloud-database.ts";
import { openCloudLocalStore } from "./cloud-local-store.ts";
import { readFirstRows } from "./first-rows.ts";

const FILE = { id: "file", sizeBytes: 1, sealedBytes: 1, md5: "", addedAt: 1, usedAt: 1 };
const SMALL = { aboveRows: 4, readRows: 6 };

async function stored(writes: Writes) {
  globalThis.indexedDB = new IDBFactory();
  const opened = await openCloudLocalStore({ now: () => 1000, newDeviceId: () => "device", onOutdated: async () => {} });
  if (!opened.ok) throw new Error(opened.problem.kind);
  await opened.value.transact({}, () => ({ writes, answer: undefined }), "strict");
  const loaded = await opened.value.loadIndex();
  if (!loaded.ok) throw new Error(loaded.problem.kind);
  const database = await openCloudDatabase(async () => {});
  const rows = await readFirstRows(database, SMALL);
  database.close();
  opened.value.close();
  const whole = selectNotes(projectLibrary(new SyncIndex(loaded.value), { isSyncing: false }).notes, null);
  return { whole, first: rows && toFirstScreen(rows).notes };
}

const idOf = (at: number): string => `note-${at}-a`;
const VECTORS = [{ a: 1 }, { a: 2 }, { a: 1, b: 1 }] as const;
const vectors = fc.constantFrom(...VECTORS);

/** Notes with every property that changes whether, where and how they are shown: deleted, sealed, same time, copies, merged folders. */
const notes = (id: string): fc.Arbitrary<NoteEntity> =>
  fc
    .record({
      vv: vectors,
      alive: fc.constantFrom({}, { a: 1 }, { a: 1 }, { a: 1 }),
      mtime: fc.integer({ min: 1, max: 12 }),
      isEncrypted: fc.constantFrom(false, false, false, true),
      folderId: fc.constantFrom(null, "folder-0", "folder-1", "folder-none"),
      attIds: fc.constantFrom([], ["file"]),
      after: fc.option(fc.record({ id: fc.integer({ min: 0, max: 20 }).map(idOf), vv: vectors }), { nil: undefined }),
    })
    .map(({ after, ...values }) => aNote({ id, title: values.isEncrypted ? "" : id, ...values, ...(after ? { after: [after] } : {}) }));

const folders: readonly FolderEntity[] = [
  aFolder({ id: "folder-0", mtime: 5, mergedInto: "folder-1", alive: {} }),
  aFolder({ id: "folder-1", mtime: 7 }),
];

const files = (id: string) =>
  fc
    .record({ vv: vectors, trusted: fc.boolean(), waits: fc.boolean(), isTainted: fc.boolean() })
    .map(({ isTainted, waits, ...values }) => ({
      isTainted,
      file: { ...fileOf(id), ...(waits ? { waits } : {}), ...values },
    }));

const libraries = fc.integer({ min: 1, max: 20 }).chain((count) =>
  fc.record({
    notes: fc.tuple(...Array.from({ length: count }, (_, at) => notes(idOf(at)))),
    files: fc.tuple(...Array.from({ length: count }, (_, at) => files(idOf(at)))),
    failing: fc.subarray(Array.from({ length: count }, (_, at) => idOf(at))),
    isFileWaiting: fc.boolean(),
  }),
);

type Library = typeof libraries extends fc.Arbitrary<infer Value> ? Value : never;

function toWrites(library: Library): Writes {
  return {
    entities: [...library.notes, ...folders],
    remote: library.files.map(({ file }) => file),
    taint: library.files.filter(({ isTainted }) => isTainted).map(({ file }) => file.fileId),
    attempts: library.failing.map((id) => ({ id, count: 1, problem: "storage-full", atMs: 1, parked: true, unclear: false })),
    attachments: [{ ...FILE, upload: library.isFileWaiting ? { kind: "waiting" } : { kind: "stored", fileId: "stored" } }],
  };
}

describe("A2.9 the first page of a large library, before the rest is read", () => {
  it("shows the same first notes as the whole list, whatever the rows are", async () => {
    await fc.assert(
      fc.asyncProperty(libraries, async (library) => {
        const { whole, first } = await stored(toWrites(library));
        expect(first === undefined).toBe(library.notes.length + folders.length <= SMALL.aboveRows);
        expect(first ?? []).toEqual(whole.slice(0, first?.length ?? 0));
      }),
      { numRuns: 150 },
    );
  });

  it("shows all that it read, except those of the oldest time, which may be incomplete", async () => {
    const entities = Array.from({ length: 10 }, (_, at) => aNote({ id: idOf(at), mtime: at + 1 }));
    const { first } = await stored({ entities });
    expect(first?.map(({ noteId }) => noteId)).toEqual([9, 8, 7, 6, 5].map(idOf));
    expect(SMALL.readRows).toBeLessThan(NOTE.pageSize);
  });

  it("hides the text of a note in the Sensitive folder, even if moved there elsewhere", async () => {
    const entities = Array.from({ length: 10 }, (_, at) => aNote({ id: idOf(at), mtime: at + 1, title: `Title ${at}` }));
    const sealed = { ...(entities[9] as NoteEntity), isEncrypted: true, title: "", content: "", sealed: "inner" };
    const moved = { ...fileOf(idOf(8)), vv: { other: 9 }, waits: true as const };
    const { first } = await stored({ entities: [...entities.slice(0, 9), sealed], remote: [moved] });
    expect(first?.map(({ title }) => title)).toEqual(["Title 7", "Title 6", "Title 5"]);
  });
});

function fileOf(id: string) {
  return {
    fileId: `file-of-${id}`,
    id,
    kind: "note" as const,
    vv: { dev: 1 },
    owner: "other",
    trashed: false,
    superseded: false,
    role: "notes" as const,
    version: 1,
    modifiedTime: 1,
    md5: "d41d8cd98f00b204e9800998ecf8427e",
    trusted: true,
  };
}
