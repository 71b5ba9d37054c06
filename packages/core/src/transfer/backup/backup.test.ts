import { createHash } from "node:crypto";
import { isEntityId } from "@satchel/contract/ids.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalHtml } from "../../document/testing/random-html.ts";
import { toFolder } from "../../library/folders/folder-list.ts";
import { type Library, openLibrary } from "../../library/index/library-service.ts";
import { backupFileName, toBackupNote } from "../../model/backup/backup-format.ts";
import { type Entity, isAlive } from "../../model/entities/entity.ts";
import { fileSealedUnder } from "../../model/entities/parsing/sealed-texts.ts";
import { BACKUP, IMAGE } from "../../model/limits/limits.ts";
import type { Result } from "../../model/result.ts";
import type { AttachmentBytes } from "../../ports/transfer/attachment-bytes.ts";
import { aFolder, aNote } from "../../testing/entities.ts";
import { createMemoryArchive, createMemoryPacker, type MemoryArchive } from "../../testing/memory-archive.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { createTestWriters } from "../../testing/test-writers.ts";
import { groupBySize } from "./group-by-size.ts";
import { verifyBackup } from "./read-backup-service.ts";
import { restoreBackup } from "./restore-service.ts";
import { writeBackup } from "./write-backup-service.ts";

const LABELS = { heading: "Notes", untitled: "Untitled Note", noFolder: "No folder", lastModified: "Last modified", backToIndex: "All" };

function createDigest() {
  const hash = createHash("sha256");
  return { update: async (bytes: Uint8Array) => void hash.update(bytes), hex: async () => hash.digest("hex") };
}

const encode = (...texts: readonly string[]) => new TextEncoder().encode(texts.join(""));

function createDecoder() {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  return (bytes: Uint8Array, isLast: boolean) => {
    try {
      return decoder.decode(bytes, { stream: !isLast });
    } catch {
      return undefined;
    }
  };
}

class Attachments implements AttachmentBytes {
  readonly bytesById = new Map<string, Uint8Array>();

  async read(id: string) {
    const bytes = this.bytesById.get(id);
    return bytes && pieces(bytes);
  }

  async has(id: string) {
    return this.bytesById.has(id);
  }

  async readSealed(id: string) {
    const bytes = this.bytesById.get(id);
    const sealedUnder = bytes && fileSealedUnder(bytes);
    return bytes && sealedUnder !== undefined ? { sealedUnder, bytes: pieces(bytes) } : undefined;
  }

  async put({ id }: { readonly id: string }, bytes: Uint8Array) {
    this.bytesById.set(id, bytes);
    return { ok: true, value: undefined } as const;
  }
}

async function* pieces(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 3) yield bytes.subarray(at, at + 3);
}

type Device = { readonly library: Library; readonly attachments: Attachments };

async function aDevice(entities: readonly Entity[] = []): Promise<Device> {
  const disk = new MemoryDisk("device");
  for (const entity of entities) disk.entities.set(entity.id, entity);
  return {
    library: value(await openLibrary({ writers: createTestWriters(), store: new MemoryLocalStore(disk) })),
    attachments: new Attachments(),
  };
}

function value<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

async function entitiesOf({ library }: Device): Promise<ReadonlyMap<string, Entity>> {
  return value(await library.store.readEntities([...library.index.entities.keys()]));
}

type BackUpOptions = {
  readonly isStopped?: () => boolean;
  readonly sensitive?: readonly unknown[];
  readonly onRead?: (ids: readonly string[]) => unknown;
};

async function backUp(device: Device, archive: MemoryArchive, options: BackUpOptions = {}) {
  const { isStopped = () => false, sensitive = [], onRead = () => {} } = options;
  const { library, attachments } = device;
  const living = [...library.index.entities.values()].filter(isAlive);
  const notes = living.filter((entity) => entity.kind === "note");
  const grouped = (some: typeof notes) =>
    groupBySize(
      some.map(({ id }) => id),
      () => 0,
    );
  return writeBackup({
    content: {
      noteGroups: grouped(notes),
      folders: living.flatMap((entity) => (entity.kind === "folder" ? [toFolder(entity, entity.parent)] : [])),
      sensitive,
      readNotes: async (ids) => {
        await onRead(ids);
        const read = value(await library.store.readEntities(ids));
        return {
          ok: true,
          value: [...read.values()].flatMap((entity) => (entity.kind === "note" && isAlive(entity) ? [toBackupNote(entity)] : [])),
        };
      },
      attachments,
    },
    archive: archive.writer,
    createDigest,
    encode,
    packPages: createMemoryPacker(LABELS, createDigest, encode),
    labels: LABELS,
    nowMs: 1_767_225_600_000,
    isStopped,
    onProgress: () => {},
  });
}

function verify(archive: MemoryArchive) {
  return verifyBackup({ archive: archive.reader(), createDigest, createDecoder, isStopped: () => false, onRead: () => {} });
}

async function restore(device: Device, archive: MemoryArchive, isStopped = () => false) {
  const backup = value(await verify(archive));
  const sealedNotes = {
    adopt: async () => ({ ok: true, value: undefined }) as const,
    knows: async (sid: string | undefined) => sid === "ours",
    join: async () => ({ ok: true, value: undefined }) as const,
  };
  return restoreBackup({ ...device, backup, sealedNotes, isStopped, onProgress: () => {} });
}

