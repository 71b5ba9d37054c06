/** A file of the drive as last observed: one row of the remote tree. sync.md §3. */
import type { EntityKind } from "../entities/entity.ts";
import type { Dot, VersionVector } from "../entities/version-vector.ts";

/** The four subfolders of the app folder, by what they are for. */
export type FolderRole = "notes" | "folders" | "attachments" | "soft-delete";

export type RemoteFile = {
  readonly fileId: string;
  /** Entity id: appProperty `n`, else the file's name without `.json`. */
  readonly id: string;
  readonly kind: EntityKind;
  readonly vv: VersionVector;
  /** The device that may PATCH it (appProperty `o`); undefined for files of older or foreign origin. */
  readonly owner?: string;
  readonly trashed: boolean;
  /** Trashed by us because another file contains it (appProperty `sup`). */
  readonly superseded: boolean;
  readonly role: FolderRole | undefined;
  /** Drive's own counter as a number; only ever compared with a later observation of the same file. */
  readonly version: number;
  /** The drive's time of its last change, milliseconds; unknown of rows that an earlier release wrote. */
  readonly modifiedTime?: number;
  readonly md5?: string;
  /** True when this device sent or opened exactly these bytes (sync.md §4.2 "Trust"). */
  readonly trusted: boolean;
  /** As last read or sent: the text in it is sealed for the Sensitive folder. */
  readonly sealed?: boolean;
  /** Read, and its text can only be merged once the Sensitive folder is unlocked. */
  readonly waits?: boolean;
  /** MD5s of bytes that were written over in it by someone who had not read them. */
  readonly overwritten?: readonly string[];
  /** None of our writes put its bytes there: someone did in the drive itself, on purpose. */
  readonly unmarked?: boolean;
  /** This is no file but those bytes: a revision of the file named here. */
  readonly revision?: { readonly fileId: string; readonly md5: string };
  /** This is no file of its own: the record is in the primary pack of this file id. */
  readonly packedIn?: string;
  /** Of a revision of another device's file: when it is read unless its owner has seen to it by then. */
  readonly readAt?: number;
  /** When what is in the trash in clear, of a note that is sensitive now, may be removed for good. */
  readonly eraseAt?: number;
  /** Why it could not be opened; such a file is never rewritten, trashed or counted as containing anything. */
  readonly unreadable?: UnreadableReason | "unsealed";
  /** Unsealed, and a note: the id that it gets if the user imports it. */
  readonly importAs?: string;
};

/** Of a file without our properties: equal bytes are equal versions, no matter who made them. */
export function foreignVector(md5: string): VersionVector {
  const { device, counter } = foreignDot(md5);
  return { [device]: counter };
}

export function foreignDot(md5: string): Dot {
  return { device: `legacy-${md5}`, counter: 1 };
}

export type UnreadableReason = "unknown-version" | "unknown-key" | "damaged";
