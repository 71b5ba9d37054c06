/**
 * Shows a note in a new editor, rendering it once. Given as the editor's content it would be rendered three times: without plugins, with them,
 * and again when React takes the element in and hands over the same node views again.
 */
import type { Editor } from "@tiptap/core";
import { EditorState } from "@tiptap/pm/state";
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
