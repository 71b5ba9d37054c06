/** What has changed about the drive that only the user can resolve; a library that was moved is followed by itself. sync.md §7.3. */
import type { SyncState } from "@satchel/core/sync/sync-service-types.ts";

export type ChangedTarget = Exclude<Extract<NonNullable<SyncState["problem"]>, { readonly kind: "target-changed" }>["what"], "moved-away">;

export function changedOf(problem: SyncState["problem"]): ChangedTarget | undefined {
  return problem?.kind === "target-changed" && problem.what !== "moved-away" ? problem.what : undefined;
}
