/** What the tools of a toolbar share: how they were opened, and what happens when one has done its work. */
import { createContext, type RefObject } from "react";

export type ToolbarShared = {
  /** A menu opened by pointer gives the focus back to the text even when nothing was chosen; by key, to its button. */
  readonly isByPointer: RefObject<boolean>;
  /** Closes what the tool is in. */
  readonly done: () => void;
};

export const ToolbarContext = createContext<ToolbarShared>({ isByPointer: { current: false }, done: () => undefined });
