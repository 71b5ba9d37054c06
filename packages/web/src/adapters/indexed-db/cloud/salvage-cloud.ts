/**
 * Salvages a `CloudNotesCache` that is broken, lacks stores or was written by a newer app version: notes, folders, unsaved texts and files
 * waiting for upload, row by row if a whole store fails. Writes nothing. Spec B §4 "Local cache database", decision 0005 "Cache database".
 */

import { toLight } from "@satchel/core/library/index/in-range.ts";
import { CHUNK_STORES } from "@satchel/core/library/index/stored-rows.ts";
import { SyncIndex } from "@satchel/core/library/index/sync-index.ts";
import { firstMeta } from "@satchel/core/library/index/sync-meta.ts";
import type { RemoteFile } from "@satchel/core/model/drive/remote-file.ts";
import { type AttachmentRow, isWaiting } from "@satchel/core/model/entities/attachment-row.ts";
import type { Entity } from "@satchel/core/model/entities/entity.ts";
import { parseEntity } from "@satchel/core/model/entities/parsing/parse-entity.ts";
import { isFields } from "@satchel/core/model/entities/parsing/record-values.ts";
import { vectorKey } from "@satchel/core/model/entities/version-vector.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import { CLOUD_DATABASE as DB } from "@satchel/core/model/storage-keys.ts";
import type { Base, LibraryIndex, StoredDraft, StoreProblem, SyncMeta } from "@satchel/core/ports/device/local-store.ts";
import type { KeptText } from "@satchel/core/ports/device/search-engine.ts";
import type { UnsentSource } from "@satchel/core/vault/account/unsent-service.ts";
import { openDB } from "idb";
import { guarded, toStoreProblem } from "../databases/idb-problems.ts";
import { type ContentRow, type EntityRow, type NoteChunk, type NoteRow, type TextChunk, toEntity } from "../rows/note-rows.ts";
import { CHUNKS_VERSION, type CloudDatabase, type CloudSchema, SPEC_VERSION } from "./cloud-database.ts";
import { hasAllStores, META_KEY, SPEC_STORES } from "./cloud-transaction.ts";
import { chunkedBeside, textsOf } from "./note-chunks.ts";
import { isVersionRow } from "./version-runs.ts";

export type Salvage = {
  /** Id of the vault that the database names as its owner. */
  readonly owner: string | undefined;
  /** True if the database is sound: the failure was temporary. */
  readonly isWhole: boolean;
  /** Number of notes, texts and files that exist, cannot be read, and may exist nowhere else. */
  readonly unreadCount: number;
  /** The salvaged data as unsent work of `vaultId`. */
  readonly source: (vaultId: string) => UnsentSource;
};

/** Empty result for a database that does not open. */
export function salvageNothing(vaultId: string): UnsentSource {
  const index = {
    entities: [],
    remote: [],
    attempts: [],
    packs: [],
    attachments: [],
    unreferenced: [],
  };
  return {
    loadIndex: async () => ok({ ...index, meta: { ...firstMeta("salvage"), vaultId } }),
    readEntities: async () => ok(new Map()),
    loadDrafts: async () => ok([]),
    readAttachment: async () => ok(undefined),
  };
}

/** Resolves to undefined if there is no such database. */
export async function salvageCloud(): Promise<Result<Salvage | undefined, StoreProblem>> {
  let isAbsent = false;
  const opened = await guarded(() =>
    // Opens any version. Does not create a missing database.
    openDB<CloudSchema>(DB.name, undefined, {
      // biome-ignore lint/complexity/useMaxParams: idb calls it so
      upgrade(_database, _from, _to, transaction) {
        isAbsent = true;
        transaction.done.catch(() => undefined);
        transaction.abort();
      },
    }),
  );
  if (!opened.ok) return isAbsent ? ok(undefined) : opened;
  const database = opened.value;
  database.addEventListener("versionchange", () => database.close());
  try {
    return ok(await new Salvaging(database).run());
  } catch (error) {
    return failed(toStoreProblem(error));
  } finally {
    database.close();
  }
}

type StoreName =
  | (typeof CHUNK_STORES)["notes" | "texts"]
  | (typeof DB)["notes" | "contents" | "bases" | "remote" | "meta" | "drafts" | "attachments" | "attachmentBytes" | "searchChunks"];

class Salvaging {
  #isWhole: boolean;
  #unread = 0;

  constructor(private readonly database: CloudDatabase) {
    const isOfThis = database.version >= CHUNKS_VERSION && database.version <= DB.version && hasAllStores(database);
    this.#isWhole = isOfThis || (database.version === SPEC_VERSION && hasAllStores(database, SPEC_STORES));
  }

