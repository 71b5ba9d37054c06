/** Stack of bands, of which one is shown: the most urgent, or the one the user selected. */
import { createStore } from "@satchel/core/model/store.ts";
import { createContext, useContext, useId, useLayoutEffect } from "react";
import { useStore } from "../hooks/use-store.ts";

type Entry = { readonly id: string; readonly rank: number };
type StackState = {
  /** In order of arrival. */
  readonly entries: readonly Entry[];
  /** The band that the user selected. */
  readonly chosen: string | undefined;
};

export type NoticeStack = ReturnType<typeof createNoticeStack>;

export function createNoticeStack() {
  const store = createStore<StackState>({ entries: [], chosen: undefined });
  return {
    store,
    /** A more urgent band replaces the selected one. */
    add(entry: Entry): () => void {
      store.setState(({ entries, chosen }) => {
        const isMoreUrgent = entries.every(({ rank }) => rank < entry.rank);
        return { entries: [...entries, entry], chosen: isMoreUrgent ? undefined : chosen };
      });
      return () => store.setState(({ entries }) => ({ entries: entries.filter(({ id }) => id !== entry.id) }));
    },
    showNext(): void {
      store.setState((state) => {
        const inOrder = orderOf(state);
        const at = inOrder.findIndex(({ id }) => id === shownOf(state)?.id);
        return { chosen: inOrder[(at + 1) % inOrder.length]?.id };
      });
    },
  };
}

/** Most urgent first. */
function orderOf({ entries }: StackState): readonly Entry[] {
  return [...entries].sort((a, b) => b.rank - a.rank);
}

function shownOf(state: StackState): Entry | undefined {
  const inOrder = orderOf(state);
  return inOrder.find(({ id }) => id === state.chosen) ?? inOrder[0];
}

export const NoticeStackContext = createContext<{ readonly stack: NoticeStack; readonly isFullscreen: boolean } | undefined>(undefined);

export type NoticePosition = { readonly isShown: boolean; readonly at: number; readonly count: number; readonly showNext: () => void };

const EMPTY = createNoticeStack();

export function useNoticePosition(rank: number, isKeptInFullscreen: boolean): NoticePosition {
  const id = useId();
  const context = useContext(NoticeStackContext);
  const stack = context?.stack;
  useLayoutEffect(() => stack?.add({ id, rank }), [stack, id, rank]);
  const state = useStore((stack ?? EMPTY).store, (all) => all);
  if (stack === undefined) return { isShown: true, at: 1, count: 1, showNext: () => undefined };
  const shown = shownOf(state);
  const isSilent = context?.isFullscreen === true && !isKeptInFullscreen;
  const isShown = !isSilent && (shown === undefined || shown.id === id || (context?.isFullscreen === true && isKeptInFullscreen));
  return {
    isShown,
    at: orderOf(state).findIndex((entry) => entry.id === id) + 1,
    count: state.entries.length,
    showNext: stack.showNext,
  };
}
