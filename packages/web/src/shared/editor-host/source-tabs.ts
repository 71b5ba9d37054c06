/** Tabs whose note is shown as Markdown source while it is written. Kept while the page is open. */
import { createStore } from "@satchel/core/model/store.ts";

export const sourceTabs = createStore<{ readonly ids: readonly string[] }>({ ids: [] });

export function toggleSource(tabId: string, isShown = !sourceTabs.getState().ids.includes(tabId)): void {
  sourceTabs.setState(({ ids }) => ({ ids: ids.filter((id) => id !== tabId).concat(isShown ? tabId : []) }));
}
