/** Renders the whole application at an address, over services in memory, for component tests. */
import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { App } from "../app/startup/App.tsx";
import { LAZY_SCREENS } from "../app/startup/lazy-screens.ts";
import { NoteEditor, NoteView } from "../features/note/lazy-editor.ts";
import { ViewNote } from "../features/note/reading/lazy-note.ts";
import { fetchBands } from "../features/notices/lazy-bands.ts";
import { LAZY_DIALOGS } from "../screens/frame/lazy-dialogs.ts";
import { WriteTab } from "../screens/workspace/lazy-write-tab.ts";
import { createMemoryRouter } from "./memory-router.ts";
import { createMemoryServices, type MemoryOptions } from "./memory-services.ts";

type Options = MemoryOptions & { readonly path?: string; readonly state?: unknown; readonly widthPx?: number };

const WIDE_PX = 1440;

/** Loaded in advance, because on a busy machine loading the editor takes longer than a test waits for an element. */
const LAZY_NOTE_PARTS = [ViewNote.fetch, WriteTab.fetch, NoteView.fetch, NoteEditor.fetch];

export async function renderApp({ path = "/", state, widthPx = WIDE_PX, ...options }: Options = {}) {
  cleanup();
  const resizeTo = layOut(widthPx);
  await Promise.all([...LAZY_SCREENS, ...LAZY_DIALOGS, ...LAZY_NOTE_PARTS, fetchBands].map((load) => load()));
  const services = await createMemoryServices(options);
  const router = createMemoryRouter(path, state);
  const here = () => router.store.getState().location;
  const view = render(<App services={services} router={router} />);
  const user = userEvent.setup({ delay: null });
  /** Pastes the text; tests of single keys type it. */
  const fill = async (label: string, text: string): Promise<void> => {
    await user.click(screen.getByLabelText(label));
    await user.paste(text);
  };
  return { services, router, user, fill, path: () => here().pathname, here, unmount: view.unmount, resizeTo };
}

/** jsdom has no layout: sets this window width, and makes elements tall enough for a virtual list to show its rows. */
export function layOut(firstWidthPx: number): (widthPx: number) => void {
  const listeners = new Set<() => void>();
  let widthPx = firstWidthPx;
  Object.defineProperty(window, "innerWidth", { get: () => widthPx, configurable: true });
  Object.defineProperty(window, "matchMedia", {
    configurable: true,
    value: (query: string) => ({
      get matches() {
        return matches(query, widthPx);
      },
      addEventListener: (_: string, listener: () => void) => listeners.add(listener),
      removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
    }),
  });
  Object.defineProperty(window, "ResizeObserver", { configurable: true, value: FirstSizes });
  for (const side of ["clientHeight", "clientWidth"])
    Object.defineProperty(HTMLElement.prototype, side, { configurable: true, value: 800 });
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.scrollTo = () => undefined;
  return (next) => {
    widthPx = next;
    act(() => {
      for (const listener of listeners) listener();
    });
  };
}

/** Reports that there is a first size, as a browser does before its next frame. Sizes never change here. */
class FirstSizes {
  readonly #report: (sizes: readonly []) => void;
  #isWatching = true;
  constructor(report: (sizes: readonly []) => void) {
    this.#report = report;
  }
  observe(): void {
    queueMicrotask(() => {
      if (this.#isWatching) act(() => this.#report([]));
    });
  }
  unobserve(): void {}
  disconnect(): void {
    this.#isWatching = false;
  }
}

function matches(query: string, widthPx: number): boolean {
  const [, operator, edge] = /width (<|>=) (\d+)px/.exec(query) ?? [];
  if (operator === "<") return widthPx < Number(edge);
  return operator === ">=" && widthPx >= Number(edge);
}
