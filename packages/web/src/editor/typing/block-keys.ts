/** Keys for the block at the caret: Ctrl+Enter ticks a task, Backspace at a heading's start makes it text, Ctrl+A selects a cell or code. */
import { type Editor, Extension } from "@tiptap/core";
import { TextSelection } from "@tiptap/pm/state";
import { OWN_UNDO_STEP } from "./undo-steps.ts";

export const BlockKeys = Extension.create({
  name: "blockKeys",
  // Before the line break's Ctrl+Enter, after the Backspace that undoes a typing rule.
  priority: 900,
  addKeyboardShortcuts() {
    return {
      "Mod-Enter": () => tickTask(this.editor),
      Backspace: () => makeText(this.editor),
      "Mod-a": () => selectBlock(this.editor),
    };
  },
});

function tickTask({ state, view }: Editor): boolean {
  const { $from } = state.selection;
  if ($from.parent.type.spec.code) return false;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const { type, attrs } = $from.node(depth);
    if (type.name === "listItem") return false;
    if (type.name !== "taskItem") continue;
    view.dispatch(state.tr.setNodeAttribute($from.before(depth), "checked", attrs.checked !== true).setMeta(OWN_UNDO_STEP, true));
    return true;
  }
  return false;
}

/** Selects the text of the code block or cell at the caret. If it is empty or selected already, the key selects what is around it. */
function selectBlock({ state, view }: Editor): boolean {
  const { selection, doc } = state;
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const { spec } = $from.node(depth).type;
    if (!spec.code && !/cell$/.test(spec.tableRole ?? "")) continue;
    const all = TextSelection.between(doc.resolve($from.start(depth)), doc.resolve($from.end(depth)));
    if (selection.to > $from.end(depth) || (selection.from <= all.from && selection.to >= all.to)) continue;
    view.dispatch(state.tr.setSelection(all));
    return true;
  }
  return false;
}

function makeText({ state, view }: Editor): boolean {
  const { $from, empty } = state.selection;
  const { paragraph } = state.schema.nodes;
  const { type, attrs } = $from.parent;
  if (!empty || $from.parentOffset > 0 || type.name !== "heading" || paragraph === undefined) return false;
  const { textAlign, dir } = attrs;
  view.dispatch(state.tr.setBlockType($from.pos, $from.pos, paragraph, { textAlign, dir }).setMeta(OWN_UNDO_STEP, true));
  return true;
}
