/**
 * State shared by a toolbar's tools: how they were opened, what to do when one is done, and the actions they offer to the editor's menus.
 */

import type { Editor } from "@tiptap/core";
import { createContext, type RefObject } from "react";

export type ToolbarShared = {
  /** A menu opened by pointer always returns the focus to the text; one opened by key returns it to its button if nothing was chosen. */
  readonly isByPointer: RefObject<boolean>;
  /** Closes the popover that contains the tool. */
  readonly done: () => void;
};

export const ToolbarContext = createContext<ToolbarShared>({ isByPointer: { current: false }, done: () => undefined });

/** Actions that tools around the editor offer to its menus while they are mounted. */
type EditorAction = "ai" | "emoji";

const provided = new WeakMap<Editor, Map<EditorAction, () => void>>();

/** Returns a function that removes the action. */
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
