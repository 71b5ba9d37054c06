/** Format of a backup: the spec's files, their records, and the parser of each. Spec B §3 "Backup metadata", decision 0001. Pure. */
import { isEntityId } from "@satchel/contract/ids.ts";
import type { FolderEntity, NoteEntity } from "../entities/entity.ts";
import { hashText } from "../entities/entity-ids.ts";
import { type Folder, type FolderType, ownName, storedName } from "../entities/folder.ts";
import type { Attachment } from "../entities/note.ts";
import { type Each, type FieldsWith, fieldsWith, NOTE_FIELDS } from "../entities/note-fields.ts";
import { isFolderParent, soundUnknownFields } from "../entities/parsing/parse-entity.ts";
import { isCount, isForeignTime, isOrder, isTextUpTo, RANGE } from "../entities/parsing/ranges.ts";
import { withoutAbsent } from "../entities/parsing/record-values.ts";
import { unknownFieldsOf } from "../entities/parsing/unknown-fields.ts";
import type { Tags } from "../entities/tags/tag.ts";
import { readTagList } from "../entities/tags/tag-edits.ts";
import { ATTACHMENT, BACKUP, FOLDER, NOTE } from "../limits/limits.ts";

export const BACKUP_FILES = {
  metadata: "metadata.json",
  notes: "notes.json",
  folders: "folders.json",
  attachments: "attachments.json",
  sensitive: "sensitive.json",
  /** Former versions of notes, if the user included them. */
  history: "history.json",
  manifest: "manifest.json",
  /** In a sealed backup, contains all other files. */
  payload: "payload.bin",
} as const;
export const ATTACHMENTS_FOLDER = "attachments/";

export type BackupMetadata = {
  readonly version: string;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly appName: string;
  /** Totals as the file states them; files of other origin may omit them. */
  readonly totalNotes?: number;
  readonly totalFolders?: number;
  readonly totalAttachments?: number;
  /** Key material of a sealed backup (crypto/backup-sealing.ts); absent if it is unencrypted. */
  readonly lock?: unknown;
};

type BackupField = FieldsWith<"backup", "copy" | "id" | "time">;

/** The note also keeps its unknown fields. `mtime` has the spec's name. The texts of a sealed note are empty. */
export type BackupNote = Pick<NoteEntity, Exclude<BackupField, "mtime">> & { readonly lastModified: number };

export type BackupFolder = Pick<
  FolderEntity,
  "id" | "name" | "parent" | "templateId" | "description" | "color" | "folderType" | "displayOrder" | "isDefault" | "createdAt"
> & { readonly lastModified: number };

/** `path`: path in the archive. `sealedUnder`: folder that seals a sensitive note's file, whose name is in the note. */
export type BackupAttachment = Attachment & { readonly path: string; readonly sealedUnder?: string };

export type ManifestEntry = { readonly path: string; readonly sha256: string; readonly sizeBytes: number };

/** Formats lines of the manifest, one per file. */
export function manifestLines(entries: readonly ManifestEntry[]): string {
  return entries.map((entry) => JSON.stringify(entry)).join(",\n");
}

const WRITTEN_FIELDS = fieldsWith("backup", "copy", "id", "time");

/** Omits absent optional fields. */
export function toBackupNote(note: NoteEntity): BackupNote {
  const fields = WRITTEN_FIELDS.filter((name) => note[name] !== undefined).map((name) => [nameInBackup(name), toWritten(name, note[name])]);
  return { ...Object.fromEntries(fields), ...unknownFieldsOf(note) } as BackupNote;
}

function nameInBackup(name: BackupField): string {
  return name === "mtime" ? "lastModified" : name;
}

function toWritten(name: BackupField, value: unknown): unknown {
  const how = NOTE_FIELDS[name].backup;
  if (how === "id") return toSoundIdOrNull(value as string | null);
  return how === "time" ? toSoundTime(value as number) : value;
}

/** Replaces an invalid id of an earlier version by a deterministic valid one. */
function toSoundId(id: string): string {
  return isEntityId(id) ? id : `restored-${hashText(id)}`;
}

function toSoundIdOrNull(id: string | null): string | null {
  return id === null ? null : toSoundId(id);
}

