/** How much is only on this device, as it is now: it shrinks while sync goes on. */
import { countUnsynced, type UnsyncedCount } from "@satchel/core/workspace/sign-out/count-unsynced.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { type Library, useLibrary } from "../../shared/services.ts";

export function useUnsynced(): UnsyncedCount {
  const { notes, tabs, attachments } = useLibrary();
  const pendingCount = useStore(notes.store, (state) => state.pendingCount);
  const { statuses } = useStore(attachments.store, (state) => state);
  const { tabs: open, orphanedDrafts, hiddenDraftCount } = useStore(tabs.store, (state) => state);
  return countUnsynced({ pendingCount, statuses, tabs: open, orphanedDrafts, hiddenDraftCount });
}

export function onlyHereNow({ notes, tabs, attachments }: Library): UnsyncedCount {
  return countUnsynced({ ...notes.store.getState(), ...attachments.store.getState(), ...tabs.store.getState() });
}