/** Returns the living entities without their version vectors. */
async function seen(device: Device): Promise<readonly unknown[]> {
  const living = [...(await entitiesOf(device)).values()].filter(isAlive);
  return living.map(({ vv: _vv, alive: _alive, ...rest }) => rest).sort((a, b) => (a.id < b.id ? -1 : 1));
}

const text = fc.string({ unit: "grapheme", maxLength: 40 });
const time = fc.integer({ min: 1, max: 2_000_000_000_000 });
const libraries = fc
  .record({
    folders: fc.array(fc.record({ createdAt: time, mtime: time, description: text }), { maxLength: 4 }),
    notes: fc.array(
      fc.record({
        title: text,
        words: text,
        blocks: canonicalHtml,
        createdAt: time,
        mtime: time,
        at: fc.nat({ max: 4 }),
        isGone: fc.boolean(),
        file: fc.boolean(),
        isSensitive: fc.boolean(),
      }),
      { maxLength: 30 },
    ),
  })
  .map(({ folders, notes }) => [
    ...folders.map((values, at) => aFolder({ ...values, id: `folder-${at}`, name: `Folder ${at}` })),
    ...notes.map(({ words, blocks, at, isGone, file, isSensitive, ...values }, index) => {
      const common = {
        ...values,
        id: `note-${index}`,
        folderId: at < folders.length ? `folder-${at}` : null,
        alive: isGone ? {} : { dev: 1 },
        attIds: file ? [`file-${index}`] : [],
      };
      if (isSensitive) return aNote({ ...common, title: "", content: "", isEncrypted: true, sealed: sealedBy("ours", words) });
      const attachments = file ? [{ id: `file-${index}`, fileName: `${values.title}.bin`, mimeType: "image/png", sizeBytes: 5 }] : [];
      return aNote({ ...common, content: `<p>${words.replace(/[<>&]/g, "")}</p>${blocks}`, attachments });
    }),
  ]);

function sealedBy(kid: string, ct = ""): string {
  return JSON.stringify({ v: 1, alg: "A256GCM", kid, iv: "", ct });
}

/** A sealed file: magic, length of the folder id, folder id, content. */
function fileSealedBy(sid: string, byte: number): Uint8Array {
  return Uint8Array.from([...encode("SAT1"), sid.length, ...encode(sid), byte, byte, byte]);
}

function sensitiveNote(id: string, sid: string, attIds: readonly string[]) {
  return aNote({ id, title: "", content: "", isEncrypted: true, sealed: sealedBy(sid), attIds });
}

