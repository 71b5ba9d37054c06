// @vitest-environment node
/** The archive worker reads backups that were truncated, changed anywhere, or made to do harm. Decision 0011. */
import type { BackupNote } from "@satchel/core/model/backup/backup-format.ts";
import { ok } from "@satchel/core/model/result.ts";
import type { BackupContent, OpenedBackup } from "@satchel/core/ports/transfer/backup-archives.ts";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { createArchives } from "./create-archives.ts";
import { createBlobSource } from "./format/byte-source.ts";
import { value } from "./testing/random-library.node.ts";
import { startArchiveApi } from "./testing/start-archive-api.node.ts";
import { readDirectoryEntries } from "./zip/slim-directory.ts";
import { createZipWriter } from "./zip/zip-writer.ts";

const LABELS = { heading: "Notes", untitled: "Untitled Note", noFolder: "No folder", lastModified: "Last modified", backToIndex: "All" };
const NOW_MS = Date.UTC(2026, 10, 22);
const PASSWORD = "of this file";
const WATCH = { onProgress: () => undefined, stop: { isStopped: false, onStop: () => undefined } };
const FILE_BYTES = 3000;

const fileOf = (at: number) =>
  Uint8Array.from({ length: FILE_BYTES }, (_, position) => (position * position * (at + 3) + (position >> 3)) % 251);
const NOTES: readonly BackupNote[] = Array.from({ length: 40 }, (_, at) => {
  const attachments = at % 4 === 0 ? [{ id: `-file-${at}`, fileName: `${at}.bin`, mimeType: "a/b", sizeBytes: FILE_BYTES }] : [];
  const words = Array.from({ length: 40 }, (_word, position) => `word${(position * 7919 * (at + 1)) % 9973}`).join(" ");
  const times = { createdAt: at + 1, lastModified: at + 2 };
  const position = { folderId: null, isEncrypted: false, attachments, attIds: attachments.map(({ id }) => id) };
  return { id: `note-${at}-a`, title: `Note ${at}`, content: `<p>${words}</p>`, ...times, ...position };
});
const byId = new Map(NOTES.map((note) => [note.id, note]));
const filesById = new Map(NOTES.flatMap(({ attIds }, at) => attIds.map((id) => [id, fileOf(at)] as const)));

const CONTENT: BackupContent = {
  noteGroups: [NOTES.map(({ id }) => id)],
  folders: [],
  sensitive: [],
  readNotes: async (ids) => ok(ids.flatMap((id) => byId.get(id) ?? [])),
  attachments: {
    async read(id) {
      const bytes = filesById.get(id);
      return (
        bytes &&
        (async function* () {
          yield bytes;
        })()
      );
    },
    readSealed: async () => undefined,
  },
};

let saved = new Blob();
/** Errors that the worker threw instead of returning a problem. */
const thrown: unknown[] = [];
const archives = createArchives({
  start() {
    const worker = startArchiveApi();
    const handleMessage = ({ data }: MessageEvent<{ readonly kind: string }>) => data.kind === "broken" && thrown.push(data);
    worker.addEventListener("message", handleMessage as never);
    return worker;
  },
  saveBlob: (_name, blob) => {
    saved = blob;
  },
});

async function write(password: string | undefined): Promise<Uint8Array<ArrayBuffer>> {
  value(await archives.write(CONTENT, { fileName: "x.zip", nowMs: NOW_MS, labels: LABELS, password }, WATCH)).save();
  return new Uint8Array(await saved.arrayBuffer());
}

type Read = {
  readonly notes: readonly BackupNote[];
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly damage: OpenedBackup["damage"];
};

/** Returns undefined if the whole backup was rejected. */
async function read(bytes: Uint8Array<ArrayBuffer>, password?: string): Promise<Read | undefined> {
  const opened = await archives.open(new File([bytes], "x.zip"), password, WATCH);
  expect(thrown).toEqual([]);
  if (!opened.ok) return undefined;
  const notes: BackupNote[] = [];
  const take = async (group: readonly BackupNote[]) => {
    notes.push(...group);
    return true;
  };
  value(await opened.value.eachNotes(take));
  const files = new Map<string, Uint8Array>();
  for (const attachment of opened.value.attachments) files.set(attachment.id, value(await opened.value.readAttachment(attachment)));
  opened.value.close();
  return { notes, files, damage: opened.value.damage };
}