  async run(): Promise<Salvage> {
    const meta = await this.#read<SyncMeta>(DB.meta, META_KEY);
    const { notes, contents, remote } = await this.#readNotes();
    const bases = await this.#readAll<Base>(DB.bases);
    const sent = bases.rows.filter((row) => !isVersionRow(row));
    const drafts = await this.#readAll<StoredDraft>(DB.drafts);
    const rows = await this.#readAll<AttachmentRow>(DB.attachments);
    this.#unread += notes.unread + drafts.unread + rows.unread;
    const texts = new Map(contents.rows.map((text) => [text.noteId, text] as const));
    const [entities, textless] = this.#parse(notes.rows, texts);
    const start = { meta: meta ?? firstMeta("salvage"), attempts: [], packs: [], unreferenced: [] };
    const files = await this.#waitingFiles(rows.rows);
    const index: LibraryIndex = {
      ...start,
      entities: [...entities.values()].map(toLight),
      remote: remote.rows.filter(isRemoteFile),
      attachments: files.map(({ row }) => row),
    };
    const known = new SyncIndex({ ...index, entities: [...index.entities, ...textless.map(toLight)] });
    const lacking = notes.rows.filter((row) => row.kind === "note" && isCut(row, texts) && known.pendingPush.has(row.noteId));
    const cut = await Promise.all(lacking.map((row) => this.#toCutDraft(row as NoteRow)));
    this.#unread += cut.length;
    const orphans = this.#orphans(texts, new Set(notes.rows.map(({ noteId }) => noteId)), { bases: sent, known });
    const titled = await Promise.all(orphans.map((orphan) => this.#withTitle(orphan, drafts.rows)));
    const bytesById = new Map(files.map(({ row, bytes }) => [row.id, bytes] as const));
    return {
      owner: meta?.vaultId,
      isWhole: this.#isWhole && (meta !== undefined || notes.rows.length === 0),
      unreadCount: this.#unread,
      source: (vaultId) => ({
        loadIndex: async () => ok({ ...index, meta: { ...index.meta, vaultId } }),
        readEntities: async (ids) => ok(new Map(ids.flatMap((id) => pairOf(id, entities.get(id))))),
        loadDrafts: async () => ok(drafts.rows.filter(isDraft)),
        loadTexts: async () => [...titled, ...cut],
        readAttachment: async (id) => ok(bytesById.get(id)),
      }),
    };
  }

  /** Reads from rows and chunks. */
  async #readNotes() {
    const notes = await this.#readAll<EntityRow>(DB.notes);
    const contents = await this.#readAll<ContentRow>(DB.contents);
    const remote = await this.#readAll<RemoteFile>(DB.remote);
    const chunks = await this.#readAll<NoteChunk>(CHUNK_STORES.notes);
    const textChunks = await this.#readAll<TextChunk>(CHUNK_STORES.texts);
    const stored = { records: chunks.rows, texted: chunks.rows.map(({ chunk }) => chunk) };
    const rowIds = new Set(notes.rows.map(({ noteId }) => noteId));
    const chunked = chunkedBeside(stored, rowIds, new Set(remote.rows.map(({ fileId }) => fileId)));
    const textRows = textChunks.rows.flatMap((record) => [...textsOf(record).values()]).filter(({ noteId }) => !rowIds.has(noteId));
    return {
      notes: { rows: [...notes.rows, ...chunked.rows], unread: notes.unread + chunks.unread + chunked.broken },
      contents: { rows: [...contents.rows, ...textRows], unread: 0 },
      remote: { rows: [...remote.rows, ...chunked.files] },
    };
  }

  /** Returns the entities, and those without their text: these must not be taken for versions. */
  #parse(rows: readonly EntityRow[], texts: ReadonlyMap<string, ContentRow>): readonly [ReadonlyMap<string, Entity>, readonly Entity[]] {
    const entities = new Map<string, Entity>();
    const textless: Entity[] = [];
    for (const row of rows) {
      const entity = parseRow(row, texts.get(row.noteId));
      if (entity === undefined) this.#unread += 1;
      else if (row.kind === "note" && isCut(row, texts)) textless.push(entity);
      else entities.set(entity.id, entity);
    }
    return [entities, textless];
  }

  /** Texts whose note is gone. A text that differs from the drive's comes back as a new note. */
  #orphans(
    texts: ReadonlyMap<string, ContentRow>,
    noteIds: ReadonlySet<string>,
    { bases, known }: { readonly bases: readonly Base[]; readonly known: SyncIndex },
  ): readonly StoredDraft[] {
    return [...texts.values()].flatMap(({ noteId, content, sealed }) => {
      const sent = bases.flatMap(({ entity }) => (entity.id === noteId && entity.kind === "note" ? [entity] : []));
      const isInDrive =
        known.filesOf(noteId).length > 0 && (sent.length === 0 || sent.some((base) => base.content === content && base.sealed === sealed));
      if (noteIds.has(noteId) || isInDrive) return [];
      const title = sent.at(-1)?.title ?? "";
      const draft = { draftId: noteId, noteId: null, folderId: null, title, content, savedAtMs: 0 };
      return [sealed === undefined ? draft : { ...draft, title: "", sealed, isSensitive: true as const }];
    });
  }

  /** Finds the title in the search text, or in an unsaved draft of the note. */
  async #withTitle(orphan: StoredDraft, drafts: readonly StoredDraft[]): Promise<StoredDraft> {
    if (orphan.sealed !== undefined) return orphan;
    const keptText = await this.#peek<KeptText>(DB.searchChunks, orphan.draftId);
    const typed = drafts.find(({ noteId }) => noteId === orphan.draftId);
    const title = [keptText?.title, typed?.title].find((known) => typeof known === "string" && known.trim() !== "");
    return title === undefined ? orphan : { ...orphan, title };
  }

