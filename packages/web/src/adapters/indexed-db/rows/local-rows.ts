/**
 * Converts rows of local mode's notes and folders to entities. No drive could return a lost note, so a row with invalid values is shown
 * with the nearest valid ones. A row without a text stays in the database unchanged, is not in the library, and is listed
 * (unreadable-rows.ts).
 */

import { inRange } from "@satchel/core/library/index/in-range.ts";
import { toBytes } from "@satchel/core/library/index/stored-rows.ts";
import type { FolderEntity, NoteEntity } from "@satchel/core/model/entities/entity.ts";
import { withSoundOptionalFields } from "@satchel/core/model/entities/parsing/parse-entity.ts";
import { isVector } from "@satchel/core/model/entities/parsing/ranges.ts";
import { isAttachment } from "@satchel/core/model/entities/parsing/record-values.ts";
import type { VersionVector } from "@satchel/core/model/entities/version-vector.ts";
import { toTime } from "@satchel/core/model/readable/readable-values.ts";

type LocalFields = { readonly isLocal: true; readonly syncStatus: "local_only"; readonly lastModified: number };
export type LocalNoteRow = Omit<NoteEntity, "id" | "mtime"> & LocalFields & { readonly noteId: string };
export type LocalFolderRow = Omit<FolderEntity, "id" | "mtime"> & LocalFields & { readonly folderId: string };

/** Version of a note whose row names no device: the note is alive, and any edit supersedes it. */
const UNKNOWN_VERSION: VersionVector = { recovered: 1 };

export function fromNoteRow(row: LocalNoteRow): NoteEntity | undefined {
  const { noteId, lastModified, isLocal: _isLocal, syncStatus: _syncStatus, ...rest } = row;
  if (!isText(noteId) || !isText(rest.content) || !(rest.sealed === undefined || isText(rest.sealed))) return undefined;
  return withSoundOptionalFields({
    ...rest,
    ...toVersion(rest),
    kind: "note",
    id: noteId,
    mtime: toTime(lastModified),
    createdAt: toTime(rest.createdAt),
    title: isText(rest.title) ? rest.title : "",
    folderId: isText(rest.folderId) ? rest.folderId : null,
    isEncrypted: typeof rest.isEncrypted === "boolean" ? rest.isEncrypted : rest.sealed !== undefined,
    attachments: Array.isArray(rest.attachments) ? rest.attachments.filter(isAttachment) : [],
    attIds: Array.isArray(rest.attIds) ? rest.attIds.filter(isText) : [],
  });
}

export function fromFolderRow(row: LocalFolderRow): FolderEntity | undefined {
  const { folderId, lastModified, isLocal: _isLocal, syncStatus: _syncStatus, ...rest } = row;
  if (!isText(folderId) || !isText(rest.name)) return undefined;
  return inRange({ ...rest, ...toVersion(rest), kind: "folder", id: folderId, mtime: toTime(lastModified) });
}

function toVersion({ vv, alive }: Pick<NoteEntity, "vv" | "alive">): Pick<NoteEntity, "vv" | "alive"> {
  return isVector(vv) && isVector(alive) ? { vv, alive } : { vv: UNKNOWN_VERSION, alive: UNKNOWN_VERSION };
}

/** `data` is the file itself, or sealed for the Sensitive folder. */
export function isAttachmentRow(row: unknown): boolean {
  const { id, fileName, mimeType, data } = (row ?? {}) as Record<string, unknown>;
  return [id, fileName, mimeType].every(isText) && toBytes(data) !== undefined;
}

const isText = (value: unknown): value is string => typeof value === "string";
