/** Binds a store of core to a component, which renders again only when the picked value changes. */
import type { ReadableStore } from "@satchel/core/model/store.ts";
import { useSyncExternalStore } from "react";

/** `pick` must return the same object for the same state: pick a field, do not build a new object. */
export function useStore<State, Picked>(store: ReadableStore<State>, pick: (state: State) => Picked): Picked {
  // Always the same function, because React subscribes again whenever it gets another one.
  return useSyncExternalStore(store.subscribe, () => pick(store.getState()));
}
