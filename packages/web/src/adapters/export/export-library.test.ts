// @vitest-environment node
import { openLibrary } from "@satchel/core/library/index/library-service.ts";
import { createNotesService } from "@satchel/core/library/notes/notes-service.ts";
import type { NotesState } from "@satchel/core/library/notes/notes-service-types.ts";
import type { Entity } from "@satchel/core/model/entities/entity.ts";
import { failed, ok } from "@satchel/core/model/result.ts";
import { createStore } from "@satchel/core/model/store.ts";
import { aFolder, aNote } from "@satchel/core/testing/entities.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "@satchel/core/testing/memory-local-store.ts";
import { createSequenceIds } from "@satchel/core/testing/sequence-ids.ts";
import { createTestWriters } from "@satchel/core/testing/test-writers.ts";
import { EXPORT_FORMATS, type ExportFormat } from "@satchel/core/transfer/export/export-formats.ts";
import { createExportService } from "@satchel/core/transfer/export/export-service.ts";
import type { ExportChoice } from "@satchel/core/transfer/export/export-service-types.ts";
import { describe, expect, it } from "vitest";
import { convertFiles } from "../../convert/testing/convert-files.node.ts";
import { createBlobSource } from "../archive/format/byte-source.ts";
import { openZip } from "../archive/zip/zip-reader.ts";
import { createNoteExports } from "./create-note-exports.ts";
import { startExportApi } from "./testing/start-export-api.node.ts";

const LABELS = { heading: "", search: "", noFolder: "", allNotes: "", found: "", modified: "", untitled: "Untitled" };
const FILE = { id: "file-a", fileName: "Plan: A.pdf", mimeType: "application/pdf", sizeBytes: 3 };
const LINK = '<a data-file-id="file-a" data-file-name="Plan: A.pdf" data-file-size="3" data-mime-type="application/pdf"></a>';
const NOTES = [
  aFolder({ id: "work", name: "Work: 2026" }),
  aFolder({ id: "pinned", name: "Pinned", folderType: "PINNED" }),
  aNote({
    id: "one",
    title: "One",
    folderId: "work",
    content: `<p>See <a data-note-id="two"></a> #plan</p><p>${LINK}</p>`,
    attachments: [FILE],
  }),
  aNote({ id: "two", title: "Two / CON?", folderId: "pinned", content: '<p><img src="data:image/png;base64,AQID" alt="dot"></p>' }),
  aNote({ id: "con", title: "con", content: '<p style="text-align: center;">x</p>' }),
  aNote({ id: "CON", title: "CON", content: "<p>y</p>" }),
];

const NESTED = [
  aFolder({ id: "work", name: "Work" }),
  aFolder({ id: "home", name: "Home" }),
  aFolder({ id: "work-june", name: "Work / June", parent: { id: "work", path: "Work / " } }),
  aFolder({ id: "home-june", name: "Home / June", parent: { id: "home", path: "Home / " } }),
  aNote({ id: "rye", title: "Rye", folderId: "work-june", content: "<p>rye</p>" }),
  aNote({ id: "oats", title: "Oats", folderId: "home-june", content: "<p>oats</p>" }),
];

async function aDevice(entities: readonly Entity[] = NOTES) {
  const disk = new MemoryDisk("device");
  for (const entity of entities) disk.entities.set(entity.id, entity);
  const opened = await openLibrary({ writers: createTestWriters(), store: new MemoryLocalStore(disk) });
  if (!opened.ok) throw new Error(opened.problem.kind);
  const clock = new ManualClock();
  const timers = { after: () => () => undefined };
  const notes = createNotesService({ library: opened.value, clock, ids: createSequenceIds("n"), timers, isSyncing: () => false });
  const saved = new Map<string, Blob>();
  const lock = createStore<{ readonly isLocked: boolean }>({ isLocked: false });
  const service = createExportService({
    library: opened.value,
    notes: {
      store: { getState: () => withSecret(notes.store.getState()), subscribe: () => () => undefined },
      open: async () => (lock.getState().isLocked ? failed({ kind: "sensitive-locked" }) : ok(SECRET)),
    },
    attachments: { open: async ({ id }) => (id === "file-a" ? ok(Uint8Array.of(1, 2, 3)) : failed({ kind: "not-in-drive" })) },
    exports: createNoteExports({ start: startExportApi, labels: LABELS, saveBlob: (name, blob) => void saved.set(name, blob) }),
    fileName: (scope) => scope ?? "Satchel notes",
  });
  return { service, saved, lock, notes };
}

