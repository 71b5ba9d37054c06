// @vitest-environment node

import { type Library, openLibrary } from "@satchel/core/library/index/library-service.ts";
import { createNotesService } from "@satchel/core/library/notes/notes-service.ts";
import { createSearchEngine } from "@satchel/core/library/search/search-engine-service.ts";
import type { Entity } from "@satchel/core/model/entities/entity.ts";
import { BACKUP } from "@satchel/core/model/limits/limits.ts";
import { failed, ok } from "@satchel/core/model/result.ts";
import type { ChosenFile } from "@satchel/core/ports/transfer/backup-archives.ts";
import { aFolder, aNote } from "@satchel/core/testing/entities.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "@satchel/core/testing/memory-local-store.ts";
import { createMemoryPreferences } from "@satchel/core/testing/memory-preferences.ts";
import { createMemorySearchTexts } from "@satchel/core/testing/memory-search-texts.ts";
import { createSequenceIds } from "@satchel/core/testing/sequence-ids.ts";
import { createTestWriters } from "@satchel/core/testing/test-writers.ts";
import { type BackupDeps, createBackupService } from "@satchel/core/transfer/backup/backup-service.ts";
import type { BackupService, BackupState } from "@satchel/core/transfer/backup/backup-service-types.ts";
import { createWorkspaceService } from "@satchel/core/workspace/layout/workspace-service.ts";
import { createSearchService } from "@satchel/core/workspace/search/search-service.ts";
import { describe, expect, it, vi } from "vitest";
import type { StartedWorker } from "../workers/worker-client.ts";
import { createArchives } from "./create-archives.ts";
import { startArchiveApi } from "./testing/start-archive-api.node.ts";

const LABELS = { heading: "Notes", untitled: "Untitled Note", noFolder: "No folder", lastModified: "Last modified", backToIndex: "All" };

const NOTHING = { notes: 0, folders: 0, attachments: 0 };

type Device = {
  readonly disk: MemoryDisk;
  readonly library: Library;
  readonly backup: BackupService;
  readonly files: Map<string, Blob>;
  readonly states: BackupState[];
};

async function aDevice(
  entities: readonly Entity[] = [],
  keys: Partial<Pick<BackupDeps, "sealedNotes" | "sensitive">> = {},
  start = startArchiveApi,
): Promise<Device> {
  const disk = new MemoryDisk("device");
  for (const entity of entities) disk.entities.set(entity.id, entity);
  const library = await openLibrary({ writers: createTestWriters(), store: new MemoryLocalStore(disk) });
  if (!library.ok) throw new Error(library.problem.kind);
  const files = new Map<string, Blob>();
  const backup = createBackupService({
    library: library.value,
    archives: createArchives({ start, saveBlob: (name, blob) => void files.set(name, blob) }),
    attachments: {
      read: async () => undefined,
      readSealed: async () => undefined,
      has: async () => false,
      put: async () => ({ ok: true, value: undefined }),
    },
    sealedNotes: { adopt: async () => ({ ok: true, value: undefined }), knows: async () => false },
    sensitive: async () => [],
    clock: new ManualClock(),
    labels: LABELS,
    ...keys,
  });
  const states: BackupState[] = [];
  backup.store.subscribe((state) => states.push(state));
  return { disk, library: library.value, backup, files, states };
}

const NOTES = Array.from({ length: BACKUP.groupSize * 2 + 50 }, (_, at) =>
  aNote({ id: `note-${at}`, title: `Note ${at}`, content: `<p>secret-${at}</p>`, folderId: "folder-1-a" }),
);

async function backUp(password: string | undefined): Promise<ChosenFile & Blob> {
  const { backup, files, states } = await aDevice([aFolder(), ...NOTES]);
  await backup.create(password);
  expect(states.at(-1)).toMatchObject({ kind: "written", totals: { notes: NOTES.length, folders: 1 } });
  expect(states.filter(({ kind }) => kind === "writing").length).toBeGreaterThan(3);
  const [[name, blob] = ["", new Blob()]] = files;
  expect(states.at(-1)).toMatchObject({ fileName: name });
  return new File([blob], name);
}

