/** Attaches files to the note being written, and opens and saves them for the reader. Built in use-attachment-host.ts. */
import type { AttachmentStatus } from "@satchel/core/library/attachments/attachment-status.ts";
import type { Attachment } from "@satchel/core/model/entities/note.ts";

export type LinkedFile = Pick<Attachment, "id" | "fileName" | "mimeType">;

/** The files of one note. Failures are shown in a toast. */
export interface AttachmentHost {
  /** Stores a file. Resolves to undefined if it could not be kept; once it resolves, a text may refer to the attachment. */
  keep(file: File): Promise<Attachment | undefined>;
  /** Undefined if the file is not on this device or is already in the drive. */
  statusOf(id: string): AttachmentStatus | undefined;
  onChange(listener: () => void): () => void;
  download(file: LinkedFile): Promise<void>;
  cancel(id: string): void;
  retry(id: string): void;
  /** Opens the plans; undefined if there are no plans with more space. */
  readonly seePlans?: (() => void) | undefined;
}
