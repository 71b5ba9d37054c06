/** What lies in a backup: the spec's files, their records, and how each is read again. Spec B §3 "Backup metadata", decisions §1. Pure. */
import type { Folder, FolderType } from "../folders/folder.ts";
import { BACKUP, FOLDER, NOTE } from "../limits.ts";
import type { Attachment } from "../notes/note.ts";
import type { FolderEntity, NoteEntity } from "../sync/entity.ts";

export const BACKUP_FILES = {
  metadata: "metadata.json",
  notes: "notes.json",
  folders: "folders.json",
  attachments: "attachments.json",
  sensitive: "sensitive.json",
  manifest: "manifest.json",
  /** A sealed backup holds the others in here. */
  payload: "payload.bin",
} as const;
export const ATTACHMENTS_FOLDER = "attachments/";

export type BackupMetadata = {
  readonly version: string;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly appName: string;
  readonly totalNotes: number;
  readonly totalFolders: number;
  readonly totalAttachments: number;
  /** How a sealed backup is opened (crypto/backup-sealing.ts); absent when it is in clear. */
  readonly lock?: unknown;
};

export type BackupNote = Pick<
  NoteEntity,
  "id" | "title" | "content" | "folderId" | "isEncrypted" | "createdAt" | "attachments" | "attIds"
> & {
  readonly lastModified: number;
  /** A sensitive note's inner envelope; title and content are then empty. */
  readonly sealed?: string;
};

export type BackupFolder = Pick<
  FolderEntity,
  "id" | "name" | "description" | "color" | "folderType" | "displayOrder" | "isDefault" | "createdAt"
> & { readonly lastModified: number };

/** `path`: where in the archive its bytes lie. `sealedUnder`: a sensitive note's, which only that folder opens; its name is in the note. */
export type BackupAttachment = Attachment & { readonly path: string; readonly sealedUnder?: string };

export type ManifestEntry = { readonly path: string; readonly sha256: string; readonly sizeBytes: number };

/** The manifest has a line for each file; several of them as they stand in it. */
export function manifestLines(entries: readonly ManifestEntry[]): string {
  return entries.map((entry) => JSON.stringify(entry)).join(",\n");
}

export function toBackupNote(note: NoteEntity): BackupNote {
  const { id, title, content, folderId, isEncrypted, createdAt, mtime, attachments, attIds, sealed } = note;
  const plain = { id, title, content, folderId, isEncrypted, createdAt, lastModified: mtime, attachments, attIds };
  return sealed === undefined ? plain : { ...plain, sealed };
}

export function toBackupFolder({ folderId, ...values }: Folder): BackupFolder {
  return { id: folderId, ...values };
}

/** Spec B §9 "Backup", decisions §1. */
export function backupFileName(nowMs: number): string {
  return `${BACKUP.appName}-backup-${toFileStamp(nowMs)}.zip`;
}

/** As the spec stamps a file: ISO with colons and dots replaced by dashes. */
export function toFileStamp(nowMs: number): string {
  return new Date(nowMs).toISOString().replace(/[:.]/g, "-");
}

type Fields = Readonly<Record<string, unknown>>;

const ID = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/;
const SID = /^[A-Za-z0-9_-]{1,64}$/;
const COLOR = /^#[0-9A-Fa-f]{6}$/;
const FOLDER_TYPES: readonly unknown[] = ["PINNED", "SENSITIVE", "CUSTOM"];

export function parseMetadata(value: unknown): BackupMetadata | undefined {
  if (!isFields(value)) return undefined;
  const { version, timestamp, appName, totalNotes, totalFolders, totalAttachments, lock } = value;
  if (!areTexts(version, timestamp, appName) || ![totalNotes, totalFolders, totalAttachments].every(isCount)) return undefined;
  return { ...value, lock } as BackupMetadata;
}

