/** Inserts an attached file at a position, on its own line, separate from the text around it. Spec A §2.14. */
import { Fragment, type Node, type ResolvedPos } from "@tiptap/pm/model";
import { TextSelection, type Transaction } from "@tiptap/pm/state";
import { canSplit } from "@tiptap/pm/transform";

type Insertion = {
  readonly transaction: Transaction;
  readonly file: Node;
  /** True if the caret is at the position; it then moves to the line below. */
  readonly isWriting: boolean;
};

export function insertFile(transaction: Transaction, at: number, file: Node): void {
  const position = transaction.doc.resolve(at);
  const { empty, head } = transaction.selection;
  const insertion: Insertion = { transaction, file, isWriting: empty && head === at };
  if (!position.parent.isTextblock) transaction.replaceRangeWith(at, at, file);
  else if (position.parent.type.spec.code) insertLine(insertion, position.after());
  else if (position.parentOffset === position.parent.content.size) insertAtEnd(insertion, position);
  else insertBetween(insertion, position);
  transaction.scrollIntoView();
}

function insertAtEnd(insertion: Insertion, position: ResolvedPos): void {
  const { transaction, file, isWriting } = insertion;
  const isEmptyLine = position.parent.type.name === "paragraph" && position.parent.content.size === 0;
  if (isEmptyLine) {
    transaction.insert(position.pos, file);
    if (isWriting) goOn(transaction, position.after() + file.nodeSize);
  } else insertLine(insertion, position.after());
}

function insertBetween({ transaction, file, isWriting }: Insertion, position: ResolvedPos): void {
  const isBeginning = position.parentOffset === 0;
  if (!isBeginning && !canSplit(transaction.doc, position.pos)) transaction.replaceRangeWith(position.pos, position.pos, file);
  else {
    if (!isBeginning) transaction.split(position.pos);
    const line = toLine(file);
    const start = isBeginning ? position.before() : position.pos + 1;
    transaction.insert(start, line);
    if (isWriting) transaction.setSelection(TextSelection.create(transaction.doc, start + line.nodeSize + 1));
  }
}

function insertLine({ transaction, file, isWriting }: Insertion, start: number): void {
  const line = toLine(file);
  transaction.insert(start, line);
  if (isWriting) goOn(transaction, start + line.nodeSize);
}

/** Moves the caret to the empty line at `start`, or to a new one. */
function goOn(transaction: Transaction, start: number): void {
  const next = transaction.doc.resolve(start).nodeAfter;
  const { paragraph } = transaction.doc.type.schema.nodes;
  const isThere = next?.type === paragraph && next?.content.size === 0;
  if (!isThere && paragraph !== undefined) transaction.insert(start, paragraph.create());
  transaction.setSelection(TextSelection.create(transaction.doc, start + 1));
}

function toLine(file: Node): Node {
  const { paragraph } = file.type.schema.nodes;
  if (paragraph === undefined) throw new Error("the schema has no paragraphs");
  return paragraph.create(null, Fragment.from(file));
}
