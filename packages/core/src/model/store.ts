/** The only kind of mutable state in core: a vanilla zustand store. The web binds to it with `useStore`. */
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

/** Store for a union type: `replace` sets the whole state, so that no field of another kind remains. */
export interface UnionStore<State> extends ReadableStore<State> {
  replace(next: State): void;
}

export function createUnionStore<State extends object>(initial: State): UnionStore<State> {
  const { getState, subscribe, setState } = createZustandStore<State>(() => initial);
  return { getState, subscribe, replace: (next) => setState(next, true) };
}
