/** Renders a note into an editor's element once, and defers work until the element is mounted. */
import type { Editor } from "@tiptap/core";
import { EditorState } from "@tiptap/pm/state";
import { EditorView } from "@tiptap/pm/view";
import { toEditorDoc } from "./editor-html.ts";

const shown = new WeakSet<Editor>();

/** Editors whose text is being typed in another field, its Markdown source. */
export const typedInSource = new WeakSet<Editor>();

export function showOnce(editor: Editor, html: string): void {
  if (shown.has(editor)) return;
  shown.add(editor);
  const { schema, plugins } = editor.state;
  editor.view.updateState(EditorState.create({ schema, plugins, doc: toEditorDoc(schema, html) }));
  keepNodeViewsOnce(editor);
}

function keepNodeViewsOnce(editor: Editor): void {
  editor.createNodeViews = () => {
    // Restores the editor's own method, because React removes node views when it releases the element.
    Reflect.deleteProperty(editor, "createNodeViews");
  };
}

/** Runs `act`, which may return a cleanup, whenever React mounts the editor's element. Returns a function that stops this. */
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
