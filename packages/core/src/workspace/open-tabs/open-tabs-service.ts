/** The tabs of this window as state: what is open, which editors show it, and what they still prepare. Stores the list of tabs. */
import { createStore } from "../../model/store.ts";
import type { TabStore } from "../../ports/device/local-store.ts";
import { NO_TABS } from "../tabs/plan-tabs.ts";
import { toStoredTab } from "../tabs/stored-tabs.ts";
import { type ConnectedEditor, type EditorConnection, findTab, type OpenTabs, type Tab } from "../tabs/tab.ts";
import type { SaveProblem, TabsState } from "./tabs-service-types.ts";

const NOTHING_OPEN: TabsState = {
  ...NO_TABS,
  phase: "restoring",
  saving: new Set(),
  pending: new Map(),
  saveProblems: new Map(),
  orphanedDrafts: [],
  heldElsewhere: new Set(),
  hiddenDraftCount: 0,
  lockedRecovered: new Set(),
  draftProblem: undefined,
};

export type OpenTabsState = ReturnType<typeof createOpenTabs>;

export function createOpenTabs(stored: TabStore, windowId: string) {
  const store = createStore<TabsState>(NOTHING_OPEN);
  const editors = new Map<string, ConnectedEditor>();
  const waiting = new Map<string, (isReady: boolean) => void>();
  const tabOf = (tabId: string): Tab | undefined => findTab(store.getState().tabs, tabId);
  const keep = createListWriter(stored, windowId, store.getState);

  const put = (tab: Tab): void => store.setState((state) => ({ tabs: state.tabs.map((other) => (other.id === tab.id ? tab : other)) }));

  const setPending = (tabId: string, share: number | undefined): void => {
    const { pending } = store.getState();
    if (pending.get(tabId) !== share) store.setState({ pending: withEntry(pending, tabId, share) });
  };

  return {
    store,
    tabOf,
    /** Replaces a tab; its place in the stored list is unchanged. */
    put,
    /** Replaces a tab by one that the stored list describes in another way. */
    putKept(tab: Tab): void {
      put(tab);
      keep();
    },
    /** Stores the list of tabs. */
    keep,
    take(open: OpenTabs): void {
      store.setState(open);
      if (store.getState().phase === "ready") keep();
    },
    /** Returns the tab including text that its editor has not reported yet. */
    flushedTab(tabId: string): Tab | undefined {
      editors.get(tabId)?.flush();
      return tabOf(tabId);
    },
    flushEditors(): void {
      for (const editor of [...editors.values()]) editor.flush();
    },
    connectEditor(tabId: string, editor: ConnectedEditor): EditorConnection {
      editors.set(tabId, editor);
      const isCurrent = (): boolean => editors.get(tabId) === editor;
      return {
        setPending: (share) => void (isCurrent() && setPending(tabId, share)),
        disconnect() {
          if (!isCurrent()) return;
          editors.delete(tabId);
          setPending(tabId, undefined);
        },
      };
    },
    /** Resolves to true once nothing is pending in the tab, to false if the waiting save is canceled. */
    async contentReady(tabId: string): Promise<boolean> {
      if (!store.getState().pending.has(tabId)) return true;
      return new Promise((resolve) => {
        const end = (isReady: boolean): void => {
          stop();
          waiting.delete(tabId);
          resolve(isReady);
        };
        const stop = store.subscribe(({ pending }) => void (!pending.has(tabId) && end(true)));
        waiting.set(tabId, end);
      });
    },
    isWaiting: (tabId: string): boolean => waiting.has(tabId),
    cancelWaiting: (tabId: string): void => waiting.get(tabId)?.(false),
    setSaveProblem(tabId: string, problem: SaveProblem | undefined): void {
      const { saveProblems } = store.getState();
      if (saveProblems.get(tabId) === problem) return;
      const ofOpenTabs = new Map([...saveProblems].filter(([id]) => tabOf(id) !== undefined));
      store.setState({ saveProblems: withEntry(ofOpenTabs, tabId, problem) });
    },
  };
}

/** A copy of the map in which the key has this value; undefined removes it. */
function withEntry<Value>(map: ReadonlyMap<string, Value>, key: string, value: Value | undefined): ReadonlyMap<string, Value> {
  const others = [...map].filter(([other]) => other !== key);
  return new Map(value === undefined ? others : [...others, [key, value]]);
}

/** Writes the list of tabs one write after another, always the newest. A failed write costs only the order of tabs after a reload. */
function createListWriter(tabs: TabStore, windowId: string, read: () => OpenTabs): () => void {
  let running = false;
  let again = false;
  const run = async (): Promise<void> => {
    running = true;
    do {
      again = false;
      const open = read();
      await tabs.putTabs(windowId, open.tabs.map(toStoredTab), open.activeTabId);
    } while (again);
    running = false;
  };
  return () => {
    if (running) again = true;
    else void run();
  };
}
