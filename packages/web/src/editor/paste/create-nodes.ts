/** Creates the editor's nodes of a large paste in slices, so that the page handles keys in between. */
import { isText, type StoredNode } from "@satchel/core/document/html/stored-doc.ts";
import { Fragment, type Node, type Schema } from "@tiptap/pm/model";

/** Children of blocks and rows created at once, a few milliseconds of work. */
const CHILDREN_AT_ONCE = 1000;

export async function createNodes(schema: Schema, blocks: readonly StoredNode[]): Promise<Node[]> {
  let children = 0;
  const create = async (stored: StoredNode): Promise<Node> => {
    const { content = [] } = isText(stored) ? {} : stored;
    if (stored.type === "table") {
      const rows: Node[] = [];
      for (const row of content) rows.push(await create(row));
      return schema.nodeFromJSON({ ...stored, content: undefined }).copy(Fragment.fromArray(rows));
    }
    children += 1 + content.length;
    if (children > CHILDREN_AT_ONCE) {
      children = 0;
      await new Promise((resolve) => setTimeout(resolve));
    }
    return schema.nodeFromJSON(stored);
  };
  const nodes: Node[] = [];
  for (const block of blocks) nodes.push(await create(block));
  return nodes;
}