/** Checks that everything read is unchanged, and that everything missing is listed. */
function expectSound({ notes, files, damage }: Read): void {
  for (const note of notes) expect(note).toEqual(byId.get(note.id));
  for (const [id, bytes] of files) expect(bytes).toEqual(filesById.get(id));
  if (notes.length < NOTES.length || files.size < filesById.size) expect(damage.length).toBeGreaterThan(0);
}

describe.each([
  ["in clear", undefined, 1],
  ["under a password", PASSWORD, 10],
])("decision 0011: a backup %s", (_name, password, stepPercent) => {
  let whole: Uint8Array<ArrayBuffer>;
  beforeAll(async () => {
    whole = await write(password);
  });
  const percentages = Array.from({ length: 100 / stepPercent }, (_, at) => at * stepPercent);

  it("returns everything before a truncation, at every step of its length", async () => {
    let most = -1;
    for (const percent of percentages) {
      const found = await read(whole.slice(0, Math.floor((whole.length * percent) / 100)), password);
      if (found === undefined) {
        expect(most, `${percent} %`).toBe(-1);
        continue;
      }
      expectSound(found);
      expect(found.damage).toContainEqual({ kind: "archive-damaged", path: "" });
      // A longer prefix never yields less.
      expect(found.notes.length + found.files.size).toBeGreaterThanOrEqual(most);
      most = found.notes.length + found.files.size;
    }
    if (password === undefined) expect(most).toBe(NOTES.length + filesById.size);
  });

  it.skipIf(password !== undefined)("returns every note if the damage is elsewhere, or reports damaged notes", async () => {
    const entries = (await readDirectoryEntries(createBlobSource(new Blob([whole])))) ?? [];
    const at = entries.findIndex(({ path }) => path === "notes.json");
    const [from, to] = [entries[at]?.offset ?? 0, entries[at + 1]?.offset ?? 0];
    const position = fc.oneof(
      fc.nat(whole.length - 1),
      fc.integer({ min: from, max: to }),
      fc.integer({ min: whole.length - 400, max: whole.length - 1 }),
    );
    await fc.assert(
      fc.asyncProperty(position, position, fc.constantFrom("flip", "zeros", "cut"), async (one, other, how) => {
        const changed = whole.slice(0, how === "cut" ? other : undefined);
        changed[one] = (changed[one] as number) ^ 0x55;
        if (how === "flip") changed[other] = (changed[other] as number) ^ 0xaa;
        if (how === "zeros") changed.fill(0, other, other + 600);
        const isIn = (position: number, length: number) => position < to && position + length > from;
        const isTouched = isIn(one, 1) || (how === "cut" ? other < to : isIn(other, how === "zeros" ? 600 : 1));
        const found = await read(changed);
        const count = found?.notes.length ?? -1;
        if (!isTouched) expect(count).toBe(NOTES.length);
        const reported = found?.damage.some(
          ({ kind, path }) => path === "notes.json" && (kind === "other-count" || kind === "file-missing"),
        );
        if (count === 0 && !found?.damage.some(({ path }) => path === "metadata.json")) expect(reported).toBe(true);
      }),
      {
        numRuns: 60,
        examples: [
          [whole.length - 54, whole.length - 400, "flip"],
          [whole.length - 94, whole.length - 400, "flip"],
          [whole.length - 10_833, whole.length - 400, "zeros"],
          [0, whole.length - 18, "zeros"],
        ],
      },
    );
  });

  it("returns everything but the changed byte's file, wherever that byte is", async () => {
    let refused = 0;
    for (const percent of percentages) {
      const changed = whole.slice();
      const at = Math.floor((whole.length * (percent + 0.5)) / 100);
      changed[at] = (changed[at] as number) ^ 0x55;
      const found = await read(changed, password);
      refused += found === undefined ? 1 : 0;
      if (found === undefined) continue;
      const isListed = found.damage.some(({ path }) => path === "notes.json" || path === "");
      expectSound(isListed ? { ...found, notes: found.notes.filter((note) => note.content === byId.get(note.id)?.content) } : found);
    }
    // Under a password, one changed byte breaks its whole sealed piece.
    if (password === undefined) expect(refused).toBe(0);
  });
});

async function zipOf(files: readonly (readonly [path: string, content: Uint8Array | string])[]): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const sink = { write: async (bytes: Uint8Array<ArrayBuffer>) => ok(void parts.push(bytes)) };
  const zip = createZipWriter(sink, NOW_MS);
  for (const [path, content] of files) {
    const file = await zip.open(path);
    value(await file.write(typeof content === "string" ? new TextEncoder().encode(content) : content));
    value(await file.close());
  }
  value(await zip.end());
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

