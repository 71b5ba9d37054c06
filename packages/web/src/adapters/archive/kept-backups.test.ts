// @vitest-environment node
/** Backup files that the first version of this format wrote. Every later version must still read them. */
import { readFile } from "node:fs/promises";
import { openLibrary } from "@satchel/core/library/index/library-service.ts";
import { aFolder, aNote } from "@satchel/core/testing/entities.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "@satchel/core/testing/memory-local-store.ts";
import { createTestWriters } from "@satchel/core/testing/test-writers.ts";
import { createBackupService } from "@satchel/core/transfer/backup/backup-service.ts";
import { describe, expect, it } from "vitest";
import { createArchives } from "./create-archives.ts";
import { startArchiveApi } from "./testing/start-archive-api.node.ts";

const LABELS = { heading: "Notes", untitled: "Untitled Note", noFolder: "No folder", lastModified: "Last modified", backToIndex: "All" };
const PLAN = { id: "attachment-plan", fileName: "plan.bin", mimeType: "application/octet-stream", sizeBytes: 300 };
const BYTES = Uint8Array.from({ length: 300 }, (_, at) => (at * 7) % 251);

const KEPT = [
  aFolder({
    id: "folder-1-work",
    name: "Work",
    description: "What is due",
    color: "#112233",
    createdAt: 1_700_000_000_000,
    mtime: 1_700_000_001_000,
  }),
  aNote({
    id: "note-1-plan",
    title: "Plan — пла́н 📎",
    content: `<h2>Due</h2><p>Friday &amp; <strong>Monday</strong> <a data-file-id="${PLAN.id}">plan.bin</a></p>`,
    folderId: "folder-1-work",
    createdAt: 1_700_000_002_000,
    mtime: 1_700_000_003_000,
    attachments: [PLAN],
    attIds: [PLAN.id],
  }),
  aNote({ id: "note-2-empty", title: "", content: "", createdAt: 1_700_000_004_000, mtime: 1_700_000_004_000 }),
  aNote({
    id: "note-3-secret",
    title: "",
    content: "",
    isEncrypted: true,
    sealed: "c2VhbGVk",
    createdAt: 1_700_000_005_000,
    mtime: 1_700_000_006_000,
  }),
];

async function anEmptyDevice() {
  const disk = new MemoryDisk("device");
  const library = await openLibrary({ writers: createTestWriters(), store: new MemoryLocalStore(disk) });
  if (!library.ok) throw new Error(library.problem.kind);
  const bytesById = new Map<string, Uint8Array>();
  const backup = createBackupService({
    library: library.value,
    archives: createArchives({ start: startArchiveApi, saveBlob: () => undefined }),
    attachments: {
      read: async () => undefined,
      readSealed: async () => undefined,
      has: async (id) => bytesById.has(id),
      async put({ id }, bytes) {
        bytesById.set(id, bytes);
        return { ok: true, value: undefined };
      },
    },
    sealedNotes: { adopt: async () => ({ ok: true, value: undefined }), knows: async () => true },
    sensitive: async () => [],
    clock: new ManualClock(),
    labels: LABELS,
  });
  return { disk, backup, bytesById };
}

describe("B4.7 a backup of format 1.0", () => {
  it.each([
    ["in clear", "backup-1.0.zip", undefined],
    ["under a password, its payload packed", "backup-1.0-sealed.zip", "kept for later"],
    ["under a password, its payload stored", "backup-1.0-sealed-stored.zip", "kept for later"],
  ])("restores %s unchanged", async (_, name, password) => {
    const file = new File([await readFile(new URL(`../../../../../fixtures/${name}`, import.meta.url))], name);
    const { disk, backup, bytesById } = await anEmptyDevice();

    await backup.restore(file, password);

    expect(backup.store.getState()).toMatchObject({ kind: "restored", result: { notes: { added: 3, skipped: 0 }, locked: 0 } });
    const restored = [...disk.entities.values()].map(({ vv: _vv, alive: _alive, ...rest }) => rest);
    expect(restored.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(KEPT.map(({ vv: _vv, alive: _alive, ...rest }) => rest));
    expect([...bytesById].map(([id, bytes]) => [id, [...bytes]])).toEqual([[PLAN.id, [...BYTES]]]);
  });
});
