/** Plain text on its way into the note and out of it: a line is a paragraph, a blank line stays one. */
import { isText, type StoredNode } from "@satchel/core/document/html/stored-doc.ts";
import { writePlainLine, writePlainText } from "@satchel/core/document/markdown/write-plain-text.ts";
import { Fragment, type Mark, type Node, type Schema, Slice } from "@tiptap/pm/model";

/** The line end at the end of a text ends its last line and begins no other. */
export function plainSlice(schema: Schema, text: string, marks: readonly Mark[] = []): Slice {
  const lines = text.replace(/(?:\r\n?|\n)$/, "").split(/\r\n?|\n/);
  const blocks = lines.map((line) => schema.nodes.paragraph?.create(null, line === "" ? null : schema.text(line, marks)) as Node);
  return Slice.maxOpen(Fragment.fromArray(blocks));
}

/** What was selected within one line is that line's words; anything more shows its blocks. */
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

/** The editor leaves out of its JSON what is empty. */
function withAttributes(node: StoredNode): StoredNode {
  if (isText(node)) return node;
  return { ...node, attrs: node.attrs ?? {}, ...(node.content === undefined ? {} : { content: node.content.map(withAttributes) }) };
}
