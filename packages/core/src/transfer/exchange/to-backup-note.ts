/** Converts an imported note to a backup record and names its folder. Pure. */
import type { BackupFolder, BackupNote } from "../../model/backup/backup-format.ts";
import type { Attachment } from "../../model/entities/note.ts";
import { toTags } from "../../model/entities/tags/tag-edits.ts";
import { FOLDER, NOTE } from "../../model/limits/limits.ts";
import { type StoredAddresses, stableId, toStoredHtml } from "./to-stored-note.ts";
import type { TransferNote } from "./transfer-note.ts";

/** Folders in Satchel are not nested, so a path becomes one name. Archived and trashed notes get folders of their own. */
export function folderNameOf(note: Pick<TransferNote, "folder" | "isArchived" | "isTrashed">): string | undefined {
  const parts = [...note.folder, ...(note.isTrashed ? ["Trash"] : note.isArchived ? ["Archive"] : [])];
  const name = parts.join("/").slice(0, FOLDER.nameMaxChars);
  return name === "" ? undefined : name;
}

export function toBackupFolderOf(name: string, at: number, nowMs: number): BackupFolder {
  return {
    id: stableId(`folder ${name}`),
    name,
    description: "",
    color: FOLDER.colors[at % FOLDER.colors.length] ?? FOLDER.defaultColor,
    folderType: "CUSTOM",
    displayOrder: FOLDER.customOrder + at,
    isDefault: false,
    createdAt: nowMs,
    lastModified: nowMs,
  };
}

export type ImportedRecord = { readonly note: BackupNote; readonly attachments: readonly Attachment[] };

/** `folderId`: the library folder for `folderNameOf`. */
export function toImportedRecord(
  note: TransferNote,
  folderId: string | null,
  addresses: StoredAddresses & { readonly nowMs: number },
): ImportedRecord {
  const attachments = note.files.map(
    (file): Attachment => ({
      id: addresses.fileId(file),
      fileName: file.name.slice(0, 255) || "file",
      mimeType: file.mimeType,
      sizeBytes: file.sizeBytes,
    }),
  );
  const unique = [...new Map(attachments.map((attachment) => [attachment.id, attachment] as const)).values()];
  const lastModified = note.modifiedMs ?? note.createdMs ?? addresses.nowMs;
  const tags = toTags(note.tags);
  const record: BackupNote = {
    ...note.unknownFields,
    id: addresses.noteId(note.key) ?? stableId(note.key),
    title: note.title.slice(0, NOTE.titleMaxChars),
    content: toStoredHtml(note, addresses),
    folderId,
    isEncrypted: false,
    createdAt: Math.min(note.createdMs ?? lastModified, lastModified),
    lastModified,
    attachments: unique,
    attIds: unique.map(({ id }) => id),
    ...(tags.length === 0 ? {} : { tags }),
  };
  return { note: record, attachments: unique };
}
