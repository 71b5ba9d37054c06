/** Work on an editor's element: a note is rendered in it once, and what needs it waits until it is mounted. */
import type { Editor } from "@tiptap/core";
import { EditorState } from "@tiptap/pm/state";
import { EditorView } from "@tiptap/pm/view";
import { toEditorDoc } from "./editor-html.ts";

const shown = new WeakSet<Editor>();

export function showOnce(editor: Editor, html: string): void {
  if (shown.has(editor)) return;
  shown.add(editor);
  const { schema, plugins } = editor.state;
  editor.view.updateState(EditorState.create({ schema, plugins, doc: toEditorDoc(schema, html) }));
  keepNodeViewsOnce(editor);
}

function keepNodeViewsOnce(editor: Editor): void {
  editor.createNodeViews = () => {
    // From then on it is the editor's own again: React takes node views away when it lets the element go.
    Reflect.deleteProperty(editor, "createNodeViews");
  };
}

/** Runs `act`, which may return its cleanup, whenever React mounts the editor's element. Returns what stops it. */
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
