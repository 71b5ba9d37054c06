/** Forwards a sync's drive problems: refusals to the connection, a moved library to the plan. Spec B §4, decision 0009. */
import type { ConnectionService } from "@satchel/core/connection/connection-service-types.ts";
import { hasMovedAway } from "@satchel/core/connection/link.ts";
import type { ReadableStore } from "@satchel/core/model/store.ts";
import type { SyncState } from "@satchel/core/sync/schedule/sync-service-types.ts";
import type { LibraryState } from "../../../shared/services.ts";

type DriveStatusDeps = { readonly connection: Pick<ConnectionService, "reportDriveStatus">; readonly refreshSession: () => Promise<void> };

export function forwardDriveStatus(library: ReadableStore<LibraryState>, { connection, refreshSession }: DriveStatusDeps): void {
  let stop = (): void => undefined;
  library.subscribe((state) => {
    stop();
    stop = () => undefined;
    if (state.kind !== "open" || state.library.kind !== "cloud") return;
    stop = state.library.sync.store.subscribe((sync, before) => {
      const status = statusOf(sync);
      if (status !== undefined) connection.reportDriveStatus(status);
      // Another device has moved the library; the refreshed plan says where.
      if (hasMovedAway(sync.problem) && !hasMovedAway(before.problem)) void refreshSession();
    });
  });
}

/** Problems that only a readable drive can cause. */
const PERMITTED: readonly (string | undefined)[] = ["target-changed", "mass-removal"];

/** A completed cycle, and problems found in the drive, show that access is permitted; other failures show nothing. */
function statusOf({ phase, problem }: Pick<SyncState, "phase" | "problem">): "not-permitted" | "fine" | undefined {
  if (phase === "waiting" && problem?.kind === "scope-missing") return "not-permitted";
  const isPermitted = phase === "idle" ? problem === undefined : phase === "waiting" && PERMITTED.includes(problem?.kind);
  return isPermitted ? "fine" : undefined;
}