describe("decision 0011: a zip that was made to do harm", () => {
  const METADATA = JSON.stringify({
    version: "1.0",
    timestamp: "",
    appName: "Satchel",
    totalNotes: 1,
    totalFolders: 0,
    totalAttachments: 0,
  });
  const notes = (title: string) => JSON.stringify([{ ...NOTES[1], title }]);

  it("takes one of two files with the same path, and lists the duplicate", async () => {
    const found = await read(
      await zipOf([
        ["metadata.json", METADATA],
        ["notes.json", notes("first")],
        ["notes.json", notes("second")],
      ]),
    );
    expect(found?.notes.map(({ title }) => title)).toEqual(["second"]);
    expect(found?.damage).toEqual([{ kind: "duplicate-file", path: "notes.json" }]);
  });

  it.each([
    ["smaller", 10],
    ["larger", 5_000_000],
  ])("rejects content beyond a declared size that is %s than the file, and lists it", async (_name, reported) => {
    const zip = await zipOf([
      ["metadata.json", METADATA],
      ["notes.json", notes("first")],
      ["attachments/-file-0/a.bin", fileOf(0)],
    ]);
    const view = new DataView(zip.buffer);
    const at = zip.length - 22 - 46 - "attachments/-file-0/a.bin".length;
    expect(view.getUint32(at, true)).toBe(0x02014b50);
    view.setUint32(at + 24, reported, true);
    const found = await read(zip);
    expect(found?.notes).toHaveLength(1);
    expect(found?.files.size).toBe(0);
    expect(found?.damage).toContainEqual({ kind: "file-damaged", path: "attachments/-file-0/a.bin", name: "a.bin" });
  });

  it("skips a file that unpacks to gigabytes, and takes the rest", async () => {
    const zeros = new Uint8Array(70_000_000);
    const found = await read(
      await zipOf([
        ["metadata.json", METADATA],
        ["notes.json", notes("first")],
        ["attachments/-file-0/a.bin", zeros],
        ["attachments/-file-4/b.bin", fileOf(4)],
      ]),
    );
    expect(found?.notes).toHaveLength(1);
    expect([...(found?.files.keys() ?? [])]).toEqual(["-file-4"]);
    expect(found?.damage).toContainEqual({ kind: "file-too-large", path: "attachments/-file-0/a.bin", name: "a.bin" });
  });

  it("survives a cut or a changed byte at any position of a small zip", async () => {
    const zip = await zipOf([
      ["metadata.json", METADATA],
      ["notes.json", JSON.stringify(NOTES.slice(0, 2).map((note) => ({ ...note, content: "<p></p>" })))],
      ["attachments/-file-0/0.bin", fileOf(0).slice(0, 40)],
    ]);
    for (let at = 0; at < zip.length; at += 1) {
      const changed = zip.slice();
      changed[at] = (changed[at] as number) ^ 0x81;
      for (const [bytes, isCut] of [[zip.slice(0, at), true] as const, [changed, false] as const]) {
        const opened = await archives.open(new File([bytes], "x.zip"), undefined, WATCH);
        expect(thrown).toEqual([]);
        if (!opened.ok) continue;
        opened.value.close();
        const { attachments, damage, noteCount } = opened.value;
        if (isCut) expect(damage.length, `${at}`).toBeGreaterThan(0);
        if (noteCount < 2 || attachments.length < 1) expect(damage.length, `${at}`).toBeGreaterThan(0);
      }
    }
  });

  it("reads each byte once although entries overlap", async () => {
    const zip = await zipOf([
      ["metadata.json", METADATA],
      ["notes.json", notes("first")],
      ["attachments/-file-0/a.bin", fileOf(0)],
      ["attachments/-file-4/a.bin", fileOf(4)],
    ]);
    const view = new DataView(zip.buffer);
    const nameBytes = "attachments/-file-0/a.bin".length;
    const last = zip.length - 22 - 46 - nameBytes;
    const other = last - 46 - nameBytes;
    view.setUint32(last + 42, view.getUint32(other + 42, true), true);
    for (const position of [16, 20, 24]) view.setUint32(last + position, view.getUint32(other + position, true), true);
    const found = await read(zip);
    expect(found?.notes).toHaveLength(1);
    for (const bytes of found?.files.values() ?? []) expect([fileOf(0), fileOf(4)]).toContainEqual(bytes);
    expect(found?.damage.length).toBeGreaterThan(0);
  });
});
