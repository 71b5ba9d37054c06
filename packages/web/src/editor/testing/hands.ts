/** Types, presses keys and pastes in an editor in jsdom, through ProseMirror's real event handlers. For tests. */
import { Editor } from "@tiptap/core";
import { EditorState, Selection } from "@tiptap/pm/state";
import { onTestFinished } from "vitest";
import { createExtensions } from "../extensions.ts";
import { toEditorDoc } from "../schema/editor-html.ts";

// jsdom has no layout, but the editor asks where the caret is.
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });

export type Hands = {
  readonly editor: Editor;
  readonly type: (text: string) => void;
  readonly press: (key: string, keys?: KeyboardEventInit) => void;
  readonly paste: (data: Readonly<Record<string, string>>) => void;
  /** Loads another note, with the caret at its end and an empty history. */
  readonly load: (html: string) => void;
};

export function createHands(html = ""): Hands {
  const host = document.createElement("div");
  document.body.append(host);
  const editor = new Editor({
    element: host,
    extensions: createExtensions(),
    content: { type: "doc", content: [{ type: "paragraph" }] },
    injectCSS: false,
  });
  onTestFinished(() => {
    editor.destroy();
    host.remove();
  });
  const { view } = editor;
  const press = (key: string, keys: KeyboardEventInit = {}): void => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...keys });
    view.someProp("handleKeyDown", (handle) => handle(view, event) || undefined);
  };
  const typeLetter = (letter: string): void => {
    const { from, to } = view.state.selection;
    const insert = () => view.state.tr.insertText(letter, from, to);
    if (!view.someProp("handleTextInput", (handle) => handle(view, from, to, letter, insert) || undefined)) view.dispatch(insert());
  };
  const hands: Hands = {
    editor,
    press,
    type: (text) => {
      for (const letter of text) {
        if (letter === "\n") press("Enter");
        else typeLetter(letter);
      }
    },
    paste: (data) => {
      const event = new Event("paste", { bubbles: true, cancelable: true });
      const clipboardData = { getData: (kind: string) => data[kind] ?? "", files: [], items: [], types: Object.keys(data) };
      view.dom.dispatchEvent(Object.assign(event, { clipboardData }));
    },
    load: (next) => {
      const doc = toEditorDoc(editor.schema, next);
      view.updateState(EditorState.create({ doc, plugins: view.state.plugins, selection: Selection.atEnd(doc) }));
    },
  };
  hands.load(html);
  return hands;
}