  /** Draft of a note whose text is gone: the search text if it is of this version, otherwise the preview. The formatting is lost. */
  async #toCutDraft({ noteId, title, preview, folderId, lastModified, vv }: NoteRow): Promise<StoredDraft> {
    const kept = await this.#peek<KeptText>(DB.searchChunks, noteId);
    const keptText = kept?.stamp === vectorKey(vv) && typeof kept.text === "string" ? kept.text : preview;
    return { draftId: noteId, noteId: null, folderId, title, content: toContent(keptText), savedAtMs: lastModified };
  }

  async #waitingFiles(rows: readonly AttachmentRow[]): Promise<readonly { readonly row: AttachmentRow; readonly bytes: Uint8Array }[]> {
    const waiting = rows.filter((row) => isFields(row.upload) && isWaiting(row));
    const read = await Promise.all(
      waiting.map(async (row) => ({ row, bytes: (await this.#read<{ readonly bytes: Uint8Array }>(DB.attachmentBytes, row.id))?.bytes })),
    );
    const whole = read.flatMap(({ row, bytes }) => (bytes === undefined ? [] : [{ row, bytes }]));
    this.#unread += read.length - whole.length;
    return whole;
  }

  async #readAll<Row>(name: StoreName): Promise<{ readonly rows: readonly Row[]; readonly unread: number }> {
    if (!this.database.objectStoreNames.contains(name)) return { rows: [], unread: 0 };
    const all = await guarded(() => this.database.getAll(name));
    if (all.ok) return { rows: all.value as unknown as readonly Row[], unread: 0 };
    this.#isWhole = false;
    const keys = await guarded(() => this.database.getAllKeys(name));
    if (!keys.ok) return { rows: [], unread: 1 };
    const rows: Row[] = [];
    // A transaction each, because a failing read aborts its transaction.
    for (const key of keys.value) {
      const row = await this.#read<Row>(name, key as IDBValidKey);
      if (row !== undefined) rows.push(row);
    }
    return { rows, unread: keys.value.length - rows.length };
  }

  async #read<Row>(name: StoreName, key: IDBValidKey): Promise<Row | undefined> {
    return this.#peek(name, key, () => {
      this.#isWhole = false;
    });
  }

  /** Reads one row. Omit `onFailure` for rows that the app rebuilds by itself: their loss is not reported. */
  async #peek<Row>(name: StoreName, key: IDBValidKey, onFailure?: () => void): Promise<Row | undefined> {
    if (!this.database.objectStoreNames.contains(name)) return undefined;
    const read = await guarded(() => this.database.get(name, key as string));
    if (!read.ok) onFailure?.();
    return read.ok ? (read.value as unknown as Row | undefined) : undefined;
  }
}

function isCut({ noteId, contentChars }: NoteRow, texts: ReadonlyMap<string, ContentRow>): boolean {
  return contentChars > 0 && !texts.has(noteId);
}

/** Turns each line into a paragraph. */
function toContent(text: string): string {
  const lines = text.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`).split("\n");
  return lines.map((line) => `<p>${line}</p>`).join("");
}

const pairOf = (id: string, entity: Entity | undefined) => (entity === undefined ? [] : [[id, entity] as const]);

/** A newer app version may have stored rows in another shape. */
function parseRow(row: EntityRow, text: ContentRow | undefined): Entity | undefined {
  try {
    const entity = toEntity(row, text);
    return parseEntity(entity.kind, entity.id, entity);
  } catch {
    return undefined;
  }
}

function isRemoteFile(file: RemoteFile): boolean {
  return [file.fileId, file.id].every((id) => typeof id === "string") && isFields(file.vv);
}

function isDraft({ draftId, title, content, savedAtMs }: StoredDraft): boolean {
  return [draftId, title, content].every((text) => typeof text === "string") && typeof savedAtMs === "number";
}