/** Times under any of the names the spec reads; a title that is too long for us is cut, never refused. Undefined: no note. */
export function parseBackupNote(value: unknown): BackupNote | undefined {
  if (!isFields(value)) return undefined;
  const id = toId(value.id ?? value.noteId);
  const [createdAt, lastModified] = [toTime(value.createdAt), toTime(lastModifiedOf(value))];
  const { title, content, folderId = null, sealed, attachments = [], attIds = [] } = value;
  if (id === undefined || !areTexts(title, content) || (sealed !== undefined && typeof sealed !== "string")) return undefined;
  if (!(folderId === null || toId(folderId) !== undefined) || !isListOf(attachments, isAttachment)) return undefined;
  if (!isListOf(attIds, (entry) => toId(entry) !== undefined)) return undefined;
  const time = lastModified ?? createdAt;
  if (time === undefined) return undefined;
  const note = {
    id,
    title: cut(title as string, NOTE.titleMaxChars),
    content: content as string,
    folderId: folderId as string | null,
    isEncrypted: value.isEncrypted === true,
    createdAt: createdAt ?? time,
    lastModified: time,
    attachments: attachments as readonly Attachment[],
    attIds: attIds as readonly string[],
  };
  return sealed === undefined ? note : { ...note, sealed };
}

export function parseBackupFolder(value: unknown): BackupFolder | undefined {
  if (!isFields(value)) return undefined;
  const id = toId(value.id ?? value.folderId);
  const { name, description = "", color = FOLDER.defaultColor, folderType = "CUSTOM", displayOrder, isDefault } = value;
  const createdAt = toTime(value.createdAt);
  if (id === undefined || createdAt === undefined || !areTexts(name, description) || !FOLDER_TYPES.includes(folderType)) return undefined;
  return {
    id,
    name: cut(name as string, FOLDER.nameMaxChars),
    description: cut(description as string, FOLDER.descriptionMaxChars),
    color: typeof color === "string" && COLOR.test(color) ? color : FOLDER.defaultColor,
    folderType: folderType as FolderType,
    displayOrder: typeof displayOrder === "number" && Number.isFinite(displayOrder) ? displayOrder : FOLDER.customOrder,
    isDefault: isDefault === true,
    createdAt,
    lastModified: toTime(lastModifiedOf(value)) ?? createdAt,
  };
}

export function parseBackupAttachment(value: unknown): BackupAttachment | undefined {
  if (!isFields(value) || !isAttachment(value) || typeof value.path !== "string") return undefined;
  const { id, fileName, mimeType, sizeBytes, path, sealedUnder } = value as unknown as BackupAttachment;
  if (!path.startsWith(ATTACHMENTS_FOLDER) || !(sealedUnder === undefined || (typeof sealedUnder === "string" && SID.test(sealedUnder))))
    return undefined;
  const attachment = { id, fileName, mimeType, sizeBytes, path };
  return sealedUnder === undefined ? attachment : { ...attachment, sealedUnder };
}

export function parseManifestEntry(value: unknown): ManifestEntry | undefined {
  if (!isFields(value) || !areTexts(value.path, value.sha256) || !isCount(value.sizeBytes)) return undefined;
  return /^[0-9a-f]{64}$/.test(value.sha256 as string) ? (value as unknown as ManifestEntry) : undefined;
}

function lastModifiedOf({ lastModified, modifiedTime, updatedAt, cloudModified }: Fields): unknown {
  return lastModified ?? modifiedTime ?? updatedAt ?? cloudModified;
}

/** Milliseconds since 1970, or an ISO text of them. */
function toTime(value: unknown): number | undefined {
  const time = typeof value === "string" ? Date.parse(value) : value;
  return typeof time === "number" && Number.isFinite(time) && time >= 0 ? time : undefined;
}

function toId(value: unknown): string | undefined {
  return typeof value === "string" && ID.test(value) ? value : undefined;
}

function isAttachment(value: unknown): boolean {
  return isFields(value) && toId(value.id) !== undefined && areTexts(value.fileName, value.mimeType) && isCount(value.sizeBytes);
}

function cut(text: string, maxChars: number): string {
  const chars = [...text];
  return chars.length <= maxChars ? text : chars.slice(0, maxChars).join("");
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function areTexts(...values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === "string");
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
