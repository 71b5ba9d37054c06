/**
 * Random libraries for the property "whatever the app can hold, it can back up and restore": generates them, fills them, and compares them.
 */
import { ID_ALPHABET } from "@satchel/contract/ids.ts";
import { canonicalHtml } from "@satchel/core/document/testing/random-html.ts";
import type { AttachmentsService } from "@satchel/core/library/attachments/attachments-service-types.ts";
import { foldersById, inShownFolder, visibleFolders } from "@satchel/core/library/folders/folder-hygiene.ts";
import type { Library } from "@satchel/core/library/index/library-service.ts";
import { type Entity, type FolderEntity, isAlive } from "@satchel/core/model/entities/entity.ts";
import { newAttachmentId, newDefaultFolderId, newFolderId, newNoteId } from "@satchel/core/model/entities/entity-ids.ts";
import { asParent, storedName } from "@satchel/core/model/entities/folder.ts";
import type { Attachment } from "@satchel/core/model/entities/note.ts";
import { toTags } from "@satchel/core/model/entities/tags/tag-edits.ts";
import { FOLDER } from "@satchel/core/model/limits/limits.ts";
import type { Result } from "@satchel/core/model/result.ts";
import { aFolder, aNote } from "@satchel/core/testing/entities.ts";
import { utf8 } from "@satchel/crypto/primitives/bytes.ts";
import fc from "fast-check";
import type { SealingApi } from "../../sealing/records/sealing-api.ts";

const ASKED = process.env.SATCHEL_BACKUP_RUNS;

/** `SATCHEL_BACKUP_RUNS=500 npx vitest run …` runs that many libraries instead of the few that `npm test` runs. */
export function runs(few: number): { readonly numRuns: number; readonly endOnFailure: true } {
  return { numRuns: ASKED === undefined ? few : Number(ASKED), endOnFailure: true };
}

/** Timeout in milliseconds for a test with that many runs. */
export function patience(): number {
  return 180_000 + 10_000 * Number(ASKED ?? 0);
}

export function value<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

/** Target of a random library, in either mode, with an unlocked Sensitive folder. */
export type Fillable = {
  readonly library: Library;
  readonly sealing: SealingApi;
  readonly attachments: Pick<AttachmentsService, "restore" | "readSealed" | "open">;
};

/** Generates ids like the real makers, with every character in every position. */
const generated = fc.array(fc.constantFrom(...ID_ALPHABET), { minLength: 40, maxLength: 40 }).map((signs) => {
  return (length: number) => signs.join("").slice(0, length);
});
const time = fc.integer({ min: 1, max: 4_000_000_000_000 });
const title = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.constantFrom(
    "",
    " ",
    "CON",
    "..",
    "a/b\\c",
    "index.html",
    "<script>",
    "a\u202eb",
    "x".repeat(255),
    "\u{1f469}\u200d\u{1f469}\u200d\u{1f467}",
  ),
);
const file = fc.record({
  generated,
  bytes: fc.uint8Array({ maxLength: 3000 }),
  name: title,
  mimeType: fc.constantFrom("image/png", "", "text/plain"),
  /** The attachment is an untouched original: only its id is in the note. */
  isOriginal: fc.boolean(),
  isOnlyInDrive: fc.boolean(),
});
const folder = fc.record({
  generated,
  time,
  name: title,
  /** The folder is deleted, but is still shown because a note is in it. */
  isGone: fc.boolean(),
  mergedInto: fc.option(fc.nat({ max: 3 })),
  /** One of the folders before it, if that one is not merged. */
  parent: fc.option(fc.nat({ max: 3 })),
});

function withTagsOf(names: readonly string[]): { readonly tags?: readonly string[] } {
  const tags = toTags(names);
  return tags.length === 0 ? {} : { tags };
}

