/**
 * Files of older or foreign origin: a note or a folder as the spec lays it out, in clear and without our properties. Equal bytes are equal
 * versions. What says that it is encrypted is so in a way that we do not know, and is left alone. Pure. Spec B §3 "Drive layout", sync.md §4.4.
 */
import { parseBackupFolder, parseBackupNote } from "../backup/backup-format.ts";
import { toCanonicalHtml } from "../editor/canonical-html.ts";
import type { Entity, FolderEntity, NoteEntity } from "./entity.ts";
import { isFields } from "./parse-entity.ts";
import { foreignVector, type RemoteFile } from "./remote-file.ts";

export function parseForeign(file: RemoteFile, md5: string, value: unknown): Entity | undefined {
  if (!isFields(value)) return undefined;
  const vv = foreignVector(md5);
  const versioned = { vv, alive: file.role === "soft-delete" ? {} : vv };
  const times = { createdAt: value.createdAt ?? file.modifiedTime };
  return file.kind === "note"
    ? toNote(file.id, { ...value, ...times, folderId: value.folderId || null }, versioned)
    : toFolder(file.id, { ...value, ...times }, versioned);
}

type Versioned = Pick<Entity, "vv" | "alive">;

function toNote(id: string, value: object, versioned: Versioned): NoteEntity | undefined {
  const note = parseBackupNote(value);
  if (note === undefined || note.id !== id || note.isEncrypted || note.sealed !== undefined) return undefined;
  const { lastModified: mtime, content, ...values } = note;
  return { kind: "note", ...values, ...versioned, mtime, content: toCanonicalHtml(content) };
}

function toFolder(id: string, value: object, versioned: Versioned): FolderEntity | undefined {
  const folder = parseBackupFolder(value);
  if (folder?.id !== id) return undefined;
  const { lastModified: mtime, ...values } = folder;
  return { kind: "folder", ...values, ...versioned, mtime, mergedInto: null };
}
