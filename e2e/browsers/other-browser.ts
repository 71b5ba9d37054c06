/** What a journey asks of a browser that is not Chromium, whichever protocol it is driven by. */
import type { StoryDevice } from "../harness/story.ts";

/** What such a browser says of its page's faults is not heard by every protocol. */
export type OtherBrowser = StoryDevice & {
  readonly name: string;
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** The value of an expression in the page; a promise is waited for. */
  evaluate(expression: string): Promise<unknown>;
  /** A real press of the mouse on the element that the expression is. */
  click(expression: string): Promise<void>;
  /** As many keys as there are characters. */
  type(text: string): Promise<void>;
  /** Keys held down together, the last of them pressed: `press("Control", "b")`. */
  press(...keys: readonly string[]): Promise<void>;
  close(): Promise<void>;
};
