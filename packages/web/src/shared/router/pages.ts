/** The window's history as the router needs it; app/browser-pages.ts is the real one, memory-pages.ts one for tests. */
import type { Location } from "./location.ts";

/** `index` counts the entries of this window, so that one can tell how far a step leads. */
export type Page = Location & { readonly index: number };

export interface Pages {
  read(): Page;
  push(page: Page): void;
  replace(page: Page): void;
  /** Answers through `onMove`, at once or later. */
  go(delta: number): void;
  /** The window has moved by itself, or by `go`. */
  onMove(listener: () => void): () => void;
}
