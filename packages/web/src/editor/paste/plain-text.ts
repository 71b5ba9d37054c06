/** Plain text into and out of the note: each line is a paragraph, and blank lines are kept. */
import { isText, type StoredNode } from "@satchel/core/document/html/stored-doc.ts";
import { writePlainLine, writePlainText } from "@satchel/core/document/markdown/write-plain-text.ts";
import { Fragment, type Mark, type Node, type ResolvedPos, type Schema, Slice } from "@tiptap/pm/model";

/** A line end at the end of the text does not begin another line. */
export function plainSlice(schema: Schema, text: string, marks: readonly Mark[] = []): Slice {
  const lines = text.replace(/(?:\r\n?|\n)$/, "").split(/\r\n?|\n/);
  const blocks = lines.map((line) => schema.nodes.paragraph?.create(null, line === "" ? null : schema.text(line, marks)) as Node);
  return Slice.maxOpen(Fragment.fromArray(blocks));
}

/** Several lines in a list item become items of the same list. Returns undefined for one line, and outside an item's first paragraph. */
export function itemSlice($context: ResolvedPos, text: string): Slice | undefined {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== "");
  const { schema } = $context.parent.type;
  const marks = $context.marks();
  return toItems(
    $context,
    lines.map((line) => Fragment.from(schema.text(line, marks))),
  );
}

/** Same for pasted paragraphs. Returns undefined if anything else is among them. */
export function itemsOfParagraphs($context: ResolvedPos, { content }: Slice): Slice | undefined {
  const isParagraphs = content.content.every(({ type }) => type.name === "paragraph");
  if (!isParagraphs) return undefined;
  const lines = content.content.map((paragraph) => paragraph.content).filter(({ size }) => size > 0);
  return toItems($context, lines);
}

function toItems($context: ResolvedPos, lines: readonly Fragment[]): Slice | undefined {
  const item = $context.depth < 3 ? undefined : $context.node(-1);
  const isInItem = item?.type.name === "listItem" || item?.type.name === "taskItem";
  if (!isInItem || lines.length < 2 || $context.index(-1) > 0 || $context.parent.type.spec.code) return undefined;
  const { type } = item;
  const items = lines.map((line) => type.create(null, type.schema.nodes.paragraph?.create(null, line)));
  return Slice.maxOpen(Fragment.from($context.node(-2).copy(Fragment.fromArray(items))));
}

/** A selection within one line gives its words; a larger one shows its blocks. */
export function writeSlice({ content, openStart }: Slice): string {
  const line = onlyLine(content);
  if (line !== undefined && (openStart > 0 || line.type === undefined))
    return line.type?.spec.code ? line.text : writePlainLine(line.nodes);
  return writePlainText(toStored(content));
}

type Line = { readonly type: Node["type"] | undefined; readonly nodes: readonly StoredNode[]; readonly text: string };

function onlyLine(content: Fragment): Line | undefined {
  const first = content.firstChild;
  if (first === null) return undefined;
  if (first.isInline) return { type: undefined, nodes: toStored(content), text: "" };
  if (content.childCount > 1) return undefined;
  if (first.isTextblock) return { type: first.type, nodes: toStored(first.content), text: first.textContent };
  return onlyLine(first.content);
}

function toStored(content: Fragment): readonly StoredNode[] {
  const nodes = (content.toJSON() ?? []) as readonly StoredNode[];
  return nodes.map(withAttributes);
}

/** Adds empty attributes, which the editor leaves out of its JSON. */
function withAttributes(node: StoredNode): StoredNode {
  if (isText(node)) return node;
  return { ...node, attrs: node.attrs ?? {}, ...(node.content === undefined ? {} : { content: node.content.map(withAttributes) }) };
}
