/**
 * Reacts to the page's end: saves text as drafts when the page is hidden, asks before leaving with unsaved text, and prints with a light
 * theme. Spec A §4 "Leaving".
 */

import type { ReadableStore } from "@satchel/core/model/store.ts";
import type { Theme } from "@satchel/core/workspace/theme/theme-service.ts";
import type { Library, LibraryState } from "../../shared/services.ts";

type Page = Pick<EventTarget, "addEventListener">;
type Deps = { readonly library: ReadableStore<LibraryState>; readonly page: Page; readonly view: Page; readonly isHidden: () => boolean };

export function watchPage({ library, page, view, isHidden }: Deps): void {
  const open = (): Library | undefined => {
    const state = library.getState();
    return state.kind === "open" ? state.library : undefined;
  };
  const flush = (): void => void open()?.tabs.flush();
  const leave = (): void => void open()?.tabs.leave();
  page.addEventListener("visibilitychange", () => {
    if (isHidden()) leave();
  });
  page.addEventListener("freeze", leave);
  view.addEventListener("pagehide", leave);
  view.addEventListener("blur", leave);
  view.addEventListener("beforeunload", (event) => {
    flush();
    const state = library.getState();
    const isHeld = state.kind === "failed" && state.holdsText === true;
    if (isHeld || open()?.tabs.asksAtUnload() === true) event.preventDefault();
  });
}

const ACTIVITY = ["keydown", "pointerdown", "wheel", "touchmove"] as const;

/** Keeps the Sensitive folder unlocked while the user is active. B §4 "Sensitive session". */
export function watchActivity({ library, view }: Pick<Deps, "library" | "view">): void {
  const touch = (): void => {
    const state = library.getState();
    if (state.kind === "open") state.library.sensitive.touch();
  };
  for (const name of ACTIVITY) view.addEventListener(name, touch, { capture: true, passive: true });
}

/** Uses the light theme's colors while printing, whichever theme is on the screen. */
export function watchPrint({ view, root }: { readonly view: Page; readonly root: HTMLElement }): void {
  let onScreen: string | undefined;
  view.addEventListener("beforeprint", () => {
    onScreen = root.dataset.theme;
    root.dataset.theme = "light" satisfies Theme;
  });
  view.addEventListener("afterprint", () => {
    if (onScreen !== undefined) root.dataset.theme = onScreen;
  });
}
