/** A drive file as last observed: one row of the remote tree. sync.md §3. */
import type { EntityKind } from "../entities/entity.ts";
import type { Dot, VersionVector } from "../entities/version-vector.ts";

/** Purpose of the four subfolders of the app folder. */
export type FolderRole = "notes" | "folders" | "attachments" | "soft-delete";

export type RemoteFile = {
  readonly fileId: string;
  /** Entity id: appProperty `n`, else the file's name without `.json`. */
  readonly id: string;
  readonly kind: EntityKind;
  readonly vv: VersionVector;
  /** Writer that created the file and alone may PATCH it (appProperty `o`); undefined for files of older or foreign origin. */
  readonly owner?: string;
  readonly trashed: boolean;
  /** Trashed by us because another file contains it (appProperty `sup`). */
  readonly superseded: boolean;
  readonly role: FolderRole | undefined;
  /** Drive's version counter; compare it only with other observations of the same file. */
  readonly version: number;
  /** The drive's modification time in Unix milliseconds; unknown for rows written by an earlier release. */
  readonly modifiedTime?: number;
  readonly md5?: string;
  /** True if this device sent or opened exactly these bytes (sync.md §4.2 "Trust"). */
  readonly trusted: boolean;
  /** True if the text was sealed for the Sensitive folder when last read or sent. */
  readonly sealed?: boolean;
  /** True if the file was read but can only be merged once the Sensitive folder is unlocked. */
  readonly waits?: boolean;
  /** Set if the row is not a file but a record in the primary pack with this file id. */
  readonly packedIn?: string;
  /** Time after which a trashed file that nothing needs may be deleted for good. */
  readonly eraseAt?: number;
  /** Reason why the file could not be opened. Such a file is never rewritten or trashed, and counts as containing nothing. */
  readonly unreadable?: UnreadableReason | "unsealed";
  /** Id for the note if the user imports this unsealed file. */
  readonly importAs?: string;
};

/** Version of a file without our properties: equal bytes are equal versions, whichever client wrote them. */
export function foreignVector(md5: string): VersionVector {
  const { device, counter } = foreignDot(md5);
  return { [device]: counter };
}

export function foreignDot(md5: string): Dot {
  return { device: `legacy-${md5}`, counter: 1 };
}

export type UnreadableReason = "unknown-version" | "unknown-key" | "damaged";
