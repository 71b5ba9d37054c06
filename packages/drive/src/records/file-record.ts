/** The stored record of one file. Times are milliseconds and sizes are numbers; server/file-json.ts makes the wire form. */
import type { Properties } from "../wire/resources.ts";

export type Space = "drive" | "appDataFolder";

/** The stored bytes of a file or of one revision. */
export type Content = {
  readonly blobKey: string;
  readonly bytes: number;
  readonly md5: string;
  readonly sha1: string;
  readonly sha256: string;
};

export type FileRecord = {
  readonly id: string;
  readonly space: Space;
  readonly name: string;
  readonly mimeType: string;
  readonly description: string | undefined;
  /** Undefined only for the root of a space. */
  readonly parentId: string | undefined;
  readonly appProperties: Properties;
  readonly properties: Properties;
  readonly starred: boolean;
  /** True if the item itself or a folder above it is in the trash. */
  readonly trashed: boolean;
  readonly explicitlyTrashed: boolean;
  readonly trashedTime: number | undefined;
  readonly createdTime: number;
  readonly modifiedTime: number;
  readonly modifiedByMeTime: number;
  readonly viewedByMeTime: number | undefined;
  readonly originalFilename: string | undefined;
  /** Undefined for folders. */
  readonly content: Content | undefined;
  readonly headRevisionId: string | undefined;
  /** Increases with every change of this file. */
  readonly version: number;
  /** Number of the file in order of creation within the account. It never changes, so listings can page by it. Set by the store. */
  readonly madeSeq: number;
  /** Position in the changes feed: the account's counter at the last change. Set by the store. */
  readonly changeSeq: number;
  /** Server times of creation and of the last change, independent of the dates that the client sent. */
  readonly madeAt: number;
  readonly changedAt: number;
};

export type RevisionRecord = {
  readonly fileId: string;
  readonly id: string;
  readonly mimeType: string;
  readonly modifiedTime: number;
  /** Server time, used for retention, because a client may send any date as modifiedTime. */
  readonly madeAt: number;
  readonly keepForever: boolean;
  readonly originalFilename: string | undefined;
  readonly content: Content;
};

/** Approximate bytes of a row with its index entries: ids, 13 numbers and three checksums, rounded. */
export const ROW_BYTES = 512;

type Described = Pick<FileRecord, "name" | "description" | "originalFilename" | "appProperties" | "properties">;

/**
 * Bytes that a file's metadata counts against the quota: its texts, plus a fixed number for the rest of the row. The SQL of both databases
 * computes the same.
 */
export function countMetadata({ name, description, originalFilename, appProperties, properties }: Described): number {
  const texts = [name, description ?? "", originalFilename ?? "", JSON.stringify(appProperties), JSON.stringify(properties)];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), ROW_BYTES);
}
