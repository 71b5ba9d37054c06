import { describe, expect, it } from "vitest";
import { openLibrary } from "../../library/index/library-service.ts";
import { createNotesService } from "../../library/notes/notes-service.ts";
import type { Entity } from "../../model/entities/entity.ts";
import { hashText } from "../../model/entities/entity-ids.ts";
import { failed, ok } from "../../model/result.ts";
import type {
  FileMark,
  MirrorAccess,
  MirrorFolder,
  MirrorFolders,
  MirrorManifest,
  MirrorProblem,
} from "../../ports/transfer/mirror-folders.ts";
import { aFolder, aNote } from "../../testing/entities.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { createSequenceIds } from "../../testing/sequence-ids.ts";
import { createTestWriters } from "../../testing/test-writers.ts";
import { exportContent } from "../export/export-service.ts";
import { createMirrorService } from "./mirror-service.ts";

const bytesOf = (text: string): Uint8Array => Uint8Array.from([...unescape(encodeURIComponent(text))].map((char) => char.charCodeAt(0)));
const textOf = (bytes: readonly number[]): string => decodeURIComponent(escape(String.fromCharCode(...bytes)));

/** A folder in memory that other programs can also write to. */
function createFolder() {
  const files = new Map<string, { text: string; modifiedMs: number }>();
  const writes: string[] = [];
  let time = 0;
  let problem: MirrorProblem | undefined;
  const markOf = (path: string): FileMark | undefined => {
    const file = files.get(path);
    return file && { sizeBytes: file.text.length, modifiedMs: file.modifiedMs };
  };
  const put = (path: string, text: string): void => void files.set(path, { text, modifiedMs: ++time });
  const folder: MirrorFolder = {
    name: "Vault",
    mark: async (path) => (problem === undefined ? ok(markOf(path)) : failed(problem)),
    async write(path, bytes) {
      if (problem !== undefined) return failed(problem);
      const all: number[] = [];
      for await (const piece of bytes) all.push(...piece);
      put(path, textOf(all));
      writes.push(path);
      return ok(markOf(path) as FileMark);
    },
    async remove(path) {
      files.delete(path);
      return ok(undefined);
    },
  };
  return {
    files,
    folder,
    put,
    /** Paths written since the last call. */
    written: () => writes.splice(0),
    break: (next: MirrorProblem | undefined) => {
      problem = next;
    },
  };
}

type Kept = { access: MirrorAccess; manifest: MirrorManifest };

function createFolders(kept: Kept): MirrorFolders {
  return {
    isSupported: true,
    choose: async () => kept.access,
    open: async () => kept.access,
    allow: async () => kept.access,
    forget: async () => {
      kept.access = { kind: "none" };
      kept.manifest = { notes: new Map(), assets: new Map() };
    },
    loadManifest: async () => ok(kept.manifest),
    async saveManifest({ notes, assets }) {
      kept.manifest = { notes: new Map(notes), assets: new Map(assets) };
      return ok(undefined);
    },
  };
}

type Before = { readonly vault: ReturnType<typeof createFolder>; readonly kept: Kept };

/** `before`: state of an earlier mirror. */
async function aMirror(entities: readonly Entity[] = [], before?: Before) {
  const disk = new MemoryDisk("device");
  for (const entity of entities) disk.entities.set(entity.id, entity);
  const opened = await openLibrary({ writers: createTestWriters(), store: new MemoryLocalStore(disk) });
  if (!opened.ok) throw new Error(opened.problem.kind);
  const clock = new ManualClock();
  const library = opened.value;
  const notes = createNotesService({ library, clock, ids: createSequenceIds("n"), timers: clock, isSyncing: () => false });
  const vault = before?.vault ?? createFolder();
  const kept: Kept = before?.kept ?? { access: { kind: "ready", folder: vault.folder }, manifest: { notes: new Map(), assets: new Map() } };
  const remembered: boolean[] = [];
  let isBusy = false;
  let isComplete = true;
  const idle = new Set<() => void>();
  const start = () =>
    createMirrorService({
      library,
      notes,
      folders: createFolders(kept),
      content: exportContent({ library, notes, attachments: { open: async () => failed({ kind: "not-in-drive" }) } }, false),
      toFile: async (bytes, name, mimeType) => ({
        name,
        mimeType,
        path: name,
        sizeBytes: bytes.length,
        sha256: hashText(String(bytes)),
        async *bytes() {
          yield bytes;
        },
      }),
      decodeBase64: bytesOf,
      encode: bytesOf,
      sync: {
        isBusy: () => isBusy,
        onIdle: (listener) => {
          idle.add(listener);
          return () => idle.delete(listener);
        },
      },
      isComplete: () => isComplete,
      exclusive: { run: async (_, work) => work() },
      clock,
      timers: clock,
      remember: (isOn) => void remembered.push(isOn),
    });
  const untilIdle = async (): Promise<void> => {
    await clock.advance(3000);
    for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
  };
  const endSync = (): void => {
    isBusy = false;
    for (const listener of idle) listener();
  };
  return {
    notes,
    vault,
    kept,
    remembered,
    start,
    untilIdle,
    endSync,
    beginSync: () => (isBusy = true),
    fetchAgain: () => (isComplete = false),
    mirror: start(),
  };
}

