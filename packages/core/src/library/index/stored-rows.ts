/**
 * Validates rows of the device's own databases, one check per shape. Values that cannot be shown are corrected elsewhere (in-range.ts, the
 * drafts below); these are the values without which a row is not a note, draft or file. Invalid rows stay in the database and are listed
 * (ports/device/unreadable-rows.ts). Pure.
 */

import type { LightEntity } from "../../model/entities/entity.ts";
import { isTime, isVector } from "../../model/entities/parsing/ranges.ts";
import { areTexts, isFields } from "../../model/entities/parsing/record-values.ts";
import { shownTags } from "../../model/entities/tags/tag.ts";
import { toTime } from "../../model/readable/readable-values.ts";
import type { StoredDraft, StoredTab } from "../../ports/device/local-store.ts";

/** Called for each of fifty thousand rows at startup, so it checks only what would break the index. */
export function isStoredEntity(entity: Partial<Record<keyof LightEntity, unknown>>): boolean {
  const { kind, id, vv, alive } = entity;
  return (kind === "note" || kind === "folder") && typeof id === "string" && isCounts(vv) && isCounts(alive);
}

export function isStoredFile(row: unknown): boolean {
  return isFields(row) && areTexts(row.fileId, row.id) && isCounts(row.vv) && Number.isFinite(row.version);
}

/** Stores of `CloudNotesCache` that the sign-in page does not name; the others are in storage-keys.ts. */
export const CHUNK_STORES = { notes: "note_chunks", texts: "text_chunks" } as const;

/** A record with rows of many notes; each row is validated by itself. */
export function isStoredChunk(record: unknown): boolean {
  if (!isFields(record)) return false;
  return [record.rows, record.files].every((rows) => Array.isArray(rows) && rows.every(isFields));
}

/** Row of a file's upload, in either database. */
export function isStoredAttachment(row: unknown): boolean {
  return isFields(row) && areTexts(row.id, row.md5) && isFields(row.upload) && [row.sizeBytes, row.sealedBytes].every(Number.isFinite);
}

export function isStoredConflict(row: unknown): boolean {
  return isFields(row) && areTexts(row.id, row.noteId) && [row.local, row.cloud, row.merged].every(isVersion);
}

export function isStoredBase(row: unknown): boolean {
  return isFields(row) && areTexts(row.id, row.vvKey) && isCounts(row.vv) && isFields(row.entity);
}

/** Validates a bookkeeping row: its key, and the time by which it is sorted or counted. */
export function isStamped(key: string, time: string) {
  return (row: unknown): boolean =>
    isFields(row) && areTexts(row[key]) && isTime(row[time]) && (row.entries === undefined || Array.isArray(row.entries));
}

/** Returns the tabs of one window, without those that cannot be opened. */
export function toStoredTabs(row: unknown): { readonly tabs: readonly StoredTab[]; readonly activeTabId: string | null } {
  const { tabs, activeTabId } = isFields(row) ? row : {};
  return {
    tabs: Array.isArray(tabs)
      ? tabs.filter(isStoredTab).map(({ tags, ...tab }) => ({ ...tab, createdAt: toTime(tab.createdAt), ...tagsOf(tags) }))
      : [],
    activeTabId: typeof activeTabId === "string" ? activeTabId : null,
  };
}

function tagsOf(stored: unknown): Pick<StoredTab, "tags"> {
  return Array.isArray(stored) ? { tags: shownTags(stored.filter((tag) => typeof tag === "string")).tags ?? [] } : {};
}

function isStoredTab(row: unknown): row is StoredTab {
  if (!isFields(row) || !areTexts(row.id)) return false;
  return row.type === "new" || ((row.type === "view" || row.type === "edit") && areTexts(row.noteId));
}

/** Returns the draft with corrected values; undefined if it has no text. A draft with an invalid version becomes the text of a new note. */
export function toStoredDraft(row: unknown): StoredDraft | undefined {
  if (!isFields(row) || !areTexts(row.draftId, row.content) || !(row.sealed === undefined || areTexts(row.sealed))) return undefined;
  const draft = row as unknown as StoredDraft;
  const { title, folderId, savedAtMs } = row;
  const isOfNote =
    areTexts(row.noteId) && (row.baseVv === undefined || isVector(row.baseVv)) && (row.base === undefined || isBase(row.base));
  if (isOfNote && areTexts(title) && isTextOrNull(folderId) && toTime(savedAtMs) === savedAtMs) return draft;
  const near = {
    ...draft,
    title: areTexts(title) ? draft.title : "",
    folderId: areTexts(folderId) ? draft.folderId : null,
    savedAtMs: toTime(savedAtMs),
  };
  if (isOfNote) return near;
  const { baseVv: _baseVv, base: _base, ...fresh } = near;
  return { ...fresh, noteId: null };
}

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === "string";
const isBase = (value: unknown): boolean => isFields(value) && areTexts(value.title, value.content);
const isVersion = (value: unknown): boolean => isFields(value) && areTexts(value.title, value.content) && Array.isArray(value.attIds);

function isCounts(value: unknown): boolean {
  if (!isFields(value)) return false;
  for (const device in value) if (!Number.isSafeInteger(value[device])) return false;
  return true;
}

/** Returns a file's bytes, also those of another realm; undefined for other values. */
export function toBytes(value: unknown): Uint8Array | undefined {
  return Object.prototype.toString.call(value) === "[object Uint8Array]" ? (value as Uint8Array) : undefined;
}