const SECRET = {
  noteId: "secret",
  title: "Secret",
  preview: "",
  content: "<p>hidden</p>",
  vv: {},
  folderId: null,
  createdAt: 0,
  lastModified: 0,
  isEncrypted: true,
  seal: "opened",
  attachments: [],
  sync: { kind: "on-this-device" },
} as const;

function withSecret(state: NotesState): NotesState {
  return { ...state, notes: [...state.notes, SECRET], notesById: new Map([...state.notesById, ["secret", SECRET]]) };
}

async function filesIn(blob: Blob | undefined): Promise<ReadonlyMap<string, Uint8Array>> {
  const zip = await openZip(createBlobSource(blob ?? new Blob()));
  if (!zip.ok) throw new Error(zip.problem.kind);
  const files = new Map<string, Uint8Array>();
  for (const { path } of zip.value.files) {
    const pieces: Uint8Array[] = [];
    await zip.value.read(path, (bytes) => pieces.push(new Uint8Array(bytes)) > 0);
    files.set(path, new Uint8Array(Buffer.concat(pieces)));
  }
  return files;
}

const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);
const ALL: Omit<ExportChoice, "format"> = { scope: { kind: "all" }, withSensitive: false };

describe("exporting a library", () => {
  it("writes a vault: folders, links, files once, names valid on every file system", async () => {
    const { service, saved } = await aDevice();
    await service.start({ ...ALL, format: "markdown" });
    expect(service.store.getState()).toEqual({
      kind: "exported",
      fileName: "Satchel notes.zip",
      summary: {
        notes: 4,
        files: 2,
        losses: [
          { kind: "alignment", count: 1 },
          { kind: "image-text", count: 1 },
        ],
        missing: [],
        unread: 0,
      },
    });
    const files = await filesIn(saved.get("Satchel notes.zip"));
    expect([...files.keys()].sort()).toEqual(
      ["Two CON.md", "Work 2026/One.md", "_CON.md", "_con 1.md", "assets/Plan A.pdf", "assets/dot.png"].sort(),
    );
    expect(textOf(files.get("Work 2026/One.md"))).toContain("See [[Two CON|Two / CON?]] #plan\n\n![[assets/Plan A.pdf]]");
    expect(textOf(files.get("Two CON.md"))).toContain('title: "Two / CON?"\n');
    expect(textOf(files.get("Two CON.md"))).toContain("pinned: true");
    expect(files.get("assets/dot.png")).toEqual(Uint8Array.of(1, 2, 3));
  });

  it.each(EXPORT_FORMATS)("writes all notes as %s, and sealed ones only if that is ticked", async (format: ExportFormat) => {
    const { service, saved } = await aDevice();
    await service.start({ ...ALL, format });
    expect(service.store.getState()).toMatchObject({ kind: "exported", summary: { notes: 4, unread: 0 } });
    await service.start({ ...ALL, format, withSensitive: true });
    expect(service.store.getState()).toMatchObject({ kind: "exported", summary: { notes: 5 } });
    expect(saved.size).toBe(1);
  });

  it("hands over one file for a note without attachments, and a zip otherwise", async () => {
    const { service, saved } = await aDevice();
    await service.start({ ...ALL, format: "markdown", scope: { kind: "notes", noteIds: ["CON"] } });
    expect(textOf(new Uint8Array((await saved.get("_CON.md")?.arrayBuffer()) ?? new ArrayBuffer(0)))).toContain("\ny\n");
    await service.start({ ...ALL, format: "markdown", scope: { kind: "notes", noteIds: ["one"] } });
    expect([...(await filesIn(saved.get("One.zip"))).keys()].sort()).toEqual(["Work 2026/One.md", "assets/Plan A.pdf"]);
    expect(service.store.getState()).toMatchObject({ summary: { losses: [{ kind: "link-not-exported", count: 1 }] } });
  });

  it("hands over one file for Joplin, and for an Evernote notebook", async () => {
    const { service, saved } = await aDevice();
    await service.start({ ...ALL, format: "jex" });
    await service.start({ ...ALL, format: "enex", scope: { kind: "folder", folderId: "work" } });
    await service.start({ ...ALL, format: "enex" });
    expect([...saved.keys()]).toEqual(["Satchel notes.jex", "Work 2026.enex", "Satchel notes.zip"]);
    expect(textOf(new Uint8Array((await saved.get("Work 2026.enex")?.arrayBuffer()) ?? new ArrayBuffer(0)))).toMatch(
      /^<\?xml[\s\S]*<\/en-export>\n$/,
    );
    expect([...(await filesIn(saved.get("Satchel notes.zip"))).keys()].sort()).toEqual(["Satchel notes.enex", "Work 2026.enex"]);
  });

  describe("with two folders of one name in different folders", () => {
    const exported = async (format: ExportFormat) => {
      const { service, saved } = await aDevice(NESTED);
      await service.start({ ...ALL, format });
      const [blob] = saved.values();
      return blob;
    };

    it.each([
      ["markdown", ["Home/June/Oats.md", "Work/June/Rye.md"]],
      ["docx", ["Home/June/Oats.docx", "Work/June/Rye.docx"]],
      ["enex", ["Home/June.enex", "Work/June.enex"]],
    ] as const)("nests the files of %s", async (format, paths) => {
      expect([...(await filesIn(await exported(format))).keys()].sort()).toEqual(paths);
    });

    it("heads the pages of a website with the path", async () => {
      const files = await filesIn(await exported("html"));
      const index = textOf(files.get("index.html"));
      expect([...index.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, path]) => path)).toEqual(["Home / June", "Work / June"]);
      expect([...files.values()].map(textOf).some((page) => page.includes("Rye") && page.includes("Work / June"))).toBe(true);
    });

    it("names the path in JSON", async () => {
      const files = await filesIn(await exported("json"));
      const file = textOf([...files].find(([path]) => path.endsWith(".json"))?.[1]);
      expect((JSON.parse(file) as { notes: { folder: string }[] }).notes.map(({ folder }) => folder).sort()).toEqual([
        "Home/June",
        "Work/June",
      ]);
    });

    it("gives Joplin two notebooks, each in its own", async () => {
      const bytes = new Uint8Array((await (await exported("jex"))?.arrayBuffer()) ?? new ArrayBuffer(0));
      const { notes } = await convertFiles({ "Satchel.jex": bytes });
      expect([...notes].map(([title, { folder }]) => [title, folder]).sort()).toEqual([
        ["Oats", ["Home", "June"]],
        ["Rye", ["Work", "June"]],
      ]);
    });
  });

  it("reports unavailable files and missing notes", async () => {
    const lost = aNote({ id: "lost", content: '<p><a data-file-id="gone" data-file-name="gone.pdf"></a></p>' });
    const { service } = await aDevice([lost]);
    await service.start({ ...ALL, format: "json" });
    expect(service.store.getState()).toMatchObject({ kind: "exported", summary: { notes: 1, missing: ["gone.pdf"] } });
  });

  it("stops if the Sensitive folder is locked, and saves nothing", async () => {
    const { service, saved, lock } = await aDevice();
    lock.setState({ isLocked: true });
    await service.start({ ...ALL, format: "html", withSensitive: true });
    expect(service.store.getState()).toEqual({ kind: "failed", problem: { kind: "sensitive-locked" } });
    expect(saved.size).toBe(0);
  });

  it("does not name linked sensitive notes unless those are ticked", async () => {
    const linking = aNote({ id: "a", title: "A", content: '<p>see <a data-note-id="secret"></a></p>' });
    const { service, saved } = await aDevice([linking]);
    await service.start({ ...ALL, format: "html" });
    const texts = [...(await filesIn(saved.get("Satchel notes.zip") ?? saved.get("A.zip"))).values()].map(textOf).join("\n");
    expect(texts).toContain("see …");
    expect(texts).not.toContain("Secret");
    await service.start({ ...ALL, format: "json", withSensitive: true });
    const json = await filesIn(saved.get("Satchel notes.zip"));
    expect(json.size === 0 ? "" : [...json.values()].map(textOf).join("")).toContain("Secret");
  });

  it("reports progress, and saves nothing when canceled", async () => {
    const { service, saved } = await aDevice(Array.from({ length: 400 }, (_, at) => aNote({ id: `n${at}`, title: `${at}` })));
    const counts: number[] = [];
    service.store.subscribe((state) => {
      if (state.kind !== "exporting") return;
      counts.push(state.done);
      if (state.done >= 100) service.cancel();
    });
    await service.start({ ...ALL, format: "markdown" });
    expect(service.store.getState()).toEqual({ kind: "cancelled" });
    expect(counts.at(-1)).toBeLessThan(400);
    expect(saved.size).toBe(0);
  });
});
