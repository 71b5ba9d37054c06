/** Whether notes may still come from the drive that this device has never seen. Rule: core/workspace/layout/pending-notes.ts. */
import { type Coming, findComing } from "@satchel/core/workspace/layout/pending-notes.ts";
import { useLibrary, useServices } from "../services.ts";
import { useStore } from "./use-store.ts";

export function useComing(): Coming | undefined {
  const kind = useStore(useServices().connection.store, (state) => state.kind);
  const { sync, syncSettings } = useLibrary();
  const autoSync = useStore(syncSettings.store, (state) => state.autoSync);
  return useStore(sync.store, (state) => findComing(state, kind, autoSync));
}
