/** The interface that a journey needs of a browser other than Chromium, independent of its protocol. */
import type { StoryDevice } from "../harness/story.ts";

/** Not every protocol reports the page's console, so `complaints` may stay empty. */
export type OtherBrowser = StoryDevice & {
  readonly name: string;
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Returns the value of an expression in the page; a promise is awaited. */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks the element that the expression returns, with the real mouse. */
  click(expression: string): Promise<void>;
  /** Types each character as a key press. */
  type(text: string): Promise<void>;
  /** Presses the last key while the others are held: `press("Control", "b")`. */
  press(...keys: readonly string[]): Promise<void>;
  close(): Promise<void>;
};
