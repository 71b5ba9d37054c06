/** Shows images side by side in the editor, and lays them out again when one is dropped beside them, added or removed. Decision 0056. */
import { Extension, getChangedRanges } from "@tiptap/core";
import { isHistoryTransaction } from "@tiptap/pm/history";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, NodeSelection, Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import { Decoration } from "@tiptap/pm/view";
import { createLineDecorations } from "../schema/line-decorations.ts";
import { heightOfRow, imagesOf, isRowBlock, relayRow } from "./arrange-images.ts";

export const ImageRows = Extension.create({
  name: "imageRows",
  addProseMirrorPlugins: () => [
    createLineDecorations("imageRows", (line, at) =>
      isRowBlock(line) ? [Decoration.node(at, at + line.nodeSize, { class: "image-row" })] : [],
    ),
    new Plugin({ key: new PluginKey("imageRowLayout"), appendTransaction: layOutChanged }),
  ],
});

function layOutChanged(transactions: readonly Transaction[], before: EditorState, state: EditorState): Transaction | null {
  const [edit, ...others] = transactions.filter(({ docChanged }) => docChanged);
  // Other changes are not the user's, or have been laid out.
  if (edit === undefined || others.length > 0 || isHistoryTransaction(edit) || edit.getMeta("addToHistory") === false) return null;
  const isDrop = edit.getMeta("uiEvent") === "drop";
  const { tr } = state;
  for (const { oldRange, newRange } of getChangedRanges(edit).toReversed()) {
    const [$old, $new] = [before.doc.resolve(oldRange.from), state.doc.resolve(newRange.from)];
    const [old, line] = [$old.parent, $new.parent];
    if (isDrop && isEmptied(old, line) && $new.node(-1).childCount > 1) tr.delete($new.before(), $new.after());
    const count = imagesOf(line)?.length ?? 0;
    const isOther =
      count !== old.childCount || (isRowBlock(old) && line.children.some(({ attrs }, at) => attrs.src !== old.child(at).attrs.src));
    if (count < 2 || !isOther || !(isDrop || isRowBlock(old))) continue;
    relayRow(tr, $new.before(), isRowBlock(old) && count > FEW_IMAGES ? heightOfRow(old) : undefined);
  }
  if (!tr.docChanged) return null;
  const { selection } = state;
  return selection instanceof NodeSelection && tr.mapping.map(selection.from) === selection.from
    ? tr.setSelection(NodeSelection.create(tr.doc, selection.from))
    : tr;
}

/** Fewer images share one row, whatever height they had. */
const FEW_IMAGES = 3;

/** True if the only image of a line was dragged away. */
function isEmptied(old: Node, line: Node): boolean {
  return line.type.name === "paragraph" && line.childCount === 0 && old.childCount === 1 && old.firstChild?.type.name === "image";
}
