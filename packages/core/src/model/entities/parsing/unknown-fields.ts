/** Fields of later versions beside the known ones; merge, seal and backup carry them unchanged. Decision 0022. Pure. */
import type { NoteEntity } from "../entity.ts";

export type UnknownFields = Readonly<Record<string, unknown>>;

/** The names in note-fields.ts; a missing one does not compile. Separate, so that the start does not load the whole table. */
const KNOWN: { readonly [Name in keyof NoteEntity]-?: 1 } = {
  id: 1,
  title: 1,
  content: 1,
  folderId: 1,
  isEncrypted: 1,
  createdAt: 1,
  mtime: 1,
  attachments: 1,
  attIds: 1,
  pinnedFrom: 1,
  tags: 1,
  searchQuery: 1,
  searchName: 1,
  searchIcon: 1,
  isTemplate: 1,
  day: 1,
  hasStrays: 1,
  sealed: 1,
  kind: 1,
  vv: 1,
  alive: 1,
  chosen: 1,
  after: 1,
  purged: 1,
};

/**
 * Names that no note field may have: those of stored forms, and the sealed record's history (library/history/packs/embedded-history.ts).
 */
const RESERVED =
  " base cacheType cachedAt cloudModified contentChars history historyPacks isBase isLocal lastModified linkIds modifiedTime noteId preview syncStatus updatedAt ";

export function isNoteField(name: string): name is keyof NoteEntity {
  return Object.hasOwn(KNOWN, name);
}

function isUnknown(name: string): boolean {
  return !isNoteField(name) && !RESERVED.includes(` ${name} `);
}

/** Sorted by name, so that equal fields give equal text. */
export function unknownFieldsOf(record: object): UnknownFields {
  const names = Object.keys(record).filter(isUnknown);
  return names.length === 0 ? NONE : Object.fromEntries(names.sort().map((name) => [name, (record as UnknownFields)[name]]));
}

const NONE: UnknownFields = {};

/** Unknown fields as part of another shape; an empty object if there are none. */
export function carryUnknownFields(record: object): { readonly unknownFields?: UnknownFields } {
  const unknownFields = unknownFieldsOf(record);
  return unknownFields === NONE ? {} : { unknownFields };
}
