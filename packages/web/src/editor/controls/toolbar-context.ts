/** What the tools of a toolbar share: how they were opened, what happens when one has done its work, and what they offer to the editor's menus. */

import type { Editor } from "@tiptap/core";
import { createContext, type RefObject } from "react";

export type ToolbarShared = {
  /** A menu opened by pointer gives the focus back to the text even when nothing was chosen; by key, to its button. */
  readonly isByPointer: RefObject<boolean>;
  /** Closes what the tool is in. */
  readonly done: () => void;
};

export const ToolbarContext = createContext<ToolbarShared>({ isByPointer: { current: false }, done: () => undefined });

/** What tools around the editor offer to its menus: each provides it while it is there. */
type EditorAction = "ai" | "emoji";

const provided = new WeakMap<Editor, Map<EditorAction, () => void>>();

/** Answers what takes it back. */
export function provideAction(editor: Editor, action: EditorAction, run: () => void): () => void {
  const ofEditor = provided.get(editor) ?? new Map<EditorAction, () => void>();
  provided.set(editor, ofEditor.set(action, run));
  return () => {
    if (ofEditor.get(action) === run) ofEditor.delete(action);
  };
}

export function actionOf(editor: Editor, action: EditorAction): (() => void) | undefined {
  return provided.get(editor)?.get(action);
}
