/** Tab indents, moves between cells or inserts a tab, and leaves the text only after Escape. Decision 0014. */
import { type Editor, Extension } from "@tiptap/core";
import { Plugin, PluginKey, TextSelection, type Transaction } from "@tiptap/pm/state";
import { OWN_UNDO_STEP } from "./undo-steps.ts";

const INDENT = "  ";

export const TabKeys = Extension.create({
  name: "tabKeys",
  // Runs last, after lists, tables and the slash menu.
  priority: 1,
  addKeyboardShortcuts() {
    return { Tab: () => indent(this.editor), "Shift-Tab": () => outdent(this.editor) };
  },
  addProseMirrorPlugins() {
    let isLeaving = false;
    return [
      new Plugin({
        key: new PluginKey("tabKeys"),
        props: {
          handleDOMEvents: {
            keydown: (_, event) => {
              // Without preventDefault the browser moves the focus; `true` stops the editor's other handlers.
              if (event.key === "Tab" && isLeaving) return true;
              if (event.key !== "Shift") isLeaving = event.key === "Escape" && !event.isComposing;
              return false;
            },
            blur: () => {
              isLeaving = false;
              return false;
            },
          },
        },
      }),
    ];
  },
});

function indent({ state, view }: Editor): boolean {
  const { $from, empty } = state.selection;
  if ($from.parent.type.spec.code) {
    view.dispatch(empty ? state.tr.insertText(INDENT).scrollIntoView() : changeLines(state.tr, (tr, at) => tr.insertText(INDENT, at)));
  } else if (state.selection instanceof TextSelection && empty && $from.depth === 1)
    view.dispatch(state.tr.insertText("\t").scrollIntoView());
  return true;
}

function outdent({ state, view }: Editor): boolean {
  const { $from, empty } = state.selection;
  if ($from.parent.type.spec.code) view.dispatch(changeLines(state.tr, removeIndent));
  else if (empty && $from.depth === 1 && $from.nodeBefore?.text?.endsWith("\t")) view.dispatch(state.tr.delete($from.pos - 1, $from.pos));
  return true;
}

function removeIndent(transaction: Transaction, at: number): Transaction {
  const $at = transaction.doc.resolve(at);
  const spaces = /^(?:\t| {1,2})/.exec($at.parent.textBetween($at.parentOffset, $at.parent.content.size))?.[0].length ?? 0;
  return spaces === 0 ? transaction : transaction.delete(at, at + spaces);
}

/** Runs `change` at the start of every selected line of code, from last to first. */
function changeLines(transaction: Transaction, change: (transaction: Transaction, at: number) => Transaction): Transaction {
  const { $from, $to } = transaction.selection;
  const start = $from.start();
  const text = $from.parent.textContent;
  const last = Math.min($to.pos, $from.end()) - start;
  const first = text.lastIndexOf("\n", $from.parentOffset - 1) + 1;
  const begins = [first];
  for (let at = text.indexOf("\n", first); at !== -1 && at < last; at = text.indexOf("\n", at + 1)) begins.push(at + 1);
  for (const begin of begins.reverse()) change(transaction, start + begin);
  return transaction.setMeta(OWN_UNDO_STEP, true);
}
