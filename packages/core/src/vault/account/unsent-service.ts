/** Seals unsent changes when the session is revoked remotely, and restores them at the next sign-in. encryption.md 3.5 (13). */

import { isSensitiveFolder } from "../../library/folders/folder-list.ts";
import type { Library } from "../../library/index/library-service.ts";
import { SyncIndex } from "../../library/index/sync-index.ts";
import { planCreate } from "../../library/notes/plan-note.ts";
import { commonBase, toBase } from "../../merge/bases.ts";
import { type AttachmentRow, isWaiting } from "../../model/entities/attachment-row.ts";
import type { Entity, EntityKind, NoteEntity } from "../../model/entities/entity.ts";
import { markOfDraft, newNoteId, noteIdAt } from "../../model/entities/entity-ids.ts";
import { isFields } from "../../model/entities/parsing/record-values.ts";
import { isContained } from "../../model/entities/version-vector.ts";
import type { Result } from "../../model/result.ts";
import type { AttachmentStore } from "../../ports/device/attachment-store.ts";
import type { KeptRow, KeptStore } from "../../ports/device/kept-store.ts";
import type { DraftStore, LocalStore, StoredDraft, StoreProblem } from "../../ports/device/local-store.ts";
import type { Clock, Ids } from "../../ports/environment.ts";
import type { Codec } from "../../ports/sealing/codec.ts";

export type UnsentDeps = {
  readonly codec: Pick<Codec, "seal" | "open">;
  /** Returns undefined if the hash cannot be computed now; the file then stays kept. */
  readonly md5: (bytes: Uint8Array) => Promise<string | undefined>;
  readonly kept: KeptStore;
  readonly clock: Clock;
  readonly ids: Ids;
};
export type UnsentStore = LocalStore & DraftStore & AttachmentStore;
/** The parts of the store that sealing reads. */
export type UnsentSource = Pick<UnsentStore, "loadIndex" | "loadDrafts" | "readEntities" | "readAttachment"> & {
  /** Texts of saved notes whose rows a broken database has lost; they return as separate notes. */
  readonly loadTexts?: () => Promise<readonly StoredDraft[]>;
  /** Without it, a merge with what another device wrote meanwhile cannot tell which side has moved a note. */
  readonly readBases?: UnsentStore["readBases"];
};

/** Returns false if something could not be kept; then nothing may be deleted. Closes the store. */
export async function sealUnsent(deps: UnsentDeps, open: () => Promise<Result<UnsentStore, StoreProblem>>): Promise<boolean> {
  const opened = await open();
  if (!opened.ok) return false;
  const count = await keepUnsent(deps, opened.value);
  opened.value.close();
  return count !== undefined;
}

/** Returns the number of notes, folders and drafts that are kept now; undefined if something could not be kept. */
export async function keepUnsent(deps: Pick<UnsentDeps, "codec" | "kept">, store: UnsentSource): Promise<number | undefined> {
  const rows = await sealAll(deps, store);
  if (rows === undefined || (rows.length > 0 && !(await deps.kept.put(rows)).ok)) return undefined;
  return rows.filter(({ kind }) => kind !== "attachment" && kind !== "base").length;
}

async function sealAll(deps: Pick<UnsentDeps, "codec">, store: UnsentSource): Promise<readonly KeptRow[] | undefined> {
  const index = await store.loadIndex();
  const drafts = await store.loadDrafts();
  const texts = (await store.loadTexts?.()) ?? [];
  if (!index.ok || !drafts.ok) return undefined;
  const { vaultId } = index.value.meta;
  const tree = new SyncIndex(index.value);
  const entities = await store.readEntities([...tree.pendingPush]);
  if (!entities.ok) return undefined;
  const notes = texts.map((text) => toNote(text, folderOf(text, tree)));
  const unsent = [
    ...[...entities.value.values(), ...notes].map((entity) => ({ kind: entity.kind, entity })),
    ...(await basesOf(store, [...entities.value.values()])),
    ...drafts.value.map((draft) => ({ kind: "draft", entity: wrapDraft(draft) }) as const),
  ];
  const files = index.value.attachments.filter(isWaiting);
  if (tree.countUnsent() === 0 && drafts.value.length + texts.length === 0 && files.length === 0) return [];
  if (vaultId === undefined) return undefined;
  const attachments = await readSealed(store, files, vaultId);
  if (attachments === undefined) return undefined;
  const rows: KeptRow[] = [...attachments];
  for (const { kind, entity } of unsent) {
    const sealed = await deps.codec.seal(entity);
    if (!sealed.ok && kind === "base") continue;
    if (!sealed.ok) return undefined;
    rows.push({ vaultId, kind, id: entity.id, bytes: sealed.value });
  }
  return rows;
}