describe("B4.7 backup and restore", () => {
  it("restores a backup byte for byte on an empty device and adds nothing the second time", async () => {
    await fc.assert(
      fc.asyncProperty(libraries, async (entities) => {
        const device = await aDevice(entities);
        for (const entity of entities)
          if (entity.kind === "note" && isAlive(entity))
            for (const id of entity.attIds)
              device.attachments.bytesById.set(
                id,
                entity.isEncrypted ? fileSealedBy("ours", id.length) : Uint8Array.from([1, 2, 3, 4, id.length]),
              );
        const archive = createMemoryArchive();
        value(await backUp(device, archive));
        const fresh = await aDevice();
        value(await restore(fresh, archive));
        expect(await seen(fresh)).toEqual(await seen(device));
        expect(fresh.attachments.bytesById).toEqual(device.attachments.bytesById);
        const again = value(await restore(fresh, archive));
        expect([again.notes.added, again.folders.added, again.attachments.added]).toEqual([0, 0, 0]);
      }),
      { numRuns: 60 },
    );
  });

  it("does not change existing notes and brings a deleted note back as a later edit", async () => {
    const kept = aNote({ id: "note-kept", content: "<p>old</p>" });
    const gone = aNote({ id: "note-gone", content: "<p>back</p>", mtime: 1000 });
    const archive = createMemoryArchive();
    value(await backUp(await aDevice([kept, gone]), archive));
    const newer = { ...kept, content: "<p>newer</p>", vv: { dev: 2 } };
    const device = await aDevice([newer, { ...gone, alive: {}, vv: { other: 3 }, mtime: 5000 }]);
    expect(value(await restore(device, archive)).notes).toEqual({ added: 1, skipped: 1 });
    const after = await entitiesOf(device);
    const { name } = device.library.index.writer;
    expect(after.get("note-kept")).toEqual(newer);
    expect(after.get("note-gone")).toMatchObject({
      content: "<p>back</p>",
      vv: { other: 3, [name]: 1 },
      alive: { [name]: 1 },
      mtime: 5001,
    });
    expect(device.library.index.pendingPush.has("note-gone")).toBe(true);
  });

  it("puts notes into the folder that represents theirs under another id", async () => {
    const archive = createMemoryArchive();
    const pinned = aFolder({ id: "folder-pinned-a", name: "Pinned", folderType: "PINNED", isDefault: true });
    const sensitive = aFolder({ id: "folder-sensitive-a", name: "Sensitive", folderType: "SENSITIVE", isDefault: true });
    const recipes = aFolder({ id: "folder-r", name: "Recipes" });
    const notes = [aNote({ id: "note-1", folderId: pinned.id }), aNote({ id: "note-2", folderId: recipes.id })];
    value(await backUp(await aDevice([pinned, sensitive, recipes, ...notes]), archive));
    const device = await aDevice([
      { ...pinned, id: "folder-pinned-b", name: "Angeheftet" },
      { ...sensitive, id: "folder-sensitive-b", name: "Vertraulich" },
      { ...recipes, id: "folder-s", name: " RECIPES" },
    ]);
    expect(value(await restore(device, archive)).folders).toEqual({ added: 0, skipped: 3 });
    const after = await entitiesOf(device);
    expect([after.get("note-1"), after.get("note-2")]).toMatchObject([{ folderId: "folder-pinned-b" }, { folderId: "folder-s" }]);
  });

  it("keeps sensitive notes sealed, out of the readable pages, and says how many it cannot open", async () => {
    const archive = createMemoryArchive();
    const sealed = ["ours", "theirs"].map((sid, at) => sensitiveNote(`note-${at}`, sid, []));
    value(await backUp(await aDevice(sealed), archive));
    expect([...archive.files.keys()].filter((path) => path.startsWith("readable/"))).toEqual(["readable/index.html", "readable/pages.css"]);
    const device = await aDevice();
    expect(value(await restore(device, archive))).toMatchObject({ notes: { added: 1, skipped: 0 }, locked: 1 });
    expect((await entitiesOf(device)).get("note-0")).toMatchObject({ sealed: sealedBy("ours"), isEncrypted: true });
  });

  it("includes invalid notes of earlier versions under readable ids and times", async () => {
    const folder = aFolder({ id: "bad.folder" });
    const poison = { id: "poison.note.1", title: "Poison", createdAt: 1.5, mtime: 1e17, folderId: folder.id, pinnedFrom: folder.id };
    const notes = [aNote({ ...poison, attachments: [{ id: "../x", fileName: "x", mimeType: "a/b", sizeBytes: 1 }], attIds: ["../x"] })];
    const archive = createMemoryArchive();
    value(await backUp(await aDevice([folder, ...notes, aNote({ id: "note-2" })]), archive));
    const fresh = await aDevice();
    expect(value(await restore(fresh, archive))).toMatchObject({ notes: { added: 2 }, folders: { added: 1 }, damage: [] });
    const found = [...(await entitiesOf(fresh)).values()];
    const [made, note] = [
      found.find(({ kind }) => kind === "folder"),
      found.find((each) => each.kind === "note" && each.title === "Poison"),
    ];
    expect(note).toMatchObject({ createdAt: 1, mtime: 253_402_300_799_999, folderId: made?.id, pinnedFrom: made?.id, attIds: [] });
    expect(found.every(({ id }) => isEntityId(id))).toBe(true);
    const again = value(await restore(fresh, archive));
    expect([again.notes.added, again.folders.added]).toEqual([0, 0]);
  });

  it("gives untouched originals a name and the extension of their type", async () => {
    const archive = createMemoryArchive();
    const device = await aDevice([aNote({ id: "note-1", attIds: ["o1", "o2", "o3"] })]);
    device.attachments.bytesById.set("o1", Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 1, 2]));
    device.attachments.bytesById.set("o2", Uint8Array.from([...encode("RIFF1234WEBP"), 1]));
    device.attachments.bytesById.set("o3", Uint8Array.from([1, 2, 3]));
    value(await backUp(device, archive));
    const paths = [...archive.files.keys()].filter((path) => path.startsWith("attachments/"));
    expect(paths).toEqual(["attachments/o1/original.png", "attachments/o2/original.webp", "attachments/o3/o3"]);
    const fresh = await aDevice();
    value(await restore(fresh, archive));
    expect(fresh.attachments.bytesById).toEqual(device.attachments.bytesById);
  });

  it("includes the untouched original of an image, which is known by id only", async () => {
    const archive = createMemoryArchive();
    const device = await aDevice([aNote({ id: "note-1", attIds: ["original-1"] })]);
    device.attachments.bytesById.set("original-1", Uint8Array.from([1, 2, 3]));
    value(await backUp(device, archive));
    const fresh = await aDevice();
    value(await restore(fresh, archive));
    expect(fresh.attachments.bytesById).toEqual(device.attachments.bytesById);
  });

  it("writes irreplaceable parts first, so that a truncated file still has them", async () => {
    const archive = createMemoryArchive();
    const opened: string[] = [];
    const watch = (open: typeof archive.writer.open) => (path: string) => {
      opened.push(path);
      return open(path);
    };
    const { open, openText, openInPlace, add } = archive.writer;
    const writer = { open: watch(open), openText: watch(openText), openInPlace: watch(openInPlace), add };
    const device = await aDevice([aFolder({}), aNote({ id: "note-1", attIds: ["file-1"] })]);
    device.attachments.bytesById.set("file-1", Uint8Array.from([1]));
    value(await backUp(device, { ...archive, writer }));
    const positions = ["folders.json", "notes.json", "attachments/file-1/file-1", "attachments.json"].map((path) => opened.indexOf(path));
    expect(JSON.parse(new TextDecoder().decode(archive.files.get("metadata.json")))).toEqual({
      version: "1.0",
      timestamp: "2026-01-01T00:00:00.000Z",
      appName: "Satchel",
      totalNotes: 1,
      totalFolders: 1,
      totalAttachments: 1,
    });
    expect(positions).toEqual([...positions].sort((one, other) => one - other));
    expect(positions).not.toContain(-1);
  });

  it("does not give a folder the name of a file beside it", async () => {
    const archive = createMemoryArchive();
    const folders = ["index.html", "Pages.css"].map((name, at) => aFolder({ id: `folder-${at}`, name }));
    const notes = folders.map(({ id }) => aNote({ id: `note-${id}`, title: "Note", folderId: id }));
    value(await backUp(await aDevice([...folders, ...notes]), archive));
    const paths = [...archive.files.keys()].filter((path) => path.endsWith("/Note.html")).sort();
    expect(paths).toEqual(["readable/Pages.css (2)/Note.html", "readable/index.html (2)/Note.html"]);
  });

  it("reads a note without files once", async () => {
    const read: string[] = [];
    const notes = Array.from({ length: BACKUP.groupSize + 1 }, (_, at) => aNote({ id: `note-${at}` }));
    value(await backUp(await aDevice(notes), createMemoryArchive(), { onRead: (ids) => read.push(...ids) }));
    expect(read.toSorted()).toEqual(notes.map(({ id }) => id).toSorted());
  });

  it.each([
    ["once, where they are few", undefined, 1],
    ["again for restoring, where they are many", 100, 2],
  ])("reads a backup's notes %s", async (_, heldBytes, times) => {
    const notes = Array.from({ length: BACKUP.groupSize + 1 }, (_, at) => aNote({ id: `note-${at}` }));
    const archive = createMemoryArchive();
    value(await backUp(await aDevice(notes), archive));
    const [reader, opened, ids] = [archive.reader(), [] as string[], [] as string[]];
    const read: typeof reader.read = (path, take) => {
      opened.push(path);
      return reader.read(path, take);
    };
    const checks = { createDigest, createDecoder, isStopped: () => false, onRead: () => {} };
    const backup = value(
      await verifyBackup({ ...checks, archive: { ...reader, read }, ...(heldBytes === undefined ? {} : { heldBytes }) }),
    );
    const take = async (group: readonly { readonly id: string }[]) => ids.push(...group.map(({ id }) => id)) > 0;
    expect(await backup.eachNotes(take)).toEqual({ ok: true, value: undefined });
    expect(ids.toSorted()).toEqual(notes.map(({ id }) => id).toSorted());
    expect(opened.filter((path) => path === "notes.json")).toHaveLength(times);
    expect(await backup.eachNotes(async () => false)).toEqual({ ok: false, problem: { kind: "stopped" } });
  });

  it("keeps a sensitive note's files sealed and restores those of known folders", async () => {
    const archive = createMemoryArchive();
    const device = await aDevice([sensitiveNote("note-0", "ours", ["file-ours"]), sensitiveNote("note-1", "theirs", ["file-theirs"])]);
    device.attachments.bytesById.set("file-ours", fileSealedBy("ours", 1));
    device.attachments.bytesById.set("file-theirs", fileSealedBy("theirs", 2));
    expect(value(await backUp(device, archive))).toMatchObject({ attachments: 2, missing: [] });
    const fresh = await aDevice();
    expect(value(await restore(fresh, archive))).toMatchObject({ attachments: { added: 1, skipped: 0 }, locked: 1 });
    expect([...fresh.attachments.bytesById]).toEqual([["file-ours", fileSealedBy("ours", 1)]]);
  });

  it("names the folders whose password would restore the skipped notes", async () => {
    const archive = createMemoryArchive();
    const folder = {
      sid: "theirs",
      kdf: { alg: "argon2id", m: 65_536, t: 3, p: 1, salt: "AAECAwQFBgcICQoLDA0ODw" },
      spw: { iv: "AAAAAAAAAAAAAAAA", ct: "AAAA" },
    };
    const sensitive = [folder, { ...folder, sid: "ours" }, { ...folder, sid: "nobody's" }, null, { sid: "theirs" }];
    value(await backUp(await aDevice([sensitiveNote("note-0", "theirs", [])]), archive, { sensitive }));
    expect(value(await restore(await aDevice(), archive))).toMatchObject({ locked: 1, lockedFolders: [folder] });
  });

  it("leaves out an unencrypted file of a sensitive note and lists it as missing", async () => {
    const archive = createMemoryArchive();
    const device = await aDevice([sensitiveNote("note-1", "ours", ["file-stray"])]);
    device.attachments.bytesById.set("file-stray", Uint8Array.from([1, 2, 3]));
    expect(value(await backUp(device, archive))).toMatchObject({ attachments: 0, missing: [{ id: "file-stray" }] });
    expect([...archive.files.keys()].filter((path) => path.startsWith("attachments/"))).toEqual([]);
  });

  it("removes scripts, forms and handlers from readable pages", async () => {
    const archive = createMemoryArchive();
    const content = '<p onclick="x()">Text</p><script>x()</script><form action="https://example.org"></form>';
    value(await backUp(await aDevice([aNote({ title: "Odd", content })]), archive));
    const page = new TextDecoder().decode(archive.files.get("readable/No folder/Odd.html"));
    expect(page).toContain("<p>Text</p>");
    expect(page).not.toMatch(/onclick|<script|<form/);
  });

  it("writes a consistent backup while another tab edits, deletes, adds or restores", async () => {
    const count = BACKUP.groupSize * 2 + 10;
    const withFile = (at: number) => ({
      attIds: [`file-${at}`],
      attachments: [{ id: `file-${at}`, fileName: "a", mimeType: "a/b", sizeBytes: 3 }],
    });
    const noteOf = (at: number, title: string) => aNote({ id: `note-${at}`, title, ...(at % 50 === 0 ? withFile(at) : {}) });
    const change = fc.record({ at: fc.nat(count - 1), what: fc.constantFrom("edit", "attach", "delete", "add") });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(change, { maxLength: 12 }), { minLength: 1, maxLength: 8 }), async (turns) => {
        const device = await aDevice(Array.from({ length: count }, (_, at) => noteOf(at, "before")));
        for (let at = 0; at < count; at += 50) device.attachments.bytesById.set(`file-${at}`, Uint8Array.from([1, 2, 3]));
        let [turn, made] = [0, 0];
        const gone = new Set<string>();
        const onRead = async (): Promise<void> => {
          const changes = turns[turn] ?? [];
          turn += 1;
          const changed = changes.map(({ at, what }) => {
            made += 1;
            const note = { ...noteOf(at, "after"), vv: { dev: 1, other: made } };
            if (what === "delete") gone.add(note.id);
            if (what === "add") return aNote({ id: `note-new-${made}`, title: "added" });
            if (what === "attach") return { ...note, ...withFile(0) };
            return what === "delete" ? { ...note, alive: {} } : note;
          });
          value(await device.library.transact({}, () => ({ writes: { entities: changed }, answer: undefined }), "restore"));
        };
        const archive = createMemoryArchive();
        const totals = value(await backUp(device, archive, { onRead }));
        const backup = value(await verify(archive));
        expect(backup.damage).toEqual([]);
        expect([backup.noteCount, backup.attachments.length]).toEqual([totals.notes, totals.attachments]);
        const fresh = await aDevice();
        value(await restore(fresh, archive));
        const restored = new Map([...(await entitiesOf(fresh)).values()].map((each) => [each.id, each]));
        for (let at = 0; at < count; at += 1) {
          const found = restored.get(`note-${at}`);
          if (found === undefined) expect(gone.has(`note-${at}`)).toBe(true);
          else expect(found).toMatchObject({ title: expect.stringMatching(/^(?:before|after)$/) });
        }
      }),
      { numRuns: 20 },
    );
  });

  it("stops when canceled; a second restore completes a partial one", async () => {
    const notes = Array.from({ length: BACKUP.groupSize * 2 + 50 }, (_, at) => aNote({ id: `note-${at}`, title: `Note ${at}` }));
    const archive = createMemoryArchive();
    expect(await backUp(await aDevice(notes), createMemoryArchive(), { isStopped: () => true })).toEqual({
      ok: false,
      problem: { kind: "stopped" },
    });
    value(await backUp(await aDevice(notes), archive));
    const device = await aDevice();
    let asked = 0;
    const stopped = await restore(device, archive, () => ++asked > 2);
    const added = (await seen(device)).length;
    expect(stopped).toEqual({ ok: false, problem: { problem: { kind: "stopped" }, added: { notes: added, folders: 0, attachments: 0 } } });
    expect(added % BACKUP.groupSize).toBe(0);
    expect(added).toBeGreaterThan(0);
    expect(added).toBeLessThan(notes.length);
    expect(value(await restore(device, archive)).notes).toEqual({ added: notes.length - added, skipped: added });
  });
});

