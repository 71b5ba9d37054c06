/** Whether notes may still come from the drive that this device has never seen. Rule: core/workspace/layout/pending-notes.ts. */
import { findPendingNotes, type PendingNotesState } from "@satchel/core/workspace/layout/pending-notes.ts";
import { useLibrary, useServices } from "../services.ts";
import { useStore } from "./use-store.ts";

export function usePendingNotes(): PendingNotesState | undefined {
  const kind = useStore(useServices().connection.store, (state) => state.kind);
  const { sync, syncSettings } = useLibrary();
  const autoSync = useStore(syncSettings.store, (state) => state.autoSync);
  return useStore(sync.store, (state) => findPendingNotes(state, kind, autoSync));
}
