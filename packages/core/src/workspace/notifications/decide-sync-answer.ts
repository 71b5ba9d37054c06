/** What is said at the end of a sync that the user asked for. It is completed only where nothing was left behind. Pure. Spec A §4 "Manual sync". */
import type { SyncState } from "../../sync/sync-service-types.ts";
import type { StatusMessage } from "./messages.ts";

export function decideSyncAnswer(isComplete: boolean, { pendingCount, refusal }: SyncState): StatusMessage {
  if (!isComplete) return { id: "sync-failed" };
  return pendingCount === 0 ? { id: "sync-completed" } : { id: "changes-wait", count: pendingCount, reason: refusal };
}
