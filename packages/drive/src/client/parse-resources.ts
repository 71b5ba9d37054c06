/** Parses JSON responses. Entries and fields of another type are left out; a response that is not an object, or has no usable pages, is undefined. */
import type { About, Change, ChangeList, DriveFile, FileList, Properties, Revision, RevisionList } from "../wire/resources.ts";

type Fields = Readonly<Record<string, unknown>>;
type Parse = (value: unknown) => unknown;

export function parseFile(value: unknown): DriveFile | undefined {
  return parseWith<DriveFile>(FILE, value);
}

export function parseRevision(value: unknown): Revision | undefined {
  return parseWith<Revision>(REVISION, value);
}

export function parseAbout(value: unknown): About | undefined {
  return parseWith<About>(ABOUT, value);
}

export function parseFileList(value: unknown): FileList | undefined {
  return isPage(value, "files", ["nextPageToken"]) ? parseWith<FileList>(FILE_LIST, value) : undefined;
}

export function parseChangeList(value: unknown): ChangeList | undefined {
  return isPage(value, "changes", ["nextPageToken", "newStartPageToken"]) ? parseWith<ChangeList>(CHANGE_LIST, value) : undefined;
}

export function parseRevisionList(value: unknown): RevisionList | undefined {
  return isPage(value, "revisions", ["nextPageToken"]) ? parseWith<RevisionList>(REVISION_LIST, value) : undefined;
}

export function parseIds(value: unknown): readonly string[] | undefined {
  return isFields(value) ? (texts(value.ids) ?? []) : undefined;
}

export function parseStartPageToken(value: unknown): string | undefined {
  return isFields(value) ? text(value.startPageToken) : undefined;
}

/** A page without its list or its token would look like the last one, and files on later pages like deleted ones. */
function isPage(value: unknown, list: string, tokens: readonly string[]): value is Fields {
  if (!isFields(value)) return false;
  const isList = value[list] === undefined || Array.isArray(value[list]);
  return isList && tokens.every((name) => value[name] === undefined || typeof value[name] === "string");
}

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
const flag = (value: unknown): boolean | undefined => (typeof value === "boolean" ? value : undefined);
const texts = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : undefined;
const textMap = (value: unknown): Properties | undefined =>
  isFields(value)
    ? Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"))
    : undefined;
const flagMap = (value: unknown): Readonly<Record<string, boolean>> | undefined =>
  isFields(value)
    ? Object.fromEntries(Object.entries(value).filter((entry): entry is [string, boolean] => typeof entry[1] === "boolean"))
    : undefined;
const fields =
  (shape: Readonly<Record<string, Parse>>): Parse =>
  (value) =>
    parseWith(shape, value);
const listOf =
  (shape: Readonly<Record<string, Parse>>): Parse =>
  (value) =>
    Array.isArray(value) ? value.flatMap((each) => parseWith<object>(shape, each) ?? []) : undefined;

type Shape<Resource> = Readonly<Record<keyof Resource, Parse>>;

const USER = { kind: text, displayName: text, photoLink: text, me: flag, permissionId: text, emailAddress: text };
const FILE: Shape<DriveFile> = {
  kind: text,
  id: text,
  name: text,
  mimeType: text,
  description: text,
  parents: texts,
  appProperties: textMap,
  properties: textMap,
  starred: flag,
  trashed: flag,
  explicitlyTrashed: flag,
  trashedTime: text,
  createdTime: text,
  modifiedTime: text,
  modifiedByMeTime: text,
  viewedByMeTime: text,
  size: text,
  quotaBytesUsed: text,
  version: text,
  md5Checksum: text,
  sha1Checksum: text,
  sha256Checksum: text,
  headRevisionId: text,
  originalFilename: text,
  fileExtension: text,
  fullFileExtension: text,
  spaces: texts,
  ownedByMe: flag,
  owners: listOf(USER),
  lastModifyingUser: fields(USER),
  capabilities: flagMap,
  isAppAuthorized: flag,
  shared: flag,
};
const REVISION: Shape<Revision> = {
  kind: text,
  id: text,
  mimeType: text,
  modifiedTime: text,
  keepForever: flag,
  md5Checksum: text,
  size: text,
  originalFilename: text,
  lastModifyingUser: fields(USER),
};
const CHANGE: Shape<Change> = { kind: text, type: text, changeType: text, time: text, fileId: text, removed: flag, file: fields(FILE) };
const FILE_LIST: Shape<FileList> = { kind: text, incompleteSearch: flag, nextPageToken: text, files: listOf(FILE) };
const CHANGE_LIST: Shape<ChangeList> = { kind: text, nextPageToken: text, newStartPageToken: text, changes: listOf(CHANGE) };
const REVISION_LIST: Shape<RevisionList> = { kind: text, nextPageToken: text, revisions: listOf(REVISION) };
const QUOTA = { limit: text, usage: text, usageInDrive: text, usageInDriveTrash: text };
const ABOUT: Shape<About> = { kind: text, user: fields(USER), storageQuota: fields(QUOTA) };

function parseWith<Resource>(shape: Readonly<Record<string, Parse>>, value: unknown): Resource | undefined {
  if (!isFields(value)) return undefined;
  const parsed: Record<string, unknown> = {};
  // The loop is over what was sent and not over the shape, because responses have few of its fields.
  for (const name of Object.keys(value)) {
    const field = Object.hasOwn(shape, name) ? shape[name]?.(value[name]) : undefined;
    if (field !== undefined) parsed[name] = field;
  }
  return parsed as Resource;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
