/** Port: reads attachments' sealed bytes; `LocalStore.transact` writes them. Suite: testing/attachment-store-contract.ts. */
import type { Result } from "../../model/result.ts";
import type { StoreProblem } from "./local-store.ts";

export interface AttachmentStore {
  /** Returns the bytes as uploaded; undefined if they are not on this device. */
  readAttachment(id: string): Promise<Result<Uint8Array | undefined, StoreProblem>>;
  /** Returns those of `ids` that this device refers to outside the list of notes: in merge bases, conflicts or drafts. */
  heldReferences(ids: readonly string[]): Promise<Result<ReadonlySet<string>, StoreProblem>>;
}
