/** How much is only on this device, as it stands now: it shrinks while sync goes on. */
import { countOnlyHere, type OnlyHereCount } from "@satchel/core/workspace/sign-out/count-unsynced.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { type Library, useLibrary } from "../../shared/services.ts";

export function useOnlyHere(): OnlyHereCount {
  const { notes, tabs, attachments } = useLibrary();
  const pendingCount = useStore(notes.store, (state) => state.pendingCount);
  const { statuses } = useStore(attachments.store, (state) => state);
  const { tabs: open, strayDrafts, hiddenDraftCount } = useStore(tabs.store, (state) => state);
  return countOnlyHere({ pendingCount, statuses, tabs: open, strayDrafts, hiddenDraftCount });
}

export function onlyHereNow({ notes, tabs, attachments }: Library): OnlyHereCount {
  return countOnlyHere({ ...notes.store.getState(), ...attachments.store.getState(), ...tabs.store.getState() });
}
