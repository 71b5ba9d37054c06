/** `[ ] ` typed at the start of a list item turns the item into a task; the editor library would nest a checklist inside the bullet. */
import { InputRule } from "@tiptap/core";
import { Fragment, type Node, type ResolvedPos } from "@tiptap/pm/model";
import { TextSelection, type Transaction } from "@tiptap/pm/state";

const BOX = /^\s*\[([ xX]?)\]\s$/;

export function typedTaskItem(): InputRule {
  return new InputRule({
    find: BOX,
    handler({ state, range, match }) {
      const $from = state.doc.resolve(range.from);
      if (!isStartOfListItem($from)) return null;
      makeTask(state.tr, $from, { boxChars: range.to - range.from, isChecked: /x/i.test(match[1] ?? "") });
      return undefined;
    },
  });
}

function isStartOfListItem($from: ResolvedPos): boolean {
  if ($from.depth < 3 || $from.parentOffset !== 0) return false;
  return $from.node(-1).type.name === "listItem" && $from.index(-1) === 0;
}

/** Items before and after stay a list of their kind; a checklist that ends right before absorbs the item. */
function makeTask(
  transaction: Transaction,
  $from: ResolvedPos,
  { boxChars, isChecked }: { readonly boxChars: number; readonly isChecked: boolean },
): void {
  const { taskItem, taskList } = transaction.doc.type.schema.nodes;
  const list = $from.node(-2);
  const index = $from.index(-2);
  if (taskItem === undefined || taskList === undefined) return;
  const item = $from.node(-1);
  const line = $from.parent.cut(boxChars);
  const task = taskItem.create({ checked: isChecked }, item.content.replaceChild(0, line));
  const listStart = $from.before(-2);
  const before = transaction.doc.resolve(listStart).nodeBefore;
  const joined = index === 0 && before?.type === taskList ? before : undefined;
  const tasks = taskList.create({ dir: list.attrs.dir }, joined === undefined ? task : joined.content.addToEnd(task));
  const pieces = [part(list, 0, index), tasks, part(list, index + 1, list.childCount)].filter((piece) => piece !== undefined);
  const from = listStart - (joined?.nodeSize ?? 0);
  transaction.replaceWith(from, $from.after(-2), Fragment.fromArray(pieces));
  const caret = from + (pieces[0] === tasks ? 0 : (pieces[0]?.nodeSize ?? 0)) + tasks.nodeSize - task.nodeSize + 1;
  transaction.setSelection(TextSelection.create(transaction.doc, caret));
}

function part(list: Node, from: number, to: number): Node | undefined {
  const items = list.content.content.slice(from, to);
  if (items.length === 0) return undefined;
  const start = Number(list.attrs.start ?? 1) + from;
  return list.type.create(list.type.name === "orderedList" ? { ...list.attrs, start } : list.attrs, items);
}
