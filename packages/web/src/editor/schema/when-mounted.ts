/** The editor's element is there only while React shows it: work on it waits for it, and is done again when it is mounted again. */
import type { Editor } from "@tiptap/core";
import { EditorView } from "@tiptap/pm/view";

/** Answers what ends it. `act` may answer what undoes it. */
export function whenMounted(editor: Editor, act: (dom: HTMLElement) => (() => void) | undefined): () => void {
  let undo: (() => void) | undefined;
  const run = (): void => {
    undo?.();
    undo = act(editor.view.dom);
  };
  if (editor.view instanceof EditorView) run();
  editor.on("mount", run);
  return () => {
    editor.off("mount", run);
    undo?.();
  };
}
