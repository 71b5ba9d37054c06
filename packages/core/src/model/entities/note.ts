/** The note for everything above the local store. Spec A §3 "Note"; the union `sync` replaces the spec's client flags. */
import type { VersionVector } from "./version-vector.ts";

export type Attachment = {
  readonly id: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
};

/** The four states of decision 0005: being synced, only on this device, in the drive, or needing the user. */
export type NoteSync =
  | { readonly kind: "saving" }
  /** `failed`: reason of the last failed upload, which is retried automatically. */
  | { readonly kind: "on-this-device"; readonly failed?: UploadFailure }
  | { readonly kind: "in-your-drive" }
  | { readonly kind: "needs-you"; readonly reason: NeedsYouReason };

export type UploadFailure = "server-error" | "timed-out" | "access-expired";

export type NeedsYouReason = "storage-full" | "not-permitted" | "refused" | "unsealable" | "too-large" | "damaged" | "locked";

/** A row of the list: everything except the text. Times are Unix milliseconds. */
export type NoteSummary = {
  readonly noteId: string;
  readonly title: string;
  /** Plain text, at most `NOTE.previewStoredChars` characters. */
  readonly preview: string;
  readonly folderId: string | null;
  readonly createdAt: number;
  readonly lastModified: number;
  readonly isEncrypted: boolean;
  /** For a note in the Sensitive folder: whether its title and text are available. */
  readonly seal?: "locked" | "opened" | "failed";
  readonly attachments: readonly Attachment[];
  /** Ids of the notes that its text links to, if the text can be read. */
  readonly linkIds?: readonly string[];
  /** While the note is pinned: the folder it returns to. */
  readonly pinnedFrom?: string | null;
  /** Absent if the note has none, or its text cannot be read. */
  readonly tags?: readonly string[];
  /** Keys of `tags` (tag.ts), for filters. */
  readonly tagKeys?: readonly string[];
  /** New notes can start from it. Absent if not, or if its text cannot be read. */
  readonly isTemplate?: true;
  /** `2026-11-29`, if it is the note of this day and its text can be read. */
  readonly day?: string;
  readonly sync: NoteSync;
};

/** A note with its text: canonical HTML of the stored schema (document/html/stored-html.ts). */
export type Note = NoteSummary & {
  readonly content: string;
  /** Version of this text. An editor passes it back on save, so that a merge knows what the editor had seen. */
  readonly vv: VersionVector;
  /** Fields of later app versions; decision 0022. */
  readonly unknownFields?: Readonly<Record<string, unknown>>;
};

/** Kinds of content that a search can ask for. */
export const CONTENTS = ["image", "table", "task", "link"] as const;
export type Content = (typeof CONTENTS)[number];

/** Title and text as an editor holds them. */
export type NoteDraft = { readonly title: string; readonly content: string };
