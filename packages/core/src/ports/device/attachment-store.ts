/** Port: reads attachments' sealed bytes; `LocalStore.transact` writes them. Suite: testing/attachment-store-contract.ts. */
import type { Result } from "../../model/result.ts";
import type { StoreProblem } from "./local-store.ts";

export interface AttachmentStore {
  /** As they go into the drive; undefined when they are not on this device. */
  readAttachment(id: string): Promise<Result<Uint8Array | undefined, StoreProblem>>;
  /** Which of these ids something on this device refers to that the list of notes does not show: merge bases, records of merges, drafts. */
  heldReferences(ids: readonly string[]): Promise<Result<ReadonlySet<string>, StoreProblem>>;
}
