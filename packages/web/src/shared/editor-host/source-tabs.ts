/** Tabs whose note is shown as Markdown source while it is written. Kept while the page is open. */
import { createStore } from "@satchel/core/model/store.ts";

export const sourceTabs = createStore<{ readonly ids: ReadonlySet<string> }>({ ids: new Set() });

export function isSource(tabId: string): boolean {
  return sourceTabs.getState().ids.has(tabId);
}

export function setSource(tabId: string, isShown: boolean): void {
  const ids = new Set(sourceTabs.getState().ids);
  if (isShown) ids.add(tabId);
  else ids.delete(tabId);
  sourceTabs.setState({ ids });
}
