/** What tools around the editor offer to its menus: each provides it while it is there. */
import type { Editor } from "@tiptap/core";

export type EditorAction = "ai" | "emoji";

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
