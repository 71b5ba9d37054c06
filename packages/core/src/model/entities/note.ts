/** What a note is to everything above the local store. Spec A §3 "Note"; its many client flags are one union here, `sync`. */
import type { VersionVector } from "./version-vector.ts";

export type Attachment = {
  readonly id: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
};

/** The four states of decision 0005: being synced, only on this device, in the drive, or in need of the user. */
export type NoteSync =
  | { readonly kind: "saving" }
  /** `failed`: it was sent, and why that did not go through. It is sent again without being asked. */
  | { readonly kind: "on-this-device"; readonly failed?: UploadFailure }
  | { readonly kind: "in-your-drive" }
  | { readonly kind: "needs-you"; readonly reason: NeedsYouReason };

export type UploadFailure = "server-error" | "timed-out" | "access-expired";

export type NeedsYouReason = "storage-full" | "not-permitted" | "refused" | "unsealable" | "too-large" | "damaged" | "locked";

/** A row of the list: everything but the text. Times are milliseconds since 1970 UTC. */
export type NoteSummary = {
  readonly noteId: string;
  readonly title: string;
  /** Plain text, at most `NOTE.previewStoredChars` characters. */
  readonly preview: string;
  readonly folderId: string | null;
  readonly createdAt: number;
  readonly lastModified: number;
  readonly isEncrypted: boolean;
  /** Of a note in the Sensitive folder: whether its title and text are at hand. */
  readonly seal?: "locked" | "opened" | "failed";
  readonly attachments: readonly Attachment[];
  /** The notes that its text links to, where that can be read. */
  readonly linkIds?: readonly string[];
  /** While it is pinned: the folder it goes back to. */
  readonly pinnedFrom?: string | null;
  readonly sync: NoteSync;
};

/** A note with its text: canonical HTML of the stored schema (document/html/stored-html.ts). */
export type Note = NoteSummary & {
  readonly content: string;
  /** The version this text is; an editor hands it back at save, so that a merge knows what was seen. */
  readonly vv: VersionVector;
  /** Of later versions of the app; decision 0022. */
  readonly unknownFields?: Readonly<Record<string, unknown>>;
};

/** What the user types: the part of a note that an editor holds. */
export type NoteDraft = { readonly title: string; readonly content: string };
