/** A mark typed at the start of a list item changes the item's kind; the editor library would nest a list of that kind inside the item. */
import { InputRule, isRegExp } from "@tiptap/core";
import { Fragment, type Node, type NodeType, type ResolvedPos } from "@tiptap/pm/model";
import { TextSelection, type Transaction } from "@tiptap/pm/state";

const BOX = /^\s*\[([ xX]?)\]\s$/;

/** In a ticked task the characters stay; the library's own rules are for text outside items. */
export function taskItemRules(outside: readonly InputRule[]): InputRule[] {
  return [typedTaskItem(), ...outside.map(outsideItems)].map(needingSpace);
}

function outsideItems(rule: InputRule): InputRule {
  const wrap = rule.handler;
  return Object.assign(rule, {
    handler: (props: Parameters<typeof wrap>[0]) => (isStartOfItem(props.state.doc.resolve(props.range.from)) ? null : wrap(props)),
  });
}

function typedTaskItem(): InputRule {
  return new InputRule({
    find: BOX,
    handler({ state, range, match }) {
      const $from = state.doc.resolve(range.from);
      const { taskItem, taskList } = state.schema.nodes;
      if (!isStartOfItem($from) || taskItem === undefined || taskList === undefined) return null;
      const checked = /x/i.test(match[1] ?? "");
      if ($from.node(-1).attrs.checked === true) return null;
      if ($from.node(-2).type === taskList) tick(state.tr, $from, { checked, markChars: range.to - range.from });
      else changeKind(state.tr, $from, { list: taskList, item: taskItem, itemAttrs: { checked }, markChars: range.to - range.from });
      return undefined;
    },
  });
}

/** The rules of a bulleted or numbered list; in an item of the same kind, the characters stay. */
export function changingItems(rules: readonly InputRule[], list: NodeType): InputRule[] {
  return rules.map((rule) => {
    const wrap = rule.handler;
    rule.handler = (props) => {
      const { state, range, match } = props;
      const $from = state.doc.resolve(range.from);
      const { listItem } = state.schema.nodes;
      if (!isStartOfItem($from) || listItem === undefined) return wrap(props);
      if ($from.node(-2).type === list) return null;
      const start = Number(match[1]);
      const listAttrs = Number.isNaN(start) ? {} : { start };
      changeKind(state.tr, $from, { list, item: listItem, listAttrs, markChars: range.to - range.from });
      return undefined;
    };
    return rule;
  });
}

/** A line that holds nothing but a mark stays text when Enter follows: only a space after the mark asks for the block. */
export function needingSpace(rule: InputRule): InputRule {
  const { find } = rule;
  if (!isRegExp(find)) return rule;
  const spaced = Object.assign(new RegExp(find), { exec: (text: string) => (text.endsWith("\n") ? null : find.exec(text)) });
  return Object.assign(rule, { find: spaced });
}

function isStartOfItem($from: ResolvedPos): boolean {
  if ($from.depth < 3 || $from.parentOffset !== 0 || $from.index(-1) !== 0) return false;
  const { name } = $from.node(-1).type;
  return name === "listItem" || name === "taskItem";
}

type Box = { readonly checked: boolean; readonly markChars: number };

function tick(transaction: Transaction, $from: ResolvedPos, { checked, markChars }: Box): void {
  transaction.delete($from.pos, $from.pos + markChars).setNodeAttribute($from.before(-1), "checked", checked);
}

type Kind = {
  readonly list: NodeType;
  readonly item: NodeType;
  readonly listAttrs?: Readonly<Record<string, unknown>>;
  readonly itemAttrs?: Readonly<Record<string, unknown>>;
  /** Length of the typed mark that is already in the text. */
  readonly markChars: number;
};

/** Items before and after stay a list of their kind; a list of the new kind that ends right before absorbs the item. */
function changeKind(transaction: Transaction, $from: ResolvedPos, { list: type, item, listAttrs, itemAttrs, markChars }: Kind): void {
  const list = $from.node(-2);
  const index = $from.index(-2);
  const line = $from.parent.cut(markChars);
  const changed = item.create(itemAttrs, $from.node(-1).content.replaceChild(0, line));
  const listStart = $from.before(-2);
  const before = transaction.doc.resolve(listStart).nodeBefore;
  const joined = index === 0 && before?.type === type ? before : undefined;
  const own =
    joined === undefined ? type.create({ ...listAttrs, dir: list.attrs.dir }, changed) : joined.copy(joined.content.addToEnd(changed));
  const pieces = [part(list, 0, index), own, part(list, index + 1, list.childCount)].filter((piece) => piece !== undefined);
  const from = listStart - (joined?.nodeSize ?? 0);
  transaction.replaceWith(from, $from.after(-2), Fragment.fromArray(pieces));
  const caret = from + (pieces[0] === own ? 0 : (pieces[0]?.nodeSize ?? 0)) + own.nodeSize - changed.nodeSize + 1;
  transaction.setSelection(TextSelection.create(transaction.doc, caret));
}

function part(list: Node, from: number, to: number): Node | undefined {
  const items = list.content.content.slice(from, to);
  if (items.length === 0) return undefined;
  const start = Number(list.attrs.start ?? 1) + from;
  return list.type.create(list.type.name === "orderedList" ? { ...list.attrs, start } : list.attrs, items);
}