describe("B5 damaged and foreign backups", () => {
  const bytes = (content: unknown) => new TextEncoder().encode(typeof content === "string" ? content : JSON.stringify(content));
  const METADATA = { version: "1.0", timestamp: "", appName: "Satchel", totalNotes: 0, totalFolders: 0, totalAttachments: 0 };
  const NOTE = { id: "note-1", title: "", content: "", createdAt: 1, lastModified: 1 };
  const FOLDER = { id: "folder-1", name: "Recipes", createdAt: 1 };
  const FILE = { id: "file-1", fileName: "a", mimeType: "a/b", sizeBytes: 3, path: "attachments/a" };
  const EMPTY = { "notes.json": [], "folders.json": [], "attachments.json": [] };
  type Fake = Readonly<Record<string, unknown>>;

  /** A backup with correct totals and hashes, like one forged on purpose. */
  function vouchedFor(files: Fake): MemoryArchive {
    const count = (name: string) => (files[name] as readonly unknown[] | undefined)?.length ?? 0;
    const totals = { totalNotes: count("notes.json"), totalFolders: count("folders.json"), totalAttachments: count("attachments.json") };
    const all = Object.entries({ "metadata.json": { ...METADATA, ...totals }, ...files })
      .filter(([, content]) => content !== undefined)
      .map(([path, content]) => [path, bytes(content)] as const);
    const manifest = all.map(([path, content]) => {
      return { path, sha256: createHash("sha256").update(content).digest("hex"), sizeBytes: content.length };
    });
    return createMemoryArchive(new Map([...all, ["manifest.json", bytes({ files: manifest })]]));
  }

  it.each([
    ["no metadata", {}, "no-metadata"],
    ["another product's", { "metadata.json": { appName: "Joplin" } }, "not-ours"],
    ["a later version's", { "metadata.json": { ...METADATA, version: "2.0" } }, "other-version"],
    ["sealed", { "metadata.json": { ...METADATA, lock: {} } }, "sealed"],
    ["no JSON", { "metadata.json": "{" }, "damaged"],
    ["a way out of its folder", { "metadata.json": METADATA, "attachments/../../x": "" }, "damaged"],
    ["an absolute path", { "metadata.json": METADATA, "/etc/passwd": "" }, "damaged"],
  ])("%s", async (_name, files, kind) => {
    const archive = createMemoryArchive(new Map(Object.entries(files).map(([path, content]) => [path, bytes(content)])));
    expect(await verify(archive)).toMatchObject({ ok: false, problem: { kind } });
  });

  it("restores a backup in the spec's layout, without a manifest", async () => {
    const files = {
      "metadata.json": { ...METADATA, totalNotes: 1, totalFolders: 1, totalAttachments: 2 },
      "notes.json": [{ noteId: "note-1", title: "Milk", content: "<p>two</p>", folderId: "folder-1", createdAt: 1, modifiedTime: 2 }],
      "folders.json": [{ folderId: "folder-1", name: "Recipes", updatedAt: "2026-01-01T00:00:00Z" }],
      "attachments.json": [
        { id: "file-1", filename: "a.png", type: "image/png", size: 3 },
        { attachmentId: "file-2", name: "gone.pdf" },
      ],
      "attachments/file-1_a.png": "abc",
    };
    const archive = createMemoryArchive(new Map(Object.entries(files).map(([path, content]) => [path, bytes(content)])));
    const device = await aDevice();
    expect(value(await restore(device, archive))).toMatchObject({
      notes: { added: 1 },
      folders: { added: 1 },
      attachments: { added: 1 },
      damage: [{ kind: "file-missing", path: "attachments/file-2", name: "gone.pdf" }],
    });
    expect(device.attachments.bytesById).toEqual(new Map([["file-1", bytes("abc")]]));
    expect(await seen(device)).toMatchObject([{ id: "folder-1" }, { id: "note-1", folderId: "folder-1", mtime: 2 }]);
  });

  it("accepts a backup with only metadata as an empty one", async () => {
    const archive = createMemoryArchive(new Map([["metadata.json", bytes(METADATA)]]));
    expect(await verify(archive)).toMatchObject({ ok: true, value: { noteCount: 0, damage: [] } });
  });

  const SOUND = { ...EMPTY, "notes.json": [{ ...NOTE, id: "note-0" }] };

  it.each<[string, (files: Fake) => Fake, object]>([
    ["a note stands twice", (files) => ({ ...files, "notes.json": [NOTE, NOTE] }), { kind: "duplicate-record", name: "note-1" }],
    ["a folder stands twice", (files) => ({ ...files, "folders.json": [FOLDER, FOLDER] }), { kind: "duplicate-record", name: "Recipes" }],
    [
      "an attachment stands twice",
      (files) => ({ ...files, "attachments.json": [FILE, FILE], "attachments/a": "abc" }),
      { kind: "duplicate-record", name: "a" },
    ],
    [
      "an attachment's bytes are not in it",
      (files) => ({ ...files, "attachments.json": [FILE] }),
      { kind: "file-missing", path: "attachments/file-1", name: "a" },
    ],
    [
      "an attachment lies elsewhere",
      (files) => ({ ...files, "attachments.json": [{ ...FILE, path: "notes.json" }] }),
      { kind: "record-unreadable", path: "attachments.json", name: "a" },
    ],
    ...[undefined, null, ""].map((id): [string, (files: Fake) => Fake, object] => [
      `a note has no id: ${id}`,
      (files) => ({
        ...files,
        "notes.json": [
          { ...NOTE, id: "note-0" },
          { ...NOTE, id, title: "Poison" },
        ],
      }),
      { kind: "note-without-id", path: "notes.json", name: "Poison" },
    ]),
    ...["../../note", "poison.note.1", "a b", "x".repeat(129), "note-\u00e4"].map((id): [string, (files: Fake) => Fake, object] => [
      `a note's id is one that no envelope may carry: ${id.slice(0, 20)}`,
      (files) => ({
        ...files,
        "notes.json": [
          { ...NOTE, id: "note-0" },
          { ...NOTE, id, title: "Poison" },
        ],
      }),
      { kind: "record-unreadable", path: "notes.json", name: "Poison" },
    ]),
    ...[1e17, -1, "never", Number.NaN].map((lastModified): [string, (files: Fake) => Fake, object] => [
      `a note's times cannot be: ${lastModified}`,
      (files) => ({
        ...files,
        "notes.json": [
          { ...NOTE, id: "note-0" },
          { ...NOTE, lastModified, createdAt: lastModified },
        ],
      }),
      { kind: "record-unreadable", path: "notes.json", name: "note-1" },
    ]),
    [
      "it has more versions of a note than a run may have",
      (files) => ({
        ...files,
        "history.json": [
          { id: "one", noteId: "note-1", run: { first: { title: "Plan" }, next: Array.from({ length: 2500 }, () => ({})) } },
        ],
      }),
      { kind: "versions-unreadable", path: "history.json", name: "Plan" },
    ],
    [
      "it has fewer notes than it says",
      (files) => ({ ...files, "metadata.json": { ...METADATA, totalNotes: 1_000_000_000 } }),
      { kind: "other-count", expected: 1_000_000_000, found: 1 },
    ],
    [
      "it has more notes than it says",
      (files) => ({ ...files, "metadata.json": METADATA }),
      { kind: "other-count", expected: 0, found: 1 },
    ],
    [
      "a list is missing",
      (files) => ({ ...files, "folders.json": undefined, "metadata.json": { ...METADATA, totalNotes: 1, totalFolders: 2 } }),
      { kind: "file-missing", path: "folders.json" },
    ],
    ["a file would climb out of its folder", (files) => ({ ...files, "attachments/../../x": "" }), { kind: "file-refused" }],
  ])("restores the rest of a forged backup and lists the damage: %s", async (_name, change, damage) => {
    expect(await verify(vouchedFor(SOUND))).toMatchObject({ ok: true, value: { damage: [] } });
    const verified = value(await verify(vouchedFor(change(SOUND))));
    expect(verified.damage).toEqual([expect.objectContaining(damage)]);
    expect(verified.noteCount).toBe(1);
  });

  it("accepts an attachment of the maximum sealed size", async () => {
    const archive = vouchedFor({ ...SOUND, "attachments.json": [FILE], "attachments/a": "abc" });
    const { files, ...reader } = archive.reader();
    const grown = files.map((file) => (file.path === FILE.path ? { ...file, sizeBytes: Math.ceil(IMAGE.maxBytes * 1.12) } : file));
    const verified = value(await verify({ ...archive, reader: () => ({ ...reader, files: grown }) }));
    expect(verified).toMatchObject({ attachments: [{ id: FILE.id }], damage: [] });
  });

  it("does not load an attachment that exceeds the maximum size", async () => {
    const archive = vouchedFor({ ...SOUND, "attachments.json": [FILE], "attachments/a": "abc" });
    const { files, ...reader } = archive.reader();
    const grown = files.map((file) => (file.path === FILE.path ? { ...file, sizeBytes: 2_147_483_648 } : file));
    const read: string[] = [];
    const watched: typeof reader.read = (path, take) => {
      read.push(path);
      return reader.read(path, take);
    };
    const verified = value(await verify({ ...archive, reader: () => ({ ...reader, files: grown, read: watched }) }));
    expect(verified).toMatchObject({ attachments: [], noteCount: 1, damage: [{ kind: "file-too-large", path: FILE.path, name: "a" }] });
    expect(read).not.toContain(FILE.path);
  });

  it("rejects a backup whose metadata exceeds the size limit", async () => {
    const { files, ...reader } = vouchedFor(EMPTY).reader();
    const grown = files.map((file) => ({ ...file, sizeBytes: BACKUP.maxSmallFileBytes + 1 }));
    const archive = { ...createMemoryArchive(), reader: () => ({ ...reader, files: grown }) };
    expect(await verify(archive)).toEqual({ ok: false, problem: { kind: "too-large" } });
  });

  it("restores everything that one changed byte, missing or cut file leaves intact", async () => {
    const source = await aDevice([
      aFolder({}),
      aNote({ id: "note-1", title: "One" }),
      aNote({ id: "note-2", title: "Two", attachments: [{ id: "file-1", fileName: "a", mimeType: "a/b", sizeBytes: 3 }] }),
    ]);
    source.attachments.bytesById.set("file-1", Uint8Array.from([1, 2, 3]));
    const whole = createMemoryArchive();
    value(await backUp(source, whole));
    const there = await seen(source);
    const needed = [...whole.files.keys()].filter((path) => !path.startsWith("readable/"));
    expect(needed).toHaveLength(6);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...needed),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        fc.constantFrom("flip", "cut", "remove"),
        async (path, at, flip, how) => {
          const files = new Map([...whole.files].map(([name, content]) => [name, content.slice()]));
          const changed = files.get(path) as Uint8Array;
          if (how === "flip") changed[at % changed.length] = (changed[at % changed.length] as number) ^ flip;
          if (how === "cut") files.set(path, changed.slice(0, at % changed.length));
          if (how === "remove") files.delete(path);
          const fresh = await aDevice();
          const verified = await verify(createMemoryArchive(files));
          if (!verified.ok) {
            expect(path).toBe("metadata.json");
            expect(["damaged", "no-metadata", "not-ours", "other-version", "sealed"]).toContain(verified.problem.kind);
            return;
          }
          const restored = value(await restore(fresh, createMemoryArchive(files)));
          const found = await seen(fresh);
          // These files are only compared with the others, so changed white space may go unnoticed.
          if (path === "metadata.json" || path === "manifest.json") {
            expect(found).toEqual(there);
            return;
          }
          expect(restored.damage.length).toBeGreaterThan(0);
          if (path !== "notes.json" && path !== "folders.json") expect(found).toEqual(there);
          if (path === "notes.json") expect(found).toContainEqual(there.find((each) => (each as Entity).kind === "folder"));
          if (path === "folders.json")
            expect(found.map((each) => (each as Entity).id)).toEqual(expect.arrayContaining(["note-1", "note-2"]));
          const hasFile = fresh.attachments.bytesById.get("file-1");
          if (path.startsWith("attachments/")) expect(hasFile).toBeUndefined();
          else expect(hasFile).toEqual(Uint8Array.from([1, 2, 3]));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("reports exactly what was added before a restore failed", async () => {
    const device = await aDevice([aFolder({}), aNote({ id: "note-1", attIds: ["file-1"] })]);
    device.attachments.bytesById.set("file-1", Uint8Array.from([1]));
    const archive = createMemoryArchive();
    value(await backUp(device, archive));
    const fresh = await aDevice();
    fresh.attachments.put = async () => ({ ok: false, problem: { kind: "storage-full" } }) as never;
    expect(await restore(fresh, archive)).toEqual({
      ok: false,
      problem: { problem: { kind: "storage-full" }, added: { notes: 0, folders: 1, attachments: 0 } },
    });
  });

  it("maps the folder that a pinned note returns to", async () => {
    const archive = createMemoryArchive();
    const pinned = aFolder({ id: "folder-pinned-a", name: "Pinned", folderType: "PINNED", isDefault: true });
    const recipes = aFolder({ id: "folder-r", name: "Recipes" });
    const notes = [
      aNote({ id: "note-1", folderId: pinned.id, pinnedFrom: recipes.id }),
      aNote({ id: "note-2", folderId: pinned.id, pinnedFrom: null }),
      aNote({ id: "note-3", folderId: null }),
    ];
    value(await backUp(await aDevice([pinned, recipes, ...notes]), archive));
    const device = await aDevice([{ ...recipes, id: "folder-here" }]);
    value(await restore(device, archive));
    const after = await entitiesOf(device);
    expect(after.get("note-1")).toMatchObject({ pinnedFrom: "folder-here" });
    expect(after.get("note-2")).toMatchObject({ pinnedFrom: null });
    expect(after.get("note-3")).not.toHaveProperty("pinnedFrom");
  });

  it("maps merged folders of an earlier backup to the folder that replaced them", async () => {
    const archive = createMemoryArchive();
    const pinned = aFolder({ id: "folder-pinned-a", name: "Pinned", folderType: "PINNED", isDefault: true });
    const recipes = aFolder({ id: "folder-r", name: "Recipes" });
    const notes = [
      aNote({ id: "note-1", folderId: "folder-pinned-b", pinnedFrom: "folder-merged" }),
      aNote({ id: "note-2", folderId: "folder-merged" }),
    ];
    value(await backUp(await aDevice([pinned, recipes, ...notes]), archive));
    const fresh = await aDevice();
    value(await restore(fresh, archive));
    expect((await entitiesOf(fresh)).get("note-1")).toMatchObject({ folderId: pinned.id, pinnedFrom: null });
    const merged = aFolder({ id: "folder-merged", name: "recipes", alive: {}, mergedInto: "folder-here" });
    const device = await aDevice([{ ...recipes, id: "folder-here" }, merged]);
    value(await restore(device, archive));
    const after = await entitiesOf(device);
    expect(after.get("note-1")).toMatchObject({ folderId: pinned.id, pinnedFrom: "folder-here" });
    expect(after.get("note-2")).toMatchObject({ folderId: "folder-here" });
  });

  it("maps a folder that has been merged since to the merged folder", async () => {
    const archive = createMemoryArchive();
    const folder = aFolder({ id: "folder-old", name: "Recipes" });
    value(await backUp(await aDevice([folder, aNote({ id: "note-1", folderId: folder.id })]), archive));
    const renamed = aFolder({ id: "folder-here", name: "Cooking" });
    const device = await aDevice([renamed, { ...folder, alive: {}, mergedInto: renamed.id }]);
    expect(value(await restore(device, archive)).folders).toEqual({ added: 0, skipped: 1 });
    expect((await entitiesOf(device)).get("note-1")).toMatchObject({ folderId: renamed.id });
  });

  it("keeps notes in their folder here if the backup lost it", async () => {
    const archive = createMemoryArchive();
    const recipes = aFolder({ id: "folder-r", name: "Recipes" });
    value(await backUp(await aDevice([recipes, aNote({ id: "note-1", folderId: recipes.id })]), archive));
    archive.files.delete("folders.json");
    const device = await aDevice([recipes]);
    expect(value(await restore(device, archive)).damage).toEqual([{ kind: "file-missing", path: "folders.json" }]);
    expect((await entitiesOf(device)).get("note-1")).toMatchObject({ folderId: "folder-r" });
  });
});

it("B9 puts the time into the file name", () => {
  expect(backupFileName(Date.UTC(2026, 10, 22, 9, 5, 1, 7))).toBe("Satchel-backup-2026-11-22T09-05-01-007Z.zip");
});
