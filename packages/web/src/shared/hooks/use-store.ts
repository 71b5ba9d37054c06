/** Binds a store of core to a component: renders again only when what was picked has changed. */
import type { ReadableStore } from "@satchel/core/model/store.ts";
import { useSyncExternalStore } from "react";

/** `pick` must answer the same object for the same state: pick a field, do not build a new one. */
export function useStore<State, Picked>(store: ReadableStore<State>, pick: (state: State) => Picked): Picked {
  return useSyncExternalStore(
    (listener) => store.subscribe(listener),
    () => pick(store.getState()),
  );
}
