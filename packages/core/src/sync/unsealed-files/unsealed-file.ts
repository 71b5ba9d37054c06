/**
 * Files in the drive that hold an unencrypted note or folder. Other clients wrote them, or anyone who holds the drive. They are never taken in by
 * themselves. A file that a user imports becomes a note of its own under a new id, the same on every device. Decision 0017. Pure.
 */

import { toCanonicalHtml } from "../../document/html/canonical-html.ts";
import { withReferences } from "../../document/references.ts";
import { type BackupNote, parseBackupFolder, parseBackupNote } from "../../model/backup/backup-format.ts";
import type { RemoteFile, UnreadableReason } from "../../model/drive/remote-file.ts";
import type { FolderEntity, NoteEntity } from "../../model/entities/entity.ts";
import { hashText } from "../../model/entities/entity-ids.ts";
import { FOLDER, NOTE } from "../../model/limits/limits.ts";
import { IMPORT } from "./import-target.ts";

/** `importAs`: the id that the note gets if it is imported; a folder is only listed. */
export type Unsealed = { readonly importAs?: string };

/** Returns undefined if the bytes hold neither an unencrypted note nor an unencrypted folder. `value`: the JSON in them. */
export function recognizeUnsealed(
  file: Pick<RemoteFile, "fileId" | "kind" | "modifiedTime">,
  md5: string,
  value: unknown,
): Unsealed | undefined {
  const note = file.kind === "note" ? parseUnsealedNote(file, value) : undefined;
  if (note !== undefined) return { importAs: importedId(file.fileId, md5, note) };
  return parseBackupFolder(withTime(file, value)) === undefined ? undefined : {};
}

/** The note to write, and the folder it is put into. Two devices that import one file make the same two. */
export function toImported(file: Pick<RemoteFile, "fileId" | "modifiedTime">, md5: string, value: unknown): NoteEntity | undefined {
  const note = parseUnsealedNote(file, value);
  if (note === undefined) return undefined;
  const vv = { [`i${hashText(`${file.fileId}|${md5}`)}`]: 1 };
  const { createdAt, lastModified: mtime } = note;
  const entity: NoteEntity = {
    kind: "note",
    id: importedId(file.fileId, md5, note),
    vv,
    alive: vv,
    createdAt,
    mtime,
    title: toImportedTitle(note.title),
    content: toCanonicalHtml(note.content),
    folderId: IMPORT.folderId,
    isEncrypted: false,
    attachments: [],
    attIds: [],
  };
  return withReferences(entity, []);
}

/** The folder's version names no device: every device that imports writes this very version. */
export function importFolder(): FolderEntity {
  const vv = { [IMPORT.dot]: 1 };
  return {
    kind: "folder",
    id: IMPORT.folderId,
    vv,
    alive: vv,
    createdAt: IMPORT.folderCreatedAt,
    mtime: IMPORT.folderCreatedAt,
    name: IMPORT.folderName,
    description: IMPORT.folderDescription,
    color: FOLDER.defaultColor,
    folderType: "CUSTOM",
    displayOrder: FOLDER.customOrder,
    isDefault: false,
    mergedInto: null,
  };
}

/** Returns undefined for a note that claims to be encrypted: we do not know in which way. */
function parseUnsealedNote(file: Pick<RemoteFile, "modifiedTime">, value: unknown): BackupNote | undefined {
  const note = parseBackupNote(withTime(file, value));
  return note === undefined || note.isEncrypted || note.sealed !== undefined ? undefined : note;
}

/** The drive's time is in for one that is missing; where the note lay says nothing here. */
function withTime({ modifiedTime }: Pick<RemoteFile, "modifiedTime">, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return { ...value, createdAt: (value as { createdAt?: unknown }).createdAt ?? modifiedTime, folderId: null, ...idOf(value) };
}

/** The id in it is not taken over, so that any will do; the file of a folder names it in another field. */
function idOf(value: object): object {
  return "title" in value ? {} : { id: (value as { folderId?: unknown }).folderId };
}

function importedId(fileId: string, md5: string, { createdAt }: BackupNote): string {
  return `note-${Math.trunc(createdAt)}-i${hashText(`${fileId}|${md5}`)}`;
}

function toImportedTitle(title: string): string {
  const maxChars = NOTE.titleMaxChars - IMPORT.titleSuffix.length;
  return `${[...title].slice(0, maxChars).join("")}${IMPORT.titleSuffix}`;
}

/** `json`: the bytes parsed as JSON; undefined if they are not JSON. */
type Read = { readonly md5: string; readonly reason: UnreadableReason; readonly json: unknown };

/** Returns the row of a file whose bytes did not open: the reason, and whether it holds an unencrypted note, which only the user imports. Decision 0017. Pure. */
export function asUnreadable({ importAs: _former, ...file }: RemoteFile, { md5, reason, json }: Read): RemoteFile {
  const row = { ...file, md5, trusted: false };
  const unsealed = recognizeUnsealed(file, md5, json);
  return unsealed === undefined ? { ...row, unreadable: reason } : { ...row, unreadable: "unsealed", ...unsealed };
}
