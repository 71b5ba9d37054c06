/** Converts a file to its wire form, limited to the fields of a mask. drive-contract §1.2. */
import type { FileRecord } from "../../records/file-record.ts";
import type { DriveUser } from "../../wire/resources.ts";
import { toTime } from "../../wire/time.ts";
import type { Identity } from "../context/context.ts";
import { type FieldMask, pickFields } from "../fields/field-mask.ts";
import { isFolder } from "./file-plan.ts";

type Read = (file: FileRecord, identity: Identity) => unknown;

export function toFileJson(file: FileRecord, identity: Identity, mask: FieldMask): Readonly<Record<string, unknown>> {
  const json: Record<string, unknown> = {};
  for (const [name, below] of mask === true ? EVERYTHING : mask) {
    const value = Object.hasOwn(READERS, name) ? READERS[name]?.(file, identity) : undefined;
    if (value !== undefined) json[name] = pickFields(value, below);
  }
  return json;
}

export function toUserJson({ user }: Identity): DriveUser {
  return { kind: "drive#user", displayName: user.displayName, me: true, permissionId: user.permissionId, emailAddress: user.emailAddress };
}

const READERS: Readonly<Record<string, Read | undefined>> = {
  kind: () => "drive#file",
  id: (file) => file.id,
  name: (file) => file.name,
  mimeType: (file) => file.mimeType,
  description: (file) => file.description,
  parents: (file) => (file.parentId === undefined ? undefined : [file.parentId]),
  appProperties: (file) => notEmpty(file.appProperties),
  properties: (file) => notEmpty(file.properties),
  starred: (file) => file.starred,
  trashed: (file) => file.trashed,
  explicitlyTrashed: (file) => file.explicitlyTrashed,
  trashedTime: (file) => toOptionalTime(file.trashedTime),
  createdTime: (file) => toTime(file.createdTime),
  modifiedTime: (file) => toTime(file.modifiedTime),
  modifiedByMeTime: (file) => toTime(file.modifiedByMeTime),
  modifiedByMe: () => true,
  viewedByMe: (file) => file.viewedByMeTime !== undefined,
  viewedByMeTime: (file) => toOptionalTime(file.viewedByMeTime),
  size: (file) => (file.content === undefined ? undefined : String(file.content.bytes)),
  quotaBytesUsed: (file) => String(file.content?.bytes ?? 0),
  version: (file) => String(file.version),
  md5Checksum: (file) => file.content?.md5,
  sha1Checksum: (file) => file.content?.sha1,
  sha256Checksum: (file) => file.content?.sha256,
  headRevisionId: (file) => file.headRevisionId,
  originalFilename: (file) => file.originalFilename,
  fileExtension: (file) => (file.content === undefined ? undefined : extensionOf(file.name, ".")),
  fullFileExtension: (file) => (file.content === undefined ? undefined : extensionOf(file.name, "first")),
  spaces: (file) => [file.space],
  ownedByMe: () => true,
  shared: () => false,
  isAppAuthorized: () => true,
  owners: (_file, identity) => [toUserJson(identity)],
  lastModifyingUser: (_file, identity) => toUserJson(identity),
  permissionIds: (_file, identity) => [identity.user.permissionId],
  capabilities: toCapabilities,
  viewersCanCopyContent: () => true,
  copyRequiresWriterPermission: () => false,
  writersCanShare: () => true,
  hasThumbnail: () => false,
  thumbnailVersion: () => "0",
};

const EVERYTHING: readonly (readonly [string, FieldMask])[] = Object.keys(READERS).map((name) => [name, true]);

function toCapabilities(file: FileRecord): Readonly<Record<string, boolean>> {
  const folder = isFolder(file);
  const isInDrive = file.space === "drive";
  return {
    canAddChildren: folder,
    canListChildren: folder,
    canRemoveChildren: folder,
    canCopy: !folder,
    canDownload: !folder,
    canReadRevisions: !folder,
    canModifyContent: true,
    canEdit: true,
    canRename: true,
    canDelete: true,
    canTrash: isInDrive,
    canUntrash: isInDrive,
    canShare: isInDrive,
    canComment: isInDrive,
  };
}

function toOptionalTime(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : toTime(ms);
}

function notEmpty(map: Readonly<Record<string, string>>): Readonly<Record<string, string>> | undefined {
  return Object.keys(map).length === 0 ? undefined : map;
}

function extensionOf(name: string, from: "." | "first"): string | undefined {
  const at = from === "." ? name.lastIndexOf(".") : name.indexOf(".");
  return at === -1 ? undefined : name.slice(at + 1);
}
