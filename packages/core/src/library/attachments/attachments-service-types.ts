/** Attachments: commands and what is reported about them. */

import type { UnreadableReason } from "../../model/drive/remote-file.ts";
import type { Attachment } from "../../model/entities/note.ts";
import type { RemoteProblem } from "../../model/remote-problem.ts";
import type { Result } from "../../model/result.ts";
import type { ReadableStore } from "../../model/store.ts";
import type { AttachmentStore } from "../../ports/device/attachment-store.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { AttachmentRemote } from "../../ports/remote/attachment-remote.ts";
import type { AttachmentStatus, AttachmentUse, SizeProblem } from "./attachment-status.ts";

export type NewFile = { readonly bytes: Uint8Array; readonly fileName: string; readonly mimeType: string };

export type AddOptions = {
  readonly use: AttachmentUse;
  /** The note is in the sensitive folder. */
  readonly isSensitive: boolean;
  readonly noteId: string | null;
};

export type AddProblem = SizeProblem | { readonly kind: "vault-locked" } | StoreProblem;

export type OpenProblem =
  | { readonly kind: "vault-locked" }
  /** No device has sent it yet, or no one has it any more. */
  | { readonly kind: "not-in-drive" }
  | { readonly kind: "unreadable"; readonly reason: UnreadableReason }
  | RemoteProblem
  | StoreProblem;

export type Asked = { readonly id: string; readonly isSensitive: boolean; readonly isExact?: boolean };

/** By id. An attachment that is not among them is not on this device, and is fetched when it is opened. */
export type AttachmentsState = { readonly statuses: ReadonlyMap<string, AttachmentStatus> };

export interface AttachmentsService {
  readonly store: ReadableStore<AttachmentsState>;
  /** Once this answers, the bytes survive a crash: only then may a note refer to them. */
  add(file: NewFile, options: AddOptions): Promise<Result<Attachment, AddProblem>>;
  /** A file of a sensitive note that came into it otherwise than by a move is opened as it is; not so when it is asked for exactly. */
  open(attachment: Asked): Promise<Result<Uint8Array, OpenProblem>>;
  /** Has its bytes on this device afterwards, without showing them: what the Sensitive folder seals stays sealed. */
  fetch(attachment: Asked): Promise<Result<void, OpenProblem>>;
  /** Under the Sensitive folder's seal alone, which may be locked: as they go into a backup. In clear only what never had that seal. */
  readSealed(id: string): Promise<Result<Uint8Array, OpenProblem>>;
  /** Its bytes are on this device. */
  isHere(id: string): Promise<boolean>;
  /** Under the id it had: out of a backup. The drive may have it already, and is asked before it is sent. */
  restore(attachment: Attachment, bytes: Uint8Array): Promise<Result<void, AddProblem>>;
  /** Gives up an upload and forgets the bytes; what the drive has already stays there. */
  cancel(id: string): Promise<Result<void, StoreProblem>>;
  /** Tries once more what was refused. */
  retry(id: string): Promise<Result<void, StoreProblem>>;
}

/** What the sync cycle needs to look through the folder. `keptMs`: shorter where runs are. */
export type CollectionMeans = { readonly store: AttachmentStore; readonly remote: AttachmentRemote; readonly keptMs?: number };

/** Uploads as other tabs are notified of them. */
export type AttachmentMessage = { readonly id: string; readonly percent: number | undefined };

/** What sends files to the drive beside the sync cycle. */
export type Uploads = {
  /** Until nothing is left that can be sent now. Asked while it runs, it looks once more. */
  run(): Promise<void>;
  /** Ends the upload of this one, if it is under way. */
  interrupt(id: string): void;
  onProgress(listener: (id: string, percent: number | undefined) => void): void;
  close(): void;
};
