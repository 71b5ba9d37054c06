/** The window's own history behind the router. What an entry carries has the names that were always written, so that open windows go on. */
import { FIRST_KEY, toAddress } from "../shared/router/location.ts";
import type { Page, Pages } from "../shared/router/pages.ts";

type Entry = { readonly usr?: unknown; readonly key?: string; readonly idx?: number };

export function browserPages(view: Window): Pages {
  const entry = (): Entry => (view.history.state as Entry | null) ?? {};
  if (entry().idx === undefined) view.history.replaceState({ ...entry(), idx: 0 }, "");
  return {
    read() {
      const { pathname, search, hash } = view.location;
      const { usr = null, key = FIRST_KEY, idx = 0 } = entry();
      return { pathname, search, hash, state: usr, key, index: idx };
    },
    push: (page) => view.history.pushState(toEntry(page), "", toAddress(page)),
    replace: (page) => view.history.replaceState(toEntry(page), "", toAddress(page)),
    go: (delta) => view.history.go(delta),
    onMove(listener) {
      view.addEventListener("popstate", listener);
      return () => view.removeEventListener("popstate", listener);
    },
  };
}

function toEntry({ state, key, index }: Page): Entry {
  return { usr: state, key, idx: index };
}
