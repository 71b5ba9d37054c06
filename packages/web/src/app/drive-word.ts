/** Carries what the drive says to a sync over to the connection: a refusal by the drive itself is no matter of tokens. Spec B §4, issue 5. */
import type { ConnectionService } from "@satchel/core/connection/connection-service-types.ts";
import type { ReadableStore } from "@satchel/core/store.ts";
import type { SyncState } from "@satchel/core/sync/sync-service-types.ts";
import type { LibraryState } from "../shared/services.ts";

export function carryDriveWord(library: ReadableStore<LibraryState>, connection: Pick<ConnectionService, "driveSaid">): void {
  let stop = (): void => undefined;
  library.subscribe((state) => {
    stop();
    stop = () => undefined;
    if (state.kind !== "open" || state.library.kind !== "cloud") return;
    stop = state.library.sync.store.subscribe((sync) => {
      const word = wordOf(sync);
      if (word !== undefined) connection.driveSaid(word);
    });
  });
}

/** A cycle that completed shows that the drive takes us; one that failed for another reason says nothing. */
function wordOf({ phase, problem }: Pick<SyncState, "phase" | "problem">): "not-permitted" | "fine" | undefined {
  if (phase === "waiting" && problem?.kind === "scope-missing") return "not-permitted";
  return phase === "idle" && problem === undefined ? "fine" : undefined;
}
