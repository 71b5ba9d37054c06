// @vitest-environment node
/**
 * Damages backups of random libraries anywhere: checks which notes come back, what is reported about the others, and that no note is
 * altered. Decision 0011.
 */

import { readAnyNote } from "@satchel/core/document/html/canonical-html.ts";
import { canonicalHtml } from "@satchel/core/document/testing/random-html.ts";
import type { BackupDamage } from "@satchel/core/model/backup/backup-damage.ts";
import type { BackupNote } from "@satchel/core/model/backup/backup-format.ts";
import type { Folder } from "@satchel/core/model/entities/folder.ts";
import { ok } from "@satchel/core/model/result.ts";
import type { BackupContent } from "@satchel/core/ports/transfer/backup-archives.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { damageReport } from "../../text/transfer/backup-damage.ts";
import { createArchives } from "./create-archives.ts";
import { createBlobSource } from "./format/byte-source.ts";
import { patience, runs, value } from "./testing/random-library.node.ts";
import { startArchiveApi } from "./testing/start-archive-api.node.ts";
import { readDirectoryEntries } from "./zip/slim-directory.ts";

const WORDS = { heading: "Notes", untitled: "Untitled Note", noFolder: "No folder", lastModified: "Last modified", backToIndex: "All" };
const WATCH = { onProgress: () => undefined, stop: { isStopped: false, onStop: () => undefined } };
const FOLDER = { folderId: "folder-1", name: "Work · home", description: "", color: "#FFD700", folderType: "CUSTOM" } as const;
const FOLDERS: readonly Folder[] = [{ ...FOLDER, displayOrder: 9, isDefault: false, createdAt: 1, lastModified: 2 } as Folder];

type GeneratedNote = {
  readonly title: string;
  readonly content: string;
  readonly words: number;
  readonly isSealed: boolean;
  readonly isIn: boolean;
};
const generated: fc.Arbitrary<GeneratedNote> = fc.record({
  title: fc.oneof(fc.constantFrom("Plan", "plan", "Tea & <milk>", ""), fc.string({ maxLength: 30 })),
  content: canonicalHtml.filter((html) => !html.includes("data-")),
  words: fc.integer({ min: 0, max: 600 }),
  isSealed: fc.boolean(),
  isIn: fc.boolean(),
});
const libraries = fc.array(generated, { minLength: 20, maxLength: 90 }).map((notes) => notes.map(toNote));

/** The text is different in each note and does not compress to almost nothing. */
function toNote({ title, content, words, isSealed, isIn }: GeneratedNote, at: number): BackupNote {
  const text = Array.from({ length: words }, (_, index) => ((index + 1) * 7919 * (at + 3)) % 99_991).join(" ");
  const values = { folderId: isIn ? "folder-1" : null, createdAt: at + 1, lastModified: at * 1000, attachments: [], attIds: [] };
  if (isSealed && at % 3 === 0)
    return { id: `note-${at}`, title: "", content: "", isEncrypted: true, ...values, sealed: `{"t":"${text}"}` };
  return { id: `note-${at}`, title, content: `${content}<p>${text}</p>`, isEncrypted: false, ...values };
}

function contentOf(notes: readonly BackupNote[]): BackupContent {
  const byId = new Map(notes.map((note) => [note.id, note]));
  return {
    noteGroups: [notes.map(({ id }) => id)],
    folders: FOLDERS,
    sensitive: [],
    readNotes: async (ids) => ok(ids.flatMap((id) => byId.get(id) ?? [])),
    attachments: { read: async () => undefined, readSealed: async () => undefined },
  };
}

let saved = new Blob();
const archives = createArchives({
  start: startArchiveApi,
  saveBlob: (_name, blob) => {
    saved = blob;
  },
});

async function write(notes: readonly BackupNote[], password?: string): Promise<Uint8Array<ArrayBuffer>> {
  value(await archives.write(contentOf(notes), { fileName: "x.zip", nowMs: 0, labels: WORDS, password }, WATCH)).save();
  return new Uint8Array(await saved.arrayBuffer());
}

type Read = { readonly notes: readonly BackupNote[]; readonly damage: readonly BackupDamage[] };

async function read(bytes: Uint8Array<ArrayBuffer>, password?: string): Promise<Read | undefined> {
  const opened = await archives.open(new File([bytes], "x.zip"), password, WATCH);
  if (!opened.ok) return undefined;
  const notes: BackupNote[] = [];
  value(
    await opened.value.eachNotes(async (group) => {
      notes.push(...group);
      return true;
    }),
  );
  expect(opened.value.noteCount).toBe(notes.length);
  opened.value.close();
  return { notes, damage: opened.value.damage };
}

type Extent = { readonly from: number; readonly to: number };
const overlap = (one: Extent, other: Extent) => one.from < other.to && other.from < one.to;

/** Byte ranges of the files, by path; the last one ends at the directory. */
async function extentsOf(whole: Uint8Array<ArrayBuffer>): Promise<ReadonlyMap<string, Extent>> {
  const entries = [...((await readDirectoryEntries(createBlobSource(new Blob([whole])))) ?? [])].sort(
    (one, other) => one.offset - other.offset,
  );
  const end = new DataView(whole.buffer).getUint32(whole.length - 6, true);
  return new Map(entries.map(({ path, offset }, at) => [path, { from: offset, to: entries[at + 1]?.offset ?? end }]));
}