const NOTES = [
  aFolder({ id: "work", name: "Work" }),
  aNote({ id: "one", title: "One", folderId: "work", content: '<p>see <a data-note-id="two"></a></p>' }),
  aNote({ id: "two", title: "Two", content: '<p><img src="data:image/png;base64,abc" alt="dot"></p>' }),
];

describe("the standing mirror", () => {
  it("writes all notes once, and then only changed ones", async () => {
    const { mirror, vault, notes, untilIdle, remembered } = await aMirror(NOTES);
    await mirror.choose();
    expect(mirror.store.getState()).toMatchObject({ kind: "up-to-date", folder: "Vault", notes: 2 });
    expect([...vault.files.keys()].sort()).toEqual(["Two.md", "Work/One.md", "assets/dot.png"]);
    expect(vault.files.get("Work/One.md")?.text).toContain("see [[Two]]");
    expect(remembered).toEqual([true]);
    vault.written();

    const made = await notes.create({ title: "Three", content: "<p>3</p>" }, null);
    await untilIdle();
    expect(vault.written()).toEqual(["Three.md"]);
    if (!made.ok) throw new Error(made.problem.kind);
    await notes.remove(made.value.noteId);
    await untilIdle();
    expect(vault.files.has("Three.md")).toBe(false);
    expect(vault.written()).toEqual([]);
  });

  it("keeps the tree of folders, also when a parent is renamed or moved", async () => {
    const { mirror, vault, notes, untilIdle } = await aMirror([
      ...NOTES,
      aFolder({ id: "plans", name: "Work / Plans", parent: { id: "work", path: "Work / " } }),
      aNote({ id: "three", title: "Three", folderId: "plans" }),
    ]);
    await mirror.choose();
    expect([...vault.files.keys()].sort()).toEqual(["Two.md", "Work/One.md", "Work/Plans/Three.md", "assets/dot.png"]);

    await notes.updateFolder("work", { name: "Job", description: "", color: "#3B82F6" });
    await untilIdle();
    expect([...vault.files.keys()].sort()).toEqual(["Job/One.md", "Job/Plans/Three.md", "Two.md", "assets/dot.png"]);
    await notes.moveFolder("plans", null);
    await untilIdle();
    expect([...vault.files.keys()].sort()).toEqual(["Job/One.md", "Plans/Three.md", "Two.md", "assets/dot.png"]);
  });

  it("moves a renamed note and rewrites the notes that link to it", async () => {
    const { mirror, vault, notes, untilIdle } = await aMirror(NOTES);
    await mirror.choose();
    vault.written();
    const two = await notes.open("two");
    if (!two.ok) throw new Error(two.problem.kind);
    await notes.save("two", { title: "Second", content: two.value.content }, { seen: { vv: two.value.vv } });
    await untilIdle();
    await untilIdle();
    expect([...vault.files.keys()].sort()).toEqual(["Second.md", "Work/One.md", "assets/dot.png"]);
    expect(vault.files.get("Work/One.md")?.text).toContain("[[Second]]");
  });

  it("does not touch files of others or its own files that others changed", async () => {
    const { mirror, vault, notes, untilIdle } = await aMirror(NOTES);
    vault.put("Two.md", "mine");
    await mirror.choose();
    expect(vault.files.get("Two.md")?.text).toBe("mine");
    expect(vault.files.get("Two 1.md")?.text).toContain("![[assets/dot.png]]");
    vault.put("Work/One.md", "edited by hand");
    await notes.remove("one");
    await untilIdle();
    expect(vault.files.get("Work/One.md")?.text).toBe("edited by hand");
  });

  it("continues after a reload and after a crash during a write", async () => {
    const { mirror, vault, start, kept } = await aMirror(NOTES);
    await mirror.choose();
    vault.written();
    const again = start();
    await again.start();
    expect(vault.written()).toEqual([]);
    expect(again.store.getState()).toMatchObject({ kind: "up-to-date" });

    const { path, wanted, stamp, assets } = kept.manifest.notes.get("one") ?? { path: "", wanted: "", stamp: "", assets: [] };
    kept.manifest = { ...kept.manifest, notes: new Map([...kept.manifest.notes, ["one", { path, wanted, stamp, assets }]]) };
    await start().start();
    expect(vault.written()).toEqual(["Work/One.md"]);
    expect([...vault.files.keys()].sort()).toEqual(["Two.md", "Work/One.md", "assets/dot.png"]);
  });

  it.each([
    [{ kind: "permission-lost" }, { kind: "needs-permission", folder: "Vault" }],
    [{ kind: "folder-gone" }, { kind: "stopped", folder: "Vault", why: "folder-gone" }],
    [{ kind: "disk-full" }, { kind: "stopped", folder: "Vault", why: "disk-full" }],
  ] as const)("reports what stopped it, and continues once that is resolved: %j", async (problem, state) => {
    const { mirror, vault } = await aMirror(NOTES);
    vault.break(problem);
    await mirror.choose();
    expect(mirror.store.getState()).toEqual(state);
    vault.break(undefined);
    await (state.kind === "stopped" ? mirror.retry() : mirror.allow());
    expect(mirror.store.getState()).toMatchObject({ kind: "up-to-date", notes: 2 });
  });

  it("waits until a sync has ended", async () => {
    const { mirror, vault, beginSync, endSync, untilIdle } = await aMirror(NOTES);
    beginSync();
    await mirror.choose();
    expect(vault.files.size).toBe(0);
    endSync();
    await untilIdle();
    expect(vault.files.size).toBe(3);
  });

  it("does not remove files while the list is unknown or after most notes disappeared", async () => {
    const many = Array.from({ length: 30 }, (_, at) => aNote({ id: `n${at}`, title: `Note ${at}` }));
    const { mirror, vault, notes, untilIdle, fetchAgain, kept } = await aMirror(many);
    await mirror.choose();
    expect(vault.files.size).toBe(30);
    await notes.removeAll(many.slice(0, 25).map(({ id }) => id));
    await untilIdle();
    expect(vault.files.size).toBe(30);
    expect(kept.manifest.notes.size).toBe(5);
    fetchAgain();
    await notes.remove("n29");
    await untilIdle();
    expect(vault.files.size).toBe(30);
    notes.close();
    await untilIdle();
    expect(vault.files.size).toBe(30);
  });

  it("leaves sensitive notes out", async () => {
    const sealed = aNote({ id: "s", title: "", content: "", isEncrypted: true, sealed: "envelope" });
    const { mirror, vault } = await aMirror([...NOTES, sealed]);
    await mirror.choose();
    expect(vault.files.size).toBe(3);
  });

  it("removes the texts of notes that became sensitive, even when it cannot write", async () => {
    const many = Array.from({ length: 30 }, (_, at) => aNote({ id: `n${at}`, title: `Note ${at}` }));
    const links = aNote({ id: "l", title: "Links", content: '<p><a data-note-id="n0"></a></p>' });
    const before = await aMirror([...many, links]);
    await before.mirror.choose();
    expect(before.vault.files.size).toBe(31);
    before.mirror.close();
    const sealed = many.slice(0, 25).map((note) => ({ ...note, title: "", content: "", isEncrypted: true, sealed: "envelope" }));
    const { mirror, vault, kept } = await aMirror([...sealed, ...many.slice(25), links, aNote({ id: "new" })], before);
    const { write } = vault.folder;
    Object.assign(vault.folder, { write: async () => failed({ kind: "disk-full" }) });
    await mirror.start();
    expect(mirror.store.getState()).toEqual({ kind: "stopped", folder: "Vault", why: "disk-full" });
    expect([...vault.files.keys()].sort()).toEqual([...many.slice(25).map(({ title }) => `${title}.md`), "Links.md"].sort());
    Object.assign(vault.folder, { write });
    await mirror.retry();
    expect([...vault.files.values()].map(({ text }) => text).join("\n")).not.toContain("Note 0");
    expect(kept.manifest.notes.size).toBe(7);
  });

  it("runs again after a failed run", async () => {
    const { mirror, vault } = await aMirror(NOTES);
    const mark = vault.folder.mark;
    Object.assign(vault.folder, { mark: () => Promise.reject(new Error("broken")) });
    await expect(mirror.choose()).rejects.toThrow("broken");
    Object.assign(vault.folder, { mark });
    await mirror.retry();
    expect(mirror.store.getState()).toMatchObject({ kind: "up-to-date", notes: 2 });
  });

  it("does not write after its library is closed, even if it was still starting", async () => {
    const { mirror, vault, notes, start, untilIdle } = await aMirror(NOTES);
    await mirror.choose();
    vault.written();
    mirror.close();
    await notes.create({ title: "Three", content: "<p>3</p>" }, null);
    await untilIdle();
    expect(vault.written()).toEqual([]);

    const starting = start();
    const started = starting.start();
    starting.close();
    await started;
    await untilIdle();
    expect(vault.written()).toEqual([]);
  });

  it("keeps its files when it is turned off", async () => {
    const { mirror, vault, notes, untilIdle, remembered } = await aMirror(NOTES);
    await mirror.choose();
    await mirror.turnOff();
    await notes.create({ title: "Three", content: "" }, null);
    await untilIdle();
    expect(vault.files.size).toBe(3);
    expect(mirror.store.getState()).toEqual({ kind: "off" });
    expect(remembered).toEqual([true, false]);
  });
});