/** Notes only: folders are merged without a base. A base that cannot be read or sealed is left out, because the note counts more. */
async function basesOf(store: UnsentSource, entities: readonly Entity[]) {
  const bases: { readonly kind: "base"; readonly entity: Entity }[] = [];
  for (const { kind, id, vv } of entities) {
    const known = kind === "note" ? await store.readBases?.(id) : undefined;
    const base = known?.ok === true ? commonBase(known.value, vv, vv) : undefined;
    if (base !== undefined) bases.push({ kind: "base", entity: base });
  }
  return bases;
}

/** Attachment bytes are already sealed as in the drive. */
async function readSealed(store: UnsentSource, files: readonly AttachmentRow[], vaultId: string): Promise<readonly KeptRow[] | undefined> {
  const rows: KeptRow[] = [];
  for (const { id } of files) {
    const bytes = await store.readAttachment(id);
    if (!bytes.ok || bytes.value === undefined) return undefined;
    rows.push({ vaultId, kind: "attachment", id, bytes: bytes.value });
  }
  return rows;
}

/** Wraps a draft as a note whose text is the draft's JSON, so that all of it returns, including the version it was typed on. */
function wrapDraft(draft: StoredDraft): NoteEntity {
  const { draftId: id, savedAtMs } = draft;
  const [createdAt, mtime, content] = [savedAtMs, savedAtMs, JSON.stringify(draft)];
  const blank = { title: "", folderId: null, isEncrypted: false, attachments: [], attIds: [], vv: {}, alive: {} };
  return { ...blank, kind: "note", id, createdAt, mtime, content };
}

