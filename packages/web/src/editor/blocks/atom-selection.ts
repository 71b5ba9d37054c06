/** Selected formulas and footnotes. Their panel takes the focus after insertion, or when the user presses Enter on them. */
import { type Editor, Extension } from "@tiptap/core";
import { NodeSelection, Plugin, PluginKey, TextSelection } from "@tiptap/pm/state";
import { OWN_UNDO_STEP } from "../typing/undo-steps.ts";

export type AtomStorage = { isWanted: boolean; focus: (() => void) | undefined };

const FIELDS: Readonly<Record<string, string>> = { math: "tex", footnote: "text" };

export const AtomSelection = Extension.create<object, AtomStorage>({
  name: "atomSelection",
  addStorage: () => ({ isWanted: false, focus: undefined }),
  addKeyboardShortcuts() {
    return {
      Enter: () => {
        const { selection } = this.editor.state;
        if (!(selection instanceof NodeSelection) || FIELDS[selection.node.type.name] === undefined) return false;
        this.storage.focus?.();
        return true;
      },
    };
  },
  addProseMirrorPlugins: () => [createEmptyRemover()],
});

export function atomStorage(editor: Editor): AtomStorage {
  const { atomSelection } = editor.storage as { atomSelection?: AtomStorage };
  return atomSelection ?? { isWanted: false, focus: undefined };
}

/** Replaces the selection by an atom that contains the selected text, and opens its panel. */
export function insertAtom(editor: Editor, type: "math" | "footnote"): void {
  const { state, view } = editor;
  const { from, to } = state.selection;
  const selected = type === "math" ? state.doc.textBetween(from, to, " ") : "";
  const at = type === "math" ? from : to;
  const node = state.schema.nodes[type]?.create({ [FIELDS[type] as string]: selected });
  if (node === undefined) return;
  const transaction = state.tr.setMeta(OWN_UNDO_STEP, true).replaceWith(at, to, node);
  atomStorage(editor).isWanted = true;
  view.dispatch(transaction.setSelection(NodeSelection.create(transaction.doc, at)).scrollIntoView());
}

/** Removes an empty atom, such as a formula, when the selection leaves it. Empty atoms are not stored. */
function createEmptyRemover(): Plugin {
  return new Plugin({
    key: new PluginKey("emptyAtoms"),
    appendTransaction(_, before, state) {
      const { selection } = before;
      if (!(selection instanceof NodeSelection) || state.selection.eq(selection)) return null;
      const field = FIELDS[selection.node.type.name];
      const node = field === undefined ? null : state.doc.nodeAt(selection.from);
      if (field === undefined || node?.type !== selection.node.type || String(node.attrs[field] ?? "").trim() !== "") return null;
      if (state.selection instanceof NodeSelection && state.selection.from === selection.from) return null;
      const transaction = state.tr.delete(selection.from, selection.from + node.nodeSize).setMeta("addToHistory", false);
      return state.selection instanceof TextSelection ? transaction : null;
    },
  });
}
