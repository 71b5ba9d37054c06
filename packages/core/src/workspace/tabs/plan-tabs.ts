/** Plans opening, closing, switching and replacing tabs. Pure. Spec A §4 "Tab behaviour". */
import type { EditTab, OpenTabs, Tab, ViewTab } from "./tab.ts";

export const NO_TABS: OpenTabs = { tabs: [], activeTabId: null };

/** Opening the same note with the same type focuses the existing tab; a new tab goes to the end. */
export function planOpen({ tabs }: OpenTabs, tab: Tab): OpenTabs {
  const same = findSame(tabs, tab);
  return same === undefined ? { tabs: [...tabs, tab], activeTabId: tab.id } : { tabs, activeTabId: same.id };
}

/**
 * As `planOpen`, with one tab for each note: a note that is being edited is shown where it is edited, and one that is shown becomes the editor in
 * its place. decision 0042.
 */
export function planOpenSingle(open: OpenTabs, tab: ViewTab | EditTab): OpenTabs {
  const same = open.tabs.filter((other) => other.type !== "new" && other.noteId === tab.noteId);
  const edited = same.find(({ type }) => type === "edit");
  if (edited !== undefined) return { ...open, activeTabId: edited.id };
  const [shown] = same;
  if (shown === undefined || tab.type === "view") return planOpen(open, tab);
  const { id, isExpanded, createdAt } = shown;
  const tabs = open.tabs.map((other) => (other.id === id ? { ...tab, id, isExpanded, createdAt } : other));
  return { tabs, activeTabId: id };
}

export function planActivate(open: OpenTabs, tabId: string): OpenTabs {
  return open.tabs.some((tab) => tab.id === tabId) ? { ...open, activeTabId: tabId } : open;
}

/** Closing the active tab activates the neighbor that moves into its position, or the last. */
export function planClose({ tabs, activeTabId }: OpenTabs, tabId: string): OpenTabs {
  const at = tabs.findIndex((tab) => tab.id === tabId);
  if (at === -1) return { tabs, activeTabId };
  const left = tabs.filter((tab) => tab.id !== tabId);
  if (activeTabId !== tabId) return { tabs: left, activeTabId };
  return { tabs: left, activeTabId: (left[at] ?? left.at(-1))?.id ?? null };
}

export function planCloseOthers({ tabs, activeTabId }: OpenTabs, tabId: string): OpenTabs {
  const kept = tabs.filter((tab) => tab.id === tabId);
  return kept.length === 0 ? { tabs, activeTabId } : { tabs: kept, activeTabId: tabId };
}

/** Replaces a saved tab by the view of its note in the same position, or shows the existing view. */
export function planReplace(open: OpenTabs, tabId: string, next: Tab): OpenTabs {
  const same = findSame(open.tabs, next);
  const isActive = open.activeTabId === tabId;
  if (same !== undefined && same.id !== tabId) {
    const closed = planClose(open, tabId);
    return isActive ? { ...closed, activeTabId: same.id } : closed;
  }
  const tabs = open.tabs.map((tab) => (tab.id === tabId ? next : tab));
  return { tabs, activeTabId: isActive ? next.id : open.activeTabId };
}

/** `step` 1: next tab, -1: previous tab; both wrap around. */
export function planCycle({ tabs, activeTabId }: OpenTabs, step: 1 | -1): OpenTabs {
  if (tabs.length === 0) return { tabs, activeTabId };
  const at = tabs.findIndex((tab) => tab.id === activeTabId);
  const next = at === -1 ? 0 : (at + step + tabs.length) % tabs.length;
  return { tabs, activeTabId: (tabs[next] as Tab).id };
}

/** Returns the smallest N that no open 'New Note N' has. */
export function nextOrdinal(tabs: readonly Tab[]): number {
  const taken = new Set(tabs.map((tab) => (tab.type === "new" ? tab.ordinal : 0)));
  let ordinal = 1;
  while (taken.has(ordinal)) ordinal += 1;
  return ordinal;
}

/** New tabs are never equal, because several new notes may be written at once. */
function findSame(tabs: readonly Tab[], tab: Tab): Tab | undefined {
  if (tab.type === "new") return undefined;
  return tabs.find((other) => other.type === tab.type && other.noteId === tab.noteId);
}
