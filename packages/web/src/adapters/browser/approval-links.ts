/** The part after `#` of a scanned code's address: erased at once, because its secret must not stay in the address bar or in the history. */
import { PATHS } from "@satchel/core/model/routes.ts";
import { createStore, type ReadableStore } from "@satchel/core/model/store.ts";

const links = createStore({ fragment: "" });

/** Called before anything else starts, and again when another code is opened in the same tab. */
export function takeApprovalLink(): void {
  if (location.pathname !== PATHS.approve || location.hash === "") return;
  links.setState({ fragment: location.hash.slice(1) });
  history.replaceState(history.state, "", location.pathname);
}

export function watchApprovalLinks(): ReadableStore<{ readonly fragment: string }> {
  addEventListener("hashchange", takeApprovalLink);
  return links;
}