function unwrapDraft({ id, content }: NoteEntity): StoredDraft | undefined {
  try {
    const draft: unknown = JSON.parse(content);
    return isFields(draft) && draft.draftId === id ? (draft as StoredDraft) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Converts a draft to a note without a version, under the draft's id because sealed text opens under no other, so that it returns only
 * once.
 */
function toNote(draft: StoredDraft, folderId: string | null): NoteEntity {
  const noteId = draft.sealed === undefined ? noteIdAt(draft.savedAtMs, markOfDraft(draft.draftId)) : draft.draftId;
  const blank = planCreate(noteId, { draft, folderId }, { meta: NO_META, nowMs: draft.savedAtMs }).note;
  return { ...blank, ...sealAs(draft.sealed), vv: {}, alive: {} };
}

/** Folder of the note that the draft belongs to; a sealed text stays in the Sensitive folder. */
function folderOf({ noteId, folderId, sealed }: StoredDraft, { entities }: SyncIndex): string | null {
  const note = noteId === null ? undefined : entities.get(noteId);
  const known = note?.kind === "note" ? note.folderId : folderId;
  if (sealed === undefined || isSensitiveFolder({ entities }, known)) return known;
  return [...entities.values()].find(({ id }) => isSensitiveFolder({ entities }, id))?.id ?? known;
}

function sealAs(sealed: string | undefined): Pick<NoteEntity, "title" | "isEncrypted" | "sealed"> | undefined {
  return sealed === undefined ? undefined : { title: "", isEncrypted: true, sealed };
}

/** Writes what opens as this library's own and forgets it; the rest stays kept. Returns the number of restored items. */
export async function restoreUnsent(deps: UnsentDeps, library: Library, vaultId: string): Promise<number> {
  const listed = await deps.kept.list(vaultId);
  if (!listed.ok) return 0;
  let restored = 0;
  const bases = new Map(listed.value.filter(({ kind }) => kind === "base").map((row) => [row.id, row]));
  for (const row of listed.value) {
    if (row.kind === "base") continue;
    if (row.kind === "attachment") {
      if (await takeUpFile(deps, library, row)) await deps.kept.remove([row]);
      continue;
    }
    const opened = await deps.codec.open(row.kind === "draft" ? "note" : row.kind, row.id, row.bytes);
    if (!opened.ok) continue;
    const baseRow = row.kind === "note" ? bases.get(row.id) : undefined;
    const base = baseRow === undefined ? undefined : await deps.codec.open("note", baseRow.id, baseRow.bytes);
    if (!(await takeUpAs(row.kind, opened.value, { deps, library, base: base?.ok === true ? base.value : undefined }))) continue;
    await deps.kept.remove(baseRow === undefined ? [row] : [row, baseRow]);
    restored += 1;
  }
  return restored;
}

type Taking = { readonly deps: UnsentDeps; readonly library: Library; readonly base: Entity | undefined };

function takeUpAs(kind: "draft" | EntityKind, entity: Entity, taking: Taking): Promise<boolean> {
  const { library } = taking;
  if (kind !== "draft") return takeUp(entity, taking);
  return entity.kind === "note" ? takeUpDraft(library, entity) : Promise.resolve(false);
}

async function takeUpDraft(library: Library, entity: NoteEntity): Promise<boolean> {
  const draft = unwrapDraft(entity);
  if (draft === undefined) return false;
  return (await library.transact({}, () => ({ writes: { drafts: [draft] }, answer: undefined }), "restore")).ok;
}

/** The file may have reached the drive after all, so it is looked up before it is sent. */
async function takeUpFile({ md5: hash, clock }: UnsentDeps, library: Library, { id, bytes }: KeptRow): Promise<boolean> {
  const now = clock.now();
  const md5 = await hash(bytes);
  if (md5 === undefined) return false;
  const file = { id, sizeBytes: 0, sealedBytes: bytes.length, md5, addedAt: now, usedAt: now };
  const row: AttachmentRow = { ...file, upload: { kind: "waiting", mustLook: true } };
  const written = await library.transact(
    { attachments: [id] },
    ({ attachments }) => ({
      writes: attachments.has(id) ? {} : { attachments: [row], attachmentBytes: [{ id, bytes }] },
      answer: undefined,
    }),
    "restore",
  );
  return written.ok;
}

/** Keeps the entity's own versions and merges them with other devices' writes. A text that was never saved becomes a note. */
async function takeUp(entity: Entity, { deps: { ids, clock }, library, base }: Taking): Promise<boolean> {
  const written = await library.transact(
    { entities: [entity.id] },
    ({ meta, entities }) => {
      const local = entities.get(entity.id);
      const isNever = Object.keys(entity.vv).length === 0;
      if (local === undefined && !isNever)
        return { writes: { entities: [entity], ...(base === undefined ? {} : { bases: [toBase(base)] }) }, answer: true };
      if (local !== undefined && (isNever || isContained(entity.vv, local.vv))) return { writes: {}, answer: true };
      if (entity.kind === "folder") return { writes: {}, answer: true };
      // Under another id the text would not open, so it stays kept.
      if (!isNever && entity.sealed !== undefined) return { writes: {}, answer: false };
      const noteId = isNever ? entity.id : newNoteId(clock.now(), ids.random);
      const { writes, note } = planCreate(noteId, { draft: entity, folderId: entity.folderId }, { meta, nowMs: clock.now() });
      return { writes: { ...writes, entities: [{ ...note, ...sealAs(entity.sealed) }] }, answer: true };
    },
    "restore",
  );
  return written.ok && written.value;
}

const NO_META = { deviceId: "kept", ctr: 0 } as Parameters<typeof planCreate>[2]["meta"];