function toSoundTime(time: number): number {
  return Math.trunc(Math.min(Math.max(time, 0), RANGE.maxForeignTimeMs)) || 0;
}

export function toBackupFolder({ folderId, name, parent, createdAt, lastModified, ...values }: Folder): BackupFolder {
  return {
    id: toSoundId(folderId),
    ...storedName(name, parent && { ...parent, id: toSoundId(parent.id) }),
    ...values,
    createdAt: toSoundTime(createdAt),
    lastModified: toSoundTime(lastModified),
  };
}

/** Spec B §9 "Backup", decision 0001. */
export function backupFileName(nowMs: number): string {
  return `${BACKUP.appName}-backup-${toFileStamp(nowMs)}.zip`;
}

/** The spec's time stamp: ISO with colons and dots replaced by dashes. */
export function toFileStamp(nowMs: number): string {
  return new Date(nowMs).toISOString().replace(/[:.]/g, "-");
}

type Fields = Readonly<Record<string, unknown>>;

const UNKNOWN_TYPE = "application/octet-stream";
const SID = /^[A-Za-z0-9_-]{1,64}$/;
const COLOR = /^#[0-9A-Fa-f]{6}$/;
const FOLDER_TYPES: readonly unknown[] = ["PINNED", "SENSITIVE", "CUSTOM"];

export function parseMetadata(value: unknown): BackupMetadata | undefined {
  if (!isFields(value) || typeof value.appName !== "string") return undefined;
  const { version = BACKUP.version, timestamp = "", appName, lock } = value;
  if (!areTexts(version, timestamp)) return undefined;
  const totals = (["totalNotes", "totalFolders", "totalAttachments"] as const).flatMap((name) => {
    const total = value[name];
    return isCount(total) ? [[name, total] as const] : [];
  });
  return { version: version as string, timestamp: timestamp as string, appName, ...Object.fromEntries(totals), lock };
}

/** Accepts all names for times that the spec reads, and cuts a title that is too long. Returns undefined if the value is not a note. */
export function parseBackupNote(value: unknown): BackupNote | undefined {
  if (!isFields(value)) return undefined;
  const id = toId(value.id ?? value.noteId);
  const [createdAt, lastModified] = [toTime(value.createdAt), toTime(lastModifiedOf(value))];
  const { title, content, folderId, pinnedFrom, sealed, tags, attachments = [], attIds = [] } = value;
  if (id === undefined || !areTexts(title, content) || (sealed !== undefined && typeof sealed !== "string")) return undefined;
  const time = lastModified ?? createdAt;
  if (time === undefined || !Array.isArray(attachments) || !Array.isArray(attIds)) return undefined;
  const { mtime, ...note }: Each<BackupField> = {
    id,
    title: cut(title as string, NOTE.titleMaxChars),
    content: content as string,
    // An invalid folder id leaves the note without a folder.
    folderId: toId(folderId) ?? null,
    isEncrypted: value.isEncrypted === true,
    createdAt: createdAt ?? time,
    mtime: time,
    // Leaves out an invalid attachment and keeps the note.
    attachments: attachments.flatMap((item) => toAttachment(item) ?? []),
    attIds: attIds.flatMap((item) => toId(item) ?? []),
    pinnedFrom: pinnedFrom === undefined ? undefined : (toId(pinnedFrom) ?? null),
    tags: toTagsOrNone(tags),
    searchQuery: toNameOrNone(value.searchQuery),
    searchName: toNameOrNone(value.searchName),
    searchIcon: toNameOrNone(value.searchIcon),
    day: toNameOrNone(value.day),
    isTemplate: value.isTemplate === true ? true : undefined,
    hasStrays: value.hasStrays === true ? true : undefined,
    sealed,
  };
  return withoutAbsent({ ...note, lastModified: mtime }) as BackupNote;
}

/** Parses a backup's note with its sound unknown fields; unencrypted files in the drive do not contribute such fields. */
export function parseArchivedNote(value: unknown): BackupNote | undefined {
  const note = parseBackupNote(value);
  return note && { ...note, ...soundUnknownFields(value as Fields) };
}

