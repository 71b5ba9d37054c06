/** The one kind of mutable state in core: a vanilla zustand store. The web binds to it with `useStore`. */
import { createStore as createZustandStore } from "zustand/vanilla";

export interface ReadableStore<State> {
  getState(): State;
  subscribe(listener: (state: State, previous: State) => void): () => void;
}

export interface Store<State> extends ReadableStore<State> {
  setState(next: Partial<State> | ((state: State) => Partial<State>)): void;
}

export function createStore<State extends object>(initial: State): Store<State> {
  return createZustandStore<State>(() => initial);
}
