/** A writer: the name under which one process writes, and the writes that it has begun. Created by writer-service.ts. Decision 0041. */
import type { RemoteFile } from "../../model/drive/remote-file.ts";
import { SYNC } from "../../model/limits/limits.ts";

/** Kept in memory only, so that no other process continues a write that this one has begun. */
export type Writer = {
  readonly name: string;
  /** Entries of a vector; an edit of this writer drops the oldest ones above this. */
  readonly maxEntries: number;
  /** Ids of the drive files that this process has created or tried to create. It never overwrites other files. */
  readonly made: Set<string>;
  /** Reserved file ids of unconfirmed creates, by entity id. */
  readonly creating: Map<string, string>;
  /** Files whose last PATCH has an unknown outcome. They are never overwritten again. */
  readonly tainted: Set<string>;
};

export function createWriter(name: string, maxEntries: number = SYNC.vectorMaxEntries): Writer {
  return { name, maxEntries, made: new Set(), creating: new Map(), tainted: new Set() };
}

/** True if this process created the file. The file's properties alone do not prove that: the drive could return another owner. */
export function isMadeBy({ fileId, owner }: RemoteFile, { name, made }: Writer): boolean {
  return owner === name && made.has(fileId);
}
