/**
 * Converts a file to its Drive v2 form with an etag, which v3 lacks. Only the fields that conditional writers need. drive-contract §2.2.
 */
import { createHash } from "node:crypto";
import type { FileRecord } from "../../records/file-record.ts";
import { toTime } from "../../wire/time.ts";
import type { FieldSchema } from "../fields/field-mask.ts";

const NAMES =
  "kind id etag title mimeType description createdDate modifiedDate modifiedByMeDate fileSize quotaBytesUsed md5Checksum sha1Checksum sha256Checksum " +
  "headRevisionId version originalFilename fileExtension editable explicitlyTrashed";

export const V2_FILE_SCHEMA: FieldSchema = {
  ...Object.fromEntries(NAMES.split(" ").map((name) => [name, "leaf" as const])),
  labels: "open",
  parents: { kind: "leaf", id: "leaf", isRoot: "leaf" },
  properties: { kind: "leaf", key: "leaf", value: "leaf", visibility: "leaf" },
};

/** Opaque; changes with every change of the file. */
export function toEtag(file: Pick<FileRecord, "id" | "version" | "madeAt">): string {
  return `"${createHash("sha256").update(`${file.id} ${file.version} ${file.madeAt}`).digest("base64url").slice(0, 27)}"`;
}

export function toV2Json(file: FileRecord, rootId: string): Readonly<Record<string, unknown>> {
  return {
    kind: "drive#file",
    id: file.id,
    etag: toEtag(file),
    title: file.name,
    mimeType: file.mimeType,
    ...(file.description !== undefined && { description: file.description }),
    labels: { starred: file.starred, trashed: file.trashed, hidden: false, restricted: false, viewed: file.viewedByMeTime !== undefined },
    createdDate: toTime(file.createdTime),
    modifiedDate: toTime(file.modifiedTime),
    modifiedByMeDate: toTime(file.modifiedByMeTime),
    parents: file.parentId === undefined ? [] : [{ kind: "drive#parentReference", id: file.parentId, isRoot: file.parentId === rootId }],
    properties: [...toProperties(file.appProperties, "PRIVATE"), ...toProperties(file.properties, "PUBLIC")],
    version: String(file.version),
    quotaBytesUsed: String(file.content?.bytes ?? 0),
    ...(file.content !== undefined && {
      fileSize: String(file.content.bytes),
      md5Checksum: file.content.md5,
      sha1Checksum: file.content.sha1,
      sha256Checksum: file.content.sha256,
      headRevisionId: file.headRevisionId,
      originalFilename: file.originalFilename,
    }),
    editable: true,
    explicitlyTrashed: file.explicitlyTrashed,
  };
}

function toProperties(properties: FileRecord["properties"], visibility: "PRIVATE" | "PUBLIC"): readonly unknown[] {
  return Object.entries(properties).map(([key, value]) => ({ kind: "drive#property", key, value, visibility }));
}