export const libraries = fc.record({
  folders: fc.array(folder, { minLength: 1, maxLength: 4 }),
  notes: fc.array(
    fc.record({
      generated,
      title,
      content: fc.oneof(canonicalHtml, fc.constant("")),
      createdAt: time,
      mtime: time,
      at: fc.nat({ max: 4 }),
      from: fc.option(fc.nat({ max: 4 })),
      files: fc.array(file, { maxLength: 2 }),
      kind: fc.constantFrom("plain", "plain", "pinned", "sensitive", "gone", "conflict-copy"),
      tags: fc.oneof(fc.constant([]), fc.array(title, { maxLength: 3 })).map((names) => (names.length === 0 ? {} : withTagsOf(names))),
      search: fc.constantFrom({}, {}, { searchQuery: "rye", searchName: "Rye", searchIcon: "star" }, { isTemplate: true }),
      /** Fields written by a later version of the app, decision 0022. */
      unknown: fc.record({ labels: fc.array(title, { maxLength: 2 }), reminder: fc.record({ atMs: time }) }, { requiredKeys: [] }),
    }),
    { maxLength: 8 },
  ),
});

export type GeneratedLibrary = typeof libraries extends fc.Arbitrary<infer Value> ? Value : never;
type GeneratedNote = GeneratedLibrary["notes"][number];
type DefaultFolders = { readonly pinned: string; readonly sensitive: string };

/**
 * Fills the target. Notes deleted in it do not exist for the user, but their files do. Returns the ids of files that are only in the drive.
 */
export async function fill(target: Fillable, { folders, notes }: GeneratedLibrary): Promise<readonly string[]> {
  const random = (length: number) => "_".repeat(length);
  const defaults = FOLDER.defaults.map(({ idPrefix, ...values }) => aFolder({ ...values, id: newDefaultFolderId(idPrefix, random) }));
  const [pinned = "", sensitive = ""] = defaults.map(({ id }) => id);
  const ids = folders.map((each) => newFolderId(each.time, each.generated));
  const made: FolderEntity[] = [];
  for (const [at, each] of folders.entries()) {
    const into = each.mergedInto === null ? at : each.mergedInto % folders.length;
    const isMerged = into < at;
    const parent = each.parent === null || isMerged ? undefined : made[each.parent];
    const name = [...`${at} ${each.name}`].slice(0, FOLDER.nameMaxChars).join("");
    const folder = aFolder({
      id: ids[at] as string,
      ...storedName(name, parent?.mergedInto === null ? asParent(parent) : undefined),
      createdAt: each.time,
      alive: isMerged || each.isGone ? {} : { dev: 1 },
      mergedInto: isMerged ? (ids[into] as string) : null,
    });
    made.push(folder);
  }
  const entities: Entity[] = [...defaults, ...made];
  const onlyInDrive: string[] = [];
  for (const note of notes) {
    const attachments = await addFiles(target, note, onlyInDrive);
    entities.push(await toEntity(target, note, attachments, ids, { pinned, sensitive }));
  }
  const unique = [...new Map(entities.map((entity) => [entity.id, entity])).values()];
  value(await target.library.transact({}, () => ({ writes: { entities: unique }, answer: undefined }), "user"));
  return onlyInDrive;
}

type Listed = Attachment & { readonly isOriginal: boolean };

async function addFiles(
  { sealing, attachments }: Fillable,
  { files, kind }: GeneratedNote,
  onlyInDrive: string[],
): Promise<readonly Listed[]> {
  const added: Listed[] = [];
  for (const { generated: random, bytes, name, mimeType, isOriginal, isOnlyInDrive } of files) {
    const attachment = { id: newAttachmentId(random), fileName: name, mimeType, sizeBytes: bytes.length };
    const plain = new Uint8Array(bytes);
    const seal = { isSensitive: true };
    const kept = kind === "sensitive" ? value(await sealing.sealLocalAttachment(attachment.id, plain, seal)).bytes : plain;
    value(await attachments.restore(attachment, kept));
    if (isOnlyInDrive) onlyInDrive.push(attachment.id);
    added.push({ ...attachment, isOriginal });
  }
  return added;
}

