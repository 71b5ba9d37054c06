/** Attachments: commands and state. */

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
  /** True if the note is in the Sensitive folder. */
  readonly isSensitive: boolean;
  readonly noteId: string | null;
};

export type AddProblem = SizeProblem | { readonly kind: "vault-locked" } | StoreProblem;

export type OpenProblem =
  | { readonly kind: "vault-locked" }
  /** No device has uploaded the file yet, or it is gone everywhere. */
  | { readonly kind: "not-in-drive" }
  | { readonly kind: "unreadable"; readonly reason: UnreadableReason }
  | RemoteProblem
  | StoreProblem;

export type Asked = { readonly id: string; readonly isSensitive: boolean; readonly isExact?: boolean };

/** Statuses by id. An attachment without a status is not on this device and is downloaded when opened. */
export type AttachmentsState = { readonly statuses: ReadonlyMap<string, AttachmentStatus> };

export interface AttachmentsService {
  readonly store: ReadableStore<AttachmentsState>;
  /** When this resolves, the bytes survive a crash; only then may a note refer to them. */
  add(file: NewFile, options: AddOptions): Promise<Result<Attachment, AddProblem>>;
  /** Opens the file. A sensitive note's file without the folder's seal opens too, unless `Asked` demands the seal. */
  open(attachment: Asked): Promise<Result<Uint8Array, OpenProblem>>;
  /** Downloads the bytes to this device without opening them; the Sensitive folder's seal stays. */
  fetch(attachment: Asked): Promise<Result<void, OpenProblem>>;
  /**
   * Returns the bytes for a backup, under the Sensitive folder's seal only, which may be locked. Files that never had that seal are
   * returned unencrypted.
   */
  readSealed(id: string): Promise<Result<Uint8Array, OpenProblem>>;
  /** True if the bytes are on this device. */
  isHere(id: string): Promise<boolean>;
  /** Adds a file of a backup under its old id. The drive may have it already, so it is looked up before it is uploaded. */
  restore(attachment: Attachment, bytes: Uint8Array): Promise<Result<void, AddProblem>>;
  /** Cancels an upload and removes the bytes; a file that is already in the drive stays there. */
  cancel(id: string): Promise<Result<void, StoreProblem>>;
  /** Retries a refused upload. */
  retry(id: string): Promise<Result<void, StoreProblem>>;
}

/** Dependencies of the sync cycle for collecting unreferenced files. `keptMs`: shorter in the simulator. */
export type CollectionMeans = { readonly store: AttachmentStore; readonly remote: AttachmentRemote; readonly keptMs?: number };

/** Upload progress for other tabs. */
export type AttachmentMessage = { readonly id: string; readonly percent: number | undefined };

/** Uploads files beside the sync cycle. */
export type Uploads = {
  /** Uploads until nothing can be sent now. Called during a run, it makes the run check the queue again. */
  run(): Promise<void>;
  /** Stops the running upload of this attachment. */
  interrupt(id: string): void;
  onProgress(listener: (id: string, percent: number | undefined) => void): void;
  close(): void;
};
