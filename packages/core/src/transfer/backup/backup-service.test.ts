import { describe, expect, it } from "vitest";
import { type Library, openLibrary } from "../../library/index/library-service.ts";
import { toBackupNote } from "../../model/backup/backup-format.ts";
import { type Entity, isAlive } from "../../model/entities/entity.ts";
import { ok } from "../../model/result.ts";
import type { VerifiedBackup } from "../../ports/transfer/backup-archives.ts";
import { aFolder, aNote } from "../../testing/entities.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { createTestWriters } from "../../testing/test-writers.ts";
import { createBackupService } from "./backup-service.ts";

const LABELS = { heading: "Notes", untitled: "Untitled Note", noFolder: "No folder", lastModified: "Last modified", backToIndex: "All" };
const FILE = { name: "Satchel-backup.zip", size: 1 };
const NOTES = [1, 2, 3, 4].map((at) => toBackupNote(aNote({ id: `note-${at}` })));
const METADATA = { version: "1.0", timestamp: "", appName: "Satchel", totalNotes: NOTES.length, totalFolders: 0, totalAttachments: 0 };

const BACKUP: VerifiedBackup = {
  metadata: METADATA,
  noteCount: NOTES.length,
  damage: [],
  folders: [],
  attachments: [],
  sensitive: [],
  hasSealedNotes: false,
  hasHistory: false,
  eachHistory: async () => ok(undefined),
  eachNotes: async (take) => {
    for (const note of NOTES) await take([note]);
    return ok(undefined);
  },
  readAttachment: async () => ok(new Uint8Array()),
};

async function aLibrary(entities: readonly Entity[]): Promise<Library> {
  const disk = new MemoryDisk("device");
  for (const entity of entities) disk.entities.set(entity.id, entity);
  const opened = await openLibrary({ writers: createTestWriters(), store: new MemoryLocalStore(disk) });
  if (!opened.ok) throw new Error(opened.problem.kind);
  return opened.value;
}

describe("B4.7 progress of a restore", () => {
  it("reports the spec's steps and cleans duplicate folders before it adds anything", async () => {
    const same = { folderType: "PINNED", name: "Pinned", isDefault: true } as const;
    const library = await aLibrary([
      aFolder({ ...same, id: "folder-pinned-a" }),
      aFolder({ ...same, id: "folder-pinned-b", createdAt: 9 }),
    ]);
    const backup = createBackupService({
      library,
      archives: {
        write: () => Promise.reject(new Error("nothing is written here")),
        open: async (_file, _password, { onProgress }) => {
          onProgress({ done: 0, total: 2 });
          onProgress({ done: 1, total: 2 });
          onProgress({ done: 2, total: 2 });
          return ok({ ...BACKUP, close: () => undefined });
        },
      },
      attachments: {
        read: async () => undefined,
        has: async () => false,
        readSealed: async () => undefined,
        put: async () => ok(undefined),
      },
      sealedNotes: { adopt: async () => ok(undefined), knows: async () => false },
      sensitive: async () => [],
      clock: new ManualClock(),
      labels: LABELS,
    });
    const reported: string[] = [];
    const pinnedWhenAdding: number[] = [];
    backup.store.subscribe(() => {
      const state = backup.store.getState();
      if (state.kind !== "restoring") return void reported.push(state.kind);
      reported.push(`${state.step} ${state.percent}`);
      const folders = [...library.index.entities.values()].filter((each) => each.kind === "folder" && isAlive(each));
      if (state.step === "adding")
        pinnedWhenAdding.push(folders.filter((each) => each.kind === "folder" && each.mergedInto === null).length);
    });

    await backup.restore(FILE, undefined);

    expect([reported.slice(0, 6), reported.at(-2), reported.at(-1)]).toEqual([
      ["validating 0", "validating 5", "validating 8", "validating 10", "cleaning 10", "adding 15"],
      "refreshing 95",
      "restored",
    ]);
    const percents = reported.flatMap((each) => (each.startsWith("adding ") ? [Number(each.slice(7))] : []));
    expect(percents).toEqual([...percents].sort((one, other) => one - other));
    expect(percents.at(-1)).toBe(95);
    expect(new Set(pinnedWhenAdding)).toEqual(new Set([1]));
  });
});
