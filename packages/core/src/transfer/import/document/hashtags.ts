/** Tags in the text itself (`#plan`, `#project/2026`, Bear's `#two words#`), code and links left out. They stay in the text as well. Pure. */
import { isText, type StoredDoc, type StoredElement, type StoredNode } from "../../../document/html/stored-doc.ts";

const TAG = /(?<=^|\s)#(?:([^\s#][^#\n]{0,80}?[^\s#])#(?=$|[\s.,;:!?])|([\p{L}\p{N}_][\p{L}\p{N}\p{M}_/-]{0,80}))/gu;

export function findHashtags(doc: StoredDoc): readonly string[] {
  const tags = new Set<string>();
  const look = (node: StoredNode): void => {
    if (!isText(node)) {
      if (node.type !== "codeBlock") for (const child of node.content ?? []) look(child);
      return;
    }
    if (node.marks.some(({ type }) => type === "code" || type === "link")) return;
    for (const [, closed, open] of node.text.matchAll(TAG)) {
      const name = open ?? closed?.split(/\s/)[0];
      if (name !== undefined && /[^\d/]/.test(name)) tags.add(name.replace(/\/+$/, ""));
    }
  };
  for (const block of doc.content) look(block);
  return [...tags];
}

/** Bear's `#two words#` as `#two_words`: the one form in which other programs, and a later export, read it as that tag. */
export function joinTagWords(doc: StoredDoc): StoredDoc {
  const join = (node: StoredNode): StoredNode => {
    if (!isText(node)) return node.type === "codeBlock" || node.content === undefined ? node : { ...node, content: node.content.map(join) };
    if (node.marks.some(({ type }) => type === "code" || type === "link")) return node;
    const text = node.text.replace(TAG, (found, closed?: string) => (closed === undefined ? found : `#${tagOfWords(closed)}`));
    return text === node.text ? node : { ...node, text };
  };
  return { ...doc, content: doc.content.map((block) => join(block) as StoredElement) };
}

export function tagOfWords(tag: string): string {
  return tag.trim().replace(/\s+/g, "_");
}