/** Paths of the pages by note id, in the order in which write-pages-service.ts assigns the names. */
async function pagesOf(whole: Uint8Array<ArrayBuffer>, paths: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const extents = await extentsOf(whole);
  const pages = new Map<string, string>();
  for (const path of paths) {
    const { from, to } = extents.get(path) as Extent;
    const text = new TextDecoder().decode(whole.subarray(from, to));
    const id = /&quot;id&quot;:&quot;(note-\d+)&quot;/.exec(text)?.[1];
    if (path.endsWith(".html") && id !== undefined) pages.set(id, path);
  }
  return pages;
}

const damages = fc.array(
  fc.record({
    where: fc.oneof(
      fc.record({ in: fc.constant("notes.json" as const), share: fc.constantFrom(0, 0.01, 0.1, 0.5, 0.9, 0.999) }),
      fc.record({ in: fc.constant("file" as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
    ),
    how: fc.constantFrom("flip" as const, "zeros" as const, "cut" as const),
    length: fc.integer({ min: 1, max: 3000 }),
  }),
  { minLength: 1, maxLength: 3 },
);

/** Damages `bytes` within a range and returns the range that was touched. */
function damage(bytes: Uint8Array<ArrayBuffer>, within: Extent, how: "flip" | "zeros" | "cut", share: number, length: number) {
  const at = Math.min(within.to - 1, Math.floor(within.from + (within.to - within.from) * share));
  if (how === "flip") {
    bytes[at] = (bytes[at] as number) ^ 0x55;
    return { bytes, touched: { from: at, to: at + 1 } };
  }
  if (how === "zeros") {
    bytes.fill(0, at, at + length);
    return { bytes, touched: { from: at, to: at + length } };
  }
  return { bytes: bytes.slice(0, at), touched: { from: at, to: Number.POSITIVE_INFINITY } };
}

/** A note recovered from a page has the page's canonical HTML. */
function expectSame(got: BackupNote, note: BackupNote): void {
  expect({ ...got, content: "" }).toEqual({ ...note, content: "" });
  if (got.content !== note.content) expect(got.content).toBe(readAnyNote(note.content).content);
}

describe("decision 0011: a damaged backup", () => {
  it(
    "returns every untouched note unchanged, counts and lists the others",
    async () => {
      await fc.assert(
        fc.asyncProperty(libraries, damages, async (notes, asked) => {
          const whole = await write(notes);
          const extents = await extentsOf(whole);
          const list = extents.get("notes.json") as Extent;
          const pages = await pagesOf(whole, extents.keys());
          let bytes = whole.slice();
          const touched: Extent[] = [];
          for (const { where, how, length } of asked) {
            const done = damage(bytes, where.in === "file" ? { from: 0, to: bytes.length } : list, how, where.share, length);
            bytes = done.bytes;
            touched.push(done.touched);
          }
          const isTouched = (extent: Extent | undefined) => extent !== undefined && touched.some((one) => overlap(one, extent));
          const found = await read(bytes);
          const metadata = extents.get("metadata.json") as Extent;
          if (found === undefined) {
            expect(isTouched(list) && isTouched(metadata)).toBe(true);
            return;
          }
          const foundById = new Map(found.notes.map((note) => [note.id, note]));
          expect(foundById.size).toBe(found.notes.length);
          let missing = 0;
          for (const note of notes) {
            const got = foundById.get(note.id);
            const page = extents.get(pages.get(note.id) ?? "");
            if (got === undefined) missing += 1;
            // For a sensitive note, the seal proves whether it is unchanged.
            if (got !== undefined && note.sealed === undefined && !isTouched(page)) expectSame(got, note);
            if (got === undefined) expect(isTouched(list) && (note.sealed !== undefined || isTouched(page)), note.id).toBe(true);
          }
          const lost = found.damage.filter(({ kind }) => kind === "note-lost").length;
          const isCounted = found.damage.some((entry) => entry.kind === "other-count" && entry.path === "notes.json");
          const isMetadataLost = found.damage.some(({ path }) => path === "metadata.json");
          if (missing !== lost && !isMetadataLost) expect(isCounted).toBe(true);
          if (missing > 0) expect(found.damage.length).toBeGreaterThan(0);
          if (damageReport(found.damage).named) expect(lost).toBe(missing);
        }),
        runs(20),
      );
    },
    2 * patience(),
  );

  it(
    "returns every note whose list or page is outside the damaged sealed piece",
    async () => {
      const generated = { content: "", words: 9000, isSealed: false, isIn: false };
      const notes = Array.from({ length: 40 }, (_, at) => toNote({ ...generated, title: `Note ${at}` }, at));
      const whole = await write(notes, "of this file");
      expect(whole.length).toBeGreaterThan(2_200_000);
      for (const share of [0.002, 0.5, 0.995]) {
        const changed = whole.slice();
        const at = Math.floor(whole.length * share);
        changed[at] = (changed[at] as number) ^ 0x55;
        const found = await read(changed, "of this file");
        for (const got of found?.notes ?? []) expectSame(got, notes.find(({ id }) => id === got.id) as BackupNote);
        expect(found?.notes.length ?? 0, `${share}`).toBe(notes.length);
      }
    },
    patience(),
  );
});
