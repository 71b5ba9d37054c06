/**
 * Pure functions that plan a create, update, copy, move or trash: from the known state to the records to write. drive-contract §1.2, §1.7,
 * §1.9.
 */

import type { Content, FileRecord, RevisionRecord, Space } from "../../records/file-record.ts";
import { failed, ok, type Result } from "../../result.ts";
import type { FilePut, TreeEntry } from "../../storage/metadata-store.ts";
import { FOLDER_MIME, type Properties } from "../../wire/resources.ts";
import type { ServerLimits } from "../context/limits.ts";
import { type Refusal, refusals } from "../http/refusal.ts";
import type { MetadataInput, PropertyChanges } from "./metadata-input.ts";

/** Content of a request, already stored as a blob. */
export type NewContent = Content & { readonly revisionId: string; readonly mimeType: string | undefined; readonly keepForever: boolean };

export type ParentState = { readonly id: string; readonly space: Space; readonly trashed: boolean };

/** Metadata and content that a request brings for a file. */
export type FileInput = { readonly input: MetadataInput; readonly content: NewContent | undefined };

const VERSION_STEP = { metadata: 1, content: 2 } as const;

export function planCreate(
  id: string,
  { input, content, parent }: FileInput & { readonly parent: ParentState },
  { now, limits }: { readonly now: number; readonly limits: ServerLimits },
): Result<FilePut, Refusal> {
  const appProperties = mergeProperties({}, input.appProperties);
  const properties = mergeProperties({}, input.properties);
  const refusal = checkPropertyCounts(appProperties, properties, limits);
  if (refusal !== undefined) return failed(refusal);
  return ok({
    id,
    space: parent.space,
    name: input.name ?? "Untitled",
    mimeType: input.mimeType ?? content?.mimeType ?? "application/octet-stream",
    description: input.description || undefined,
    parentId: parent.id,
    appProperties,
    properties,
    starred: input.starred ?? false,
    trashed: parent.trashed,
    explicitlyTrashed: false,
    trashedTime: undefined,
    createdTime: input.createdTime ?? now,
    modifiedTime: input.modifiedTime ?? input.createdTime ?? now,
    modifiedByMeTime: input.modifiedTime ?? input.createdTime ?? now,
    viewedByMeTime: input.viewedByMeTime,
    originalFilename: content === undefined ? undefined : (input.originalFilename ?? input.name ?? "Untitled"),
    content: content === undefined ? undefined : toContent(content),
    headRevisionId: content?.revisionId,
    version: content === undefined ? VERSION_STEP.metadata : VERSION_STEP.metadata + VERSION_STEP.content,
    madeAt: now,
    changedAt: now,
  });
}

/** Plans neither parents nor trash, which concern more than one file. */
export function planUpdate(
  file: FileRecord,
  { input, content }: FileInput,
  { now, limits }: { readonly now: number; readonly limits: ServerLimits },
): Result<FilePut, Refusal> {
  const appProperties = mergeProperties(file.appProperties, input.appProperties);
  const properties = mergeProperties(file.properties, input.properties);
  const refusal = checkPropertyCounts(appProperties, properties, limits);
  if (refusal !== undefined) return failed(refusal);
  const modifiedTime = input.modifiedTime ?? (content !== undefined || touchesText(input) ? now : file.modifiedTime);
  return ok({
    ...file,
    name: input.name ?? file.name,
    mimeType: input.mimeType ?? (content === undefined ? file.mimeType : (content.mimeType ?? file.mimeType)),
    description: input.description === undefined ? file.description : input.description || undefined,
    appProperties,
    properties,
    starred: input.starred ?? file.starred,
    modifiedTime,
    modifiedByMeTime: modifiedTime === file.modifiedTime ? file.modifiedByMeTime : modifiedTime,
    viewedByMeTime: input.viewedByMeTime ?? file.viewedByMeTime,
    originalFilename: input.originalFilename ?? file.originalFilename,
    content: content === undefined ? file.content : toContent(content),
    headRevisionId: content?.revisionId ?? file.headRevisionId,
    version: file.version + (content === undefined ? VERSION_STEP.metadata : VERSION_STEP.content),
    changedAt: now,
  });
}