async function toEntity(
  { sealing }: Fillable,
  { generated: random, kind, at, from, title: name, content, createdAt, mtime, tags, search, unknown }: GeneratedNote,
  files: readonly Listed[],
  folderIds: readonly string[],
  { pinned, sensitive }: DefaultFolders,
): Promise<Entity> {
  const rest = { ...tags, ...search, ...unknown };
  const id = newNoteId(createdAt, random);
  const attachments = files.filter(({ isOriginal }) => !isOriginal).map(({ isOriginal: _, ...attachment }) => attachment);
  const common = { id, createdAt, mtime, attIds: files.map((each) => each.id) };
  if (kind === "sensitive") {
    const sealed = value(await sealing.sealSensitiveNote(id, { title: name, content, attachments, ...rest }));
    return aNote({ ...common, title: "", content: "", folderId: sensitive, isEncrypted: true, sealed: JSON.stringify(sealed) });
  }
  const index =
    kind === "pinned"
      ? { folderId: pinned, pinnedFrom: from === null ? null : (folderIds[from] ?? null) }
      : { folderId: folderIds[at] ?? null };
  const after = kind === "conflict-copy" ? { after: [{ id: "note-1-elsewhere", vv: { other: 9 } }] } : {};
  return aNote({ ...common, title: name, content, attachments, alive: kind === "gone" ? {} : { dev: 1 }, ...index, ...after, ...rest });
}

/** Library as the user sees it, without sync state: the visible folders, and the notes in them. */
export async function seen({ library }: Pick<Fillable, "library">): Promise<readonly Entity[]> {
  const read = value(await library.store.readEntities([...library.index.entities.keys()]));
  const entities = [...library.index.entities.values()];
  const folders = foldersById(entities);
  const shown = new Set(visibleFolders(entities).map(({ folderId }) => folderId));
  const plain = [...read.values()]
    .filter((entity) => (entity.kind === "note" ? isAlive(entity) : shown.has(entity.id)))
    .map((entity) => (entity.kind === "note" ? withoutLost(inShownFolder(entity, folders), shown) : entity))
    .map((entity) => {
      const { vv: _vv, alive: _alive, ...rest } = entity;
      const { after: _after, ...note } = rest as Entity & { readonly after?: unknown };
      return note as Entity;
    });
  return plain.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Removes the former folder of a pinned note if that folder is gone. */
function withoutLost<Note extends { readonly folderId: string | null; readonly pinnedFrom?: string | null }>(
  note: Note,
  shown: ReadonlySet<string>,
): Note {
  const there = (folderId: string | null) => (folderId !== null && shown.has(folderId) ? folderId : null);
  const placed = { ...note, folderId: there(note.folderId) };
  return note.pinnedFrom === undefined ? placed : { ...placed, pinnedFrom: there(note.pinnedFrom) };
}

/** Bytes of every file that a living note refers to; undefined if a file is unavailable. */
export async function bytesOf({ attachments, library }: Fillable): Promise<ReadonlyMap<string, readonly number[] | undefined>> {
  const living = [...library.index.entities.values()].filter((entity) => entity.kind === "note").filter(isAlive);
  const found = new Map<string, readonly number[] | undefined>();
  for (const { attIds, isEncrypted } of living)
    for (const id of attIds) {
      const opened = isEncrypted ? await attachments.readSealed(id) : await attachments.open({ id, isSensitive: false });
      found.set(id, opened.ok ? [...opened.value] : undefined);
    }
  return found;
}

/** Damage to a backup file between writing and restoring. */
export const damages = fc.record({
  how: fc.constantFrom("none", "cut", "flip", "zeros", "before", "after"),
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
});
export type Damage = typeof damages extends fc.Arbitrary<infer Value> ? Value : never;

export function damaged(whole: Uint8Array<ArrayBuffer>, { how, at }: Damage): Uint8Array<ArrayBuffer> {
  const index = Math.floor(at * whole.length);
  if (how === "none") return whole;
  if (how === "cut") return whole.slice(0, index);
  if (how === "before") return new Uint8Array([...utf8("junk before it"), ...whole]);
  if (how === "after") return new Uint8Array([...whole, ...utf8("junk behind it")]);
  const changed = whole.slice();
  if (how === "flip") changed[index] = (changed[index] as number) ^ 0x15;
  else changed.fill(0, index, index + 700);
  return changed;
}