export function parseBackupFolder(value: unknown): BackupFolder | undefined {
  if (!isFields(value)) return undefined;
  const id = toId(value.id ?? value.folderId);
  const { name, description = "", color = FOLDER.defaultColor, folderType = "CUSTOM", displayOrder, isDefault } = value;
  const lastModified = toTime(lastModifiedOf(value));
  const createdAt = toTime(value.createdAt) ?? lastModified;
  if (id === undefined || createdAt === undefined || !areTexts(name, description) || !FOLDER_TYPES.includes(folderType)) return undefined;
  const parent = isFolderParent(value.parent) && toId(value.parent.id) !== undefined ? value.parent : undefined;
  const templateId = toId(value.templateId);
  const own = ownName({ name: name as string, ...(parent && { parent }) });
  return {
    id,
    ...storedName(cut(own, FOLDER.nameMaxChars), parent),
    description: cut(description as string, FOLDER.descriptionMaxChars),
    color: typeof color === "string" && COLOR.test(color) ? color : FOLDER.defaultColor,
    folderType: folderType as FolderType,
    displayOrder: isOrder(displayOrder) ? displayOrder : FOLDER.customOrder,
    isDefault: isDefault === true,
    createdAt,
    lastModified: lastModified ?? createdAt,
    ...(templateId === undefined ? {} : { templateId }),
  };
}

/** `path` is absent in files of other origin, whose attachments are located by id or name. */
export type ListedAttachment = Attachment & { readonly path?: string; readonly sealedUnder?: string };

export function parseBackupAttachment(value: unknown): ListedAttachment | undefined {
  const attachment = toAttachment(value);
  if (attachment === undefined || !isFields(value)) return undefined;
  const { path, sealedUnder } = value;
  if (!(path === undefined || (typeof path === "string" && path.startsWith(ATTACHMENTS_FOLDER)))) return undefined;
  if (!(sealedUnder === undefined || (typeof sealedUnder === "string" && SID.test(sealedUnder)))) return undefined;
  return { ...attachment, ...(path === undefined ? {} : { path }), ...(sealedUnder === undefined ? {} : { sealedUnder }) };
}

export function parseManifestEntry(value: unknown): ManifestEntry | undefined {
  if (!isFields(value) || !areTexts(value.path, value.sha256) || !isCount(value.sizeBytes)) return undefined;
  return /^[0-9a-f]{64}$/.test(value.sha256 as string) ? (value as unknown as ManifestEntry) : undefined;
}

function lastModifiedOf({ lastModified, modifiedTime, updatedAt, cloudModified }: Fields): unknown {
  return lastModified ?? modifiedTime ?? updatedAt ?? cloudModified;
}

/** Reads Unix milliseconds or an ISO text; undefined if a `Date` cannot hold the value. */
function toTime(value: unknown): number | undefined {
  const time = typeof value === "string" ? Date.parse(value) : value;
  return isForeignTime(time) ? Math.trunc(time) : undefined;
}

function toId(value: unknown): string | undefined {
  return isEntityId(value) ? value : undefined;
}

function toTagsOrNone(value: unknown): Tags | undefined {
  const tags = readTagList(value);
  return tags.length === 0 ? undefined : tags;
}

function toNameOrNone(value: unknown): string | undefined {
  return isTextUpTo(value, RANGE.maxNameChars) ? (value as string) : undefined;
}

/** Reads the known fields under any of the names that the spec reads. */
function toAttachment(value: unknown): Attachment | undefined {
  if (!isFields(value)) return undefined;
  const { fileName = value.name ?? value.filename, mimeType = value.type ?? UNKNOWN_TYPE, sizeBytes = value.size ?? 0 } = value;
  const id = toId(value.id ?? value.attachmentId);
  if (id === undefined || typeof fileName !== "string" || typeof mimeType !== "string" || !isCount(sizeBytes)) return undefined;
  return { id, fileName: cut(fileName, ATTACHMENT.nameMaxChars), mimeType: cut(mimeType, ATTACHMENT.nameMaxChars), sizeBytes };
}

function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const chars = [...text];
  return chars.length <= maxChars ? text : chars.slice(0, maxChars).join("");
}

function areTexts(...values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === "string");
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
