/** How a note's text reaches its files: attached while it is written, handed out when someone asks. Built in use-attachment-host.ts. */
import type { AttachmentStatus } from "@satchel/core/library/attachments/attachment-status.ts";
import type { Attachment } from "@satchel/core/model/entities/note.ts";

export type LinkedFile = Pick<Attachment, "id" | "fileName" | "mimeType">;

/** The files of one note. Failures are shown in a toast. */
export interface AttachmentHost {
  /** Undefined when it could not be kept. A text may refer to it once this answers. */
  keep(file: File): Promise<Attachment | undefined>;
  /** Undefined for one that is not on this device, or is in the drive. */
  statusOf(id: string): AttachmentStatus | undefined;
  onChange(listener: () => void): () => void;
  download(file: LinkedFile): Promise<void>;
  cancel(id: string): void;
  retry(id: string): void;
  /** Where there are plans with more space. */
  readonly seePlans?: (() => void) | undefined;
}
