/** Plain records for tests of the stores. */
import type { Content } from "../records/file-record.ts";
import type { FilePut } from "../storage/metadata-store.ts";

export function toPut(id: string, fields: Partial<FilePut> = {}): FilePut {
  return {
    id,
    space: "drive",
    name: id,
    mimeType: "application/json",
    description: undefined,
    parentId: "root",
    appProperties: {},
    properties: {},
    starred: false,
    trashed: false,
    explicitlyTrashed: false,
    trashedTime: undefined,
    createdTime: 1,
    modifiedTime: 2,
    modifiedByMeTime: 2,
    viewedByMeTime: undefined,
    originalFilename: undefined,
    content: undefined,
    headRevisionId: undefined,
    version: 1,
    madeAt: 1,
    changedAt: 1,
    ...fields,
  };
}

export function toContent(blobKey: string, bytes: number): Content {
  return { blobKey, bytes, md5: `md5-${blobKey}`, sha1: "sha1", sha256: "sha256" };
}
