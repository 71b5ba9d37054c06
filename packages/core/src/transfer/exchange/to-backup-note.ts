/** Converts an imported note to a backup record and names its folder. Pure. */
import type { BackupFolder, BackupNote } from "../../model/backup/backup-format.ts";
import { asParent, storedName } from "../../model/entities/folder.ts";
import type { Attachment } from "../../model/entities/note.ts";
import { toTags } from "../../model/entities/tags/tag-edits.ts";
import { FOLDER, NOTE } from "../../model/limits/limits.ts";
import { type StoredAddresses, stableId, toStoredHtml } from "./to-stored-note.ts";
import type { TransferNote } from "./transfer-note.ts";

/** Path of the note's folder, with `/` between the names. Archived and trashed notes get folders of their own. */
export function folderNameOf(note: Pick<TransferNote, "folder" | "isArchived" | "isTrashed">): string | undefined {
  const parts = [...note.folder, ...(note.isTrashed ? ["Trash"] : note.isArchived ? ["Archive"] : [])];
  const path = parts.map((part) => part.slice(0, FOLDER.nameMaxChars)).join("/");
  return path === "" ? undefined : path;
}

/** Names in a folder's path. Names beyond the last level of folders stay together. */
function folderParts(path: string): readonly string[] {
  const parts = path.split("/").filter((part) => part.trim() !== "");
  const last = parts
    .slice(FOLDER.maxLevels - 1)
    .join("/")
    .slice(0, FOLDER.nameMaxChars);
  return last === "" ? parts : [...parts.slice(0, FOLDER.maxLevels - 1), last];
}

/** The folder of this path and its parents, parents first. `at`: position of the folder in the source. */
export function toBackupFoldersOf(path: string, at: number, nowMs: number): readonly BackupFolder[] {
  const folders: BackupFolder[] = [];
  let above = "";
  for (const name of folderParts(path)) {
    const parent = folders.at(-1);
    above = parent === undefined ? name : `${above}/${name}`;
    folders.push({
      id: stableId(`folder ${above}`),
      ...storedName(name, parent && asParent(parent)),
      description: "",
      color: FOLDER.colors[at % FOLDER.colors.length] ?? FOLDER.defaultColor,
      folderType: "CUSTOM",
      displayOrder: FOLDER.customOrder + at,
      isDefault: false,
      createdAt: nowMs,
      lastModified: nowMs,
    });
  }
  return folders;
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