function textsOf({ disk }: Device): readonly unknown[] {
  return [...disk.entities.values()].map(({ vv: _vv, alive: _alive, ...rest }) => rest).sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The note list's search, over the index that the library feeds. */
function openSearch({ library, disk }: Device) {
  const clock = new ManualClock();
  const engine = createSearchEngine(createMemorySearchTexts(new MemoryLocalStore(disk)), { now: Date.now });
  const notes = createNotesService({ library, clock, ids: createSequenceIds("n"), timers: clock, isSyncing: () => false });
  const workspace = createWorkspaceService({ timers: clock, preferences: createMemoryPreferences() });
  const search = createSearchService({ library, notes, workspace, timers: clock, openEngine: () => engine });
  const total = async (typed: string): Promise<number> => {
    workspace.type("");
    workspace.type(typed);
    await clock.advance(300);
    await vi.waitFor(() => expect(search.store.getState()).toMatchObject({ phase: "found", term: typed }));
    return search.store.getState().total;
  };
  return { engine, total };
}

describe("B4.7 backups as files", () => {
  it.each([undefined, "a password for this file"])("restores a written backup that was chosen again; password: %s", async (password) => {
    const file = await backUp(password);
    const fresh = await aDevice();
    await fresh.backup.restore(file, undefined);
    if (password !== undefined) {
      expect(fresh.states.at(-1)).toEqual({ kind: "sealed", file, isAgain: false });
      await fresh.backup.restore(file, "not this one");
      expect(fresh.states.at(-1)).toEqual({ kind: "sealed", file, isAgain: true });
      expect(Buffer.from(await file.arrayBuffer()).includes("secret-")).toBe(false);
      await fresh.backup.restore(file, password);
    }
    expect(fresh.states.at(-1)).toMatchObject({
      kind: "restored",
      result: { notes: { added: NOTES.length, skipped: 0 }, folders: { added: 1 } },
    });
    expect(textsOf(fresh)).toEqual(textsOf(await aDevice([aFolder(), ...NOTES])));
    const percents = fresh.states.flatMap((state) => (state.kind === "restoring" ? [state.percent] : []));
    expect(percents).toContain(95);
  });

  it("adds another folder's sensitive notes with its password, or leaves them for later", async () => {
    const folder = {
      sid: "another",
      kdf: { alg: "argon2id", m: 65_536, t: 3, p: 1, salt: "AAECAwQFBgcICQoLDA0ODw" },
      spw: { iv: "AAAAAAAAAAAAAAAA", ct: "AAAA" },
    };
    const secret = aNote({ id: "note-s", title: "", content: "", isEncrypted: true, sealed: JSON.stringify({ kid: folder.sid }) });
    const source = await aDevice([secret, aNote({ id: "note-o" })], { sensitive: async () => [folder] });
    await source.backup.create(undefined);
    const [[name, blob] = ["", new Blob()]] = source.files;
    const joined = new Set<string | undefined>();
    const { backup, disk } = await aDevice([], {
      sealedNotes: {
        adopt: async () => ok(undefined),
        knows: async (sid) => joined.has(sid),
        async join({ sid }, password) {
          if (password !== "of that folder 1") return failed({ kind: "sensitive-refused" });
          joined.add(sid);
          return ok(undefined);
        },
      },
    });

    await backup.restore(new File([blob], name), undefined);
    expect(backup.store.getState()).toMatchObject({
      kind: "restored",
      result: { notes: { added: 1 }, locked: 1, lockedFolders: [folder] },
    });
    expect(await backup.unlockLeft("not that", undefined)).toEqual({ ok: false, problem: { kind: "sensitive-refused" } });
    expect(disk.entities.has("note-s")).toBe(false);
    expect(await backup.unlockLeft("of that folder 1", undefined)).toEqual({ ok: true, value: undefined });
    expect(backup.store.getState()).toMatchObject({ kind: "restored", result: { notes: { added: 1, skipped: 1 }, locked: 0 } });
    expect(disk.entities.get("note-s")).toMatchObject({ sealed: secret.sealed, isEncrypted: true });
  });

  it("counts every restored note, and finds each by its unique word", async () => {
    const labelOf = (at: number) =>
      at
        .toString()
        .padStart(4, "0")
        .replace(/./g, (digit) => "bcdfghjklm".charAt(Number(digit)));
    const notes = NOTES.map((note, at) => ({ ...note, content: `<p>Every one of them, and ${labelOf(at)}</p>` }));
    const source = await aDevice([aFolder(), ...notes]);
    await source.backup.create(undefined);
    const [[name, blob] = ["", new Blob()]] = source.files;
    const fresh = await aDevice();
    const { engine, total } = openSearch(fresh);
    expect(await total("every one of them")).toBe(0);

    await fresh.backup.restore(new File([blob], name), undefined);

    expect(fresh.backup.store.getState()).toMatchObject({ kind: "restored", result: { notes: { added: notes.length, skipped: 0 } } });
    expect(await total("every one of them")).toBe(notes.length);
    const found = await Promise.all(notes.map((_, at) => engine.search({ typed: labelOf(at), folderIds: undefined, limit: 2 })));
    expect(found.map((one) => one.ok && one.value.hits.map(({ noteId }) => noteId))).toEqual(notes.map(({ id }) => [id]));
  });

  it("rejects a file that is not a backup, and adds nothing", async () => {
    const device = await aDevice();
    await device.backup.restore(new File(["no zip"], "x.zip"), undefined);
    expect(device.backup.store.getState()).toEqual({ kind: "failed", work: "restore", problem: { kind: "no-zip" }, added: NOTHING });
    expect(device.disk.entities.size).toBe(0);
  });

  it.each([undefined, "a password for this file"])(
    "restores all notes of a file that is truncated behind them; password: %s",
    async (password) => {
      const long = NOTES.map((note, at) => ({ ...note, content: `<p>${`${at} ${"word ".repeat(20)}`.repeat(10)}</p>` }));
      const source = await aDevice([aFolder(), ...long]);
      await source.backup.create(password);
      const [[, blob] = ["", new Blob()]] = source.files;
      const device = await aDevice();
      await device.backup.restore(new File([blob.slice(0, blob.size - (password === undefined ? 400_000 : 100))], "x.zip"), password);
      const state = device.backup.store.getState();
      expect(state).toMatchObject({ kind: "restored", result: { notes: { added: long.length }, folders: { added: 1 } } });
      expect(state.kind === "restored" && state.result.damage).toContainEqual({ kind: "archive-damaged", path: "" });
      expect(textsOf(device)).toEqual(textsOf(source));
    },
  );

  it("reads a written backup back, and rejects it if the disk reported false success", async () => {
    const device = await aDevice([aFolder(), ...NOTES]);
    const real = Blob.prototype.arrayBuffer;
    let isLying = true;
    Blob.prototype.arrayBuffer = async function lie(this: Blob) {
      const bytes = new Uint8Array(await real.call(this));
      if (isLying && bytes.length > 1000) for (let at = 500; at < bytes.length; at += 997) bytes[at] = (bytes[at] as number) ^ 1;
      return bytes.buffer;
    };
    try {
      await device.backup.create(undefined);
      expect(device.backup.store.getState()).toMatchObject({ kind: "failed", work: "backup", problem: { kind: "not-verified" } });
      expect(device.files.size).toBe(0);
      isLying = false;
      await device.backup.create(undefined);
      expect(device.files.size).toBe(1);
    } finally {
      Blob.prototype.arrayBuffer = real;
    }
    expect(device.states.some((state) => state.kind === "writing" && state.isChecking === true)).toBe(true);
  });

  it("reports a missing script as such, not as a damaged file, and writes no backup", async () => {
    const missing = (): StartedWorker => {
      const worker = Object.assign(new EventTarget(), { postMessage: () => undefined, terminate: () => undefined });
      queueMicrotask(() => worker.dispatchEvent(new Event("error")));
      return worker as unknown as StartedWorker;
    };
    const device = await aDevice(NOTES, {}, missing);
    await device.backup.create(undefined);
    expect(device.backup.store.getState()).toEqual({ kind: "failed", work: "backup", problem: { kind: "code-missing" } });
    await device.backup.restore(await backUp(undefined), undefined);
    expect(device.backup.store.getState()).toEqual({ kind: "failed", work: "restore", problem: { kind: "code-missing" }, added: NOTHING });
  });

  it("stops when canceled, hands over no file, and can be started again", async () => {
    const device = await aDevice([aFolder(), ...NOTES]);
    const writing = device.backup.create(undefined);
    device.backup.cancel();
    await writing;
    expect(device.backup.store.getState()).toEqual({ kind: "idle" });
    expect(device.files.size).toBe(0);
    await device.backup.create(undefined);
    expect(device.files.size).toBe(1);
  });
});
