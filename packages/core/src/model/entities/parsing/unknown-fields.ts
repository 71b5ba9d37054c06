/** Fields of later versions, beside the known ones; merge, seal and backup carry them unchanged. Decision 0022. Pure. */
import type { NoteEntity } from "../entity.ts";

export type UnknownFields = Readonly<Record<string, unknown>>;

/** The names of the table in note-fields.ts, all of them or this does not compile; apart, since a start needs no more of it. */
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
  hasStrays: 1,
  sealed: 1,
  kind: 1,
  vv: 1,
  alive: 1,
  chosen: 1,
  after: 1,
  purged: 1,
};

/** Names that no field of a note has: those of stored forms, and the sealed record's history (library/history/packs/embedded-history.ts). */
const RESERVED =
  " base cacheType cachedAt cloudModified contentChars history historyPacks isBase isLocal lastModified linkIds modifiedTime noteId preview syncStatus updatedAt ";

export function isNoteField(name: string): name is keyof NoteEntity {
  return Object.hasOwn(KNOWN, name);
}

function isUnknown(name: string): boolean {
  return !isNoteField(name) && !RESERVED.includes(` ${name} `);
}

/** In the order of their names, so that the same fields are the same text. */
export function unknownFieldsOf(record: object): UnknownFields {
  const names = Object.keys(record).filter(isUnknown);
  return names.length === 0 ? NONE : Object.fromEntries(names.sort().map((name) => [name, (record as UnknownFields)[name]]));
}

const NONE: UnknownFields = {};

/** As a part of another shape; nothing where there are none. */
export function carryUnknownFields(record: object): { readonly unknownFields?: UnknownFields } {
  const unknownFields = unknownFieldsOf(record);
  return unknownFields === NONE ? {} : { unknownFields };
}
