/** Makes positions before and after every block reachable by arrows, clicks, Ctrl+Home and Ctrl+End. */
import { type Editor, Extension } from "@tiptap/core";
import { GapCursor } from "@tiptap/pm/gapcursor";
import { Plugin, PluginKey, Selection, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

/** Blocks that need such positions. Tables handle this themselves, and rules contain no text. */
const WITH_EDGES: ReadonlySet<string> = new Set(["codeBlock", "blockquote", "bulletList", "orderedList", "taskList", "table"]);

export const BlockEdges = Extension.create({
  name: "blockEdges",
  extendNodeSchema: ({ name }) => (WITH_EDGES.has(name) ? { createGapCursor: true } : {}),
  addKeyboardShortcuts() {
    const go = (isStart: boolean, isSelecting: boolean) => () => goToEdge(this.editor, isStart, isSelecting);
    return {
      "Ctrl-Home": go(true, false),
      "Ctrl-End": go(false, false),
      "Ctrl-Shift-Home": go(true, true),
      "Ctrl-Shift-End": go(false, true),
      "Meta-ArrowUp": go(true, false),
      "Meta-ArrowDown": go(false, false),
    };
  },
  addProseMirrorPlugins: () => [
    new Plugin({
      key: new PluginKey("blockEdges"),
      props: {
        handleDOMEvents: {
          mousedown: (view, event) => {
            if (event.target !== view.dom || event.button !== 0 || event.shiftKey || !view.editable) return false;
            if (!setCaretBeside(view, event.clientY)) return false;
            event.preventDefault();
            return true;
          },
        },
      },
    }),
  ],
});

function goToEdge({ state, view }: Editor, isStart: boolean, isSelecting: boolean): boolean {
  const edge = isStart ? Selection.atStart(state.doc) : Selection.atEnd(state.doc);
  const selection = isSelecting ? TextSelection.between(state.selection.$anchor, isStart ? edge.$from : edge.$to) : edge;
  view.dispatch(state.tr.setSelection(selection).scrollIntoView());
  return true;
}

/** A click below the text: moves the caret into the last line, or behind the last block if it is not a line. */
export function setCaretAtEnd(view: EditorView): void {
  const end = view.state.doc.resolve(view.state.doc.content.size);
  const selection = isGap(end.pos, view) ? new GapCursor(end) : Selection.atEnd(view.state.doc);
  view.dispatch(view.state.tr.setSelection(selection));
  view.focus();
}

/** Returns false if the browser finds a line by itself. */
function setCaretBeside(view: EditorView, y: number): boolean {
  const above = [...view.dom.children].findLast((child) => child.getBoundingClientRect().bottom <= y);
  const at = above === undefined ? 0 : endOf(view, above);
  const next = above === undefined ? view.dom.firstElementChild : above.nextElementSibling;
  if (next !== null && next.getBoundingClientRect().top <= y) return false;
  if (at === undefined || !isGap(at, view)) return false;
  view.dispatch(view.state.tr.setSelection(new GapCursor(view.state.doc.resolve(at))));
  view.focus();
  return true;
}

function endOf(view: EditorView, child: Element): number | undefined {
  const $in = view.state.doc.resolve(view.posAtDOM(child, 0, -1));
  if ($in.depth > 0) return $in.after(1);
  return $in.nodeAfter === null ? undefined : $in.pos + $in.nodeAfter.nodeSize;
}

function isGap(at: number, view: EditorView): boolean {
  // The plugin's own check, which its types omit.
  const { valid } = GapCursor as unknown as { readonly valid: (position: ReturnType<typeof view.state.doc.resolve>) => boolean };
  return valid(view.state.doc.resolve(at));
}