/** True if a body contains no writable field. */
export function isEmptyInput(input: MetadataInput): boolean {
  return Object.keys(input).length === 0;
}

/**
 * True if the change sets the modification date. Stars and views do not; the service documents nothing for trash and moves, so they do not
 * either.
 */
function touchesText(input: MetadataInput): boolean {
  const { name, description, mimeType, appProperties, properties, originalFilename } = input;
  return [name, description, mimeType, appProperties, properties, originalFilename].some((value) => value !== undefined);
}

export function planTrash(
  file: FilePut,
  { trashed, parentTrashed, now }: { readonly trashed: boolean; readonly parentTrashed: boolean; readonly now: number },
): FilePut {
  return {
    ...file,
    explicitlyTrashed: trashed,
    trashed: trashed || parentTrashed,
    trashedTime: trashed ? (file.explicitlyTrashed ? file.trashedTime : now) : undefined,
  };
}

/** Files below a folder whose trash state must follow a change of the folder. */
export type TrashFollower = Pick<TreeEntry, "id" | "version" | "trashed">;

export function findFollowers(folder: Pick<TreeEntry, "id" | "trashed">, below: readonly TreeEntry[]): readonly TrashFollower[] {
  const childrenByParent = new Map<string | undefined, TreeEntry[]>();
  for (const file of below) {
    const siblings = childrenByParent.get(file.parentId);
    if (siblings === undefined) childrenByParent.set(file.parentId, [file]);
    else siblings.push(file);
  }
  const followers: TrashFollower[] = [];
  const walk = (parent: Pick<TreeEntry, "id" | "trashed">) => {
    for (const child of childrenByParent.get(parent.id) ?? []) {
      const trashed = child.explicitlyTrashed || parent.trashed;
      if (trashed !== child.trashed) followers.push({ id: child.id, version: child.version, trashed });
      walk({ id: child.id, trashed });
    }
  };
  walk(folder);
  return followers;
}

export function planFollower(file: FileRecord, trashed: boolean, now: number): FilePut {
  return { ...file, trashed, version: file.version + VERSION_STEP.metadata, changedAt: now };
}

export function planRevision(file: FilePut, content: NewContent): RevisionRecord {
  return {
    fileId: file.id,
    id: content.revisionId,
    mimeType: file.mimeType,
    modifiedTime: file.modifiedTime,
    madeAt: file.changedAt,
    keepForever: content.keepForever,
    originalFilename: file.originalFilename,
    content: toContent(content),
  };
}

/** Returns the old revisions that a new one displaces: unpinned, not the head, and too many or too old. `revisions` are oldest first. */
export function planRetention(
  revisions: readonly RevisionRecord[],
  now: number,
  limits: Pick<ServerLimits, "unpinnedRevisions" | "unpinnedRevisionMs">,
): readonly RevisionRecord[] {
  const unpinned = revisions.filter((revision) => !revision.keepForever);
  const surplus = Math.max(0, unpinned.length - limits.unpinnedRevisions);
  return unpinned.filter((revision, index) => index < surplus || revision.madeAt < now - limits.unpinnedRevisionMs);
}

export function isFolder(file: Pick<FileRecord, "mimeType">): boolean {
  return file.mimeType === FOLDER_MIME;
}

function mergeProperties(old: Properties, changes: PropertyChanges | undefined): Properties {
  if (changes === undefined) return old;
  const merged = new Map(Object.entries(old));
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

function checkPropertyCounts(appProperties: Properties, properties: Properties, limits: ServerLimits): Refusal | undefined {
  const counts = [Object.keys(appProperties).length, Object.keys(properties).length] as const;
  const isTooMany = counts.some((count) => count > limits.propertiesPerScope) || counts[0] + counts[1] > limits.propertiesTotal;
  return isTooMany ? refusals.tooManyProperties() : undefined;
}

function toContent({ blobKey, bytes, md5, sha1, sha256 }: Content): Content {
  return { blobKey, bytes, md5, sha1, sha256 };
}
