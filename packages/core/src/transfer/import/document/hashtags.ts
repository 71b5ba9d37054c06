/** Finds tags in the text (`#plan`, `#project/2026`, Bear's `#two words#`), except in code and links. The tags stay in the text. Pure. */
import { isText, type StoredDoc, type StoredNode } from "../../../document/html/stored-doc.ts";

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

const BEAR_TAG = /(`+)[^`]*\1|(?<!\S)#([^\s#`\\][^#`\n]{0,80}?[^\s#`\\])#(?=$|[\s.,;:!?)])/gm;

/** Converts Bear's `#two words#` to `#two_words`, which other programs and a later export read as the same tag. Skips code. */
export function joinTagWords(markdown: string): string {
  return markdown
    .split(/^( {0,3}(?:```|~~~)[\s\S]*?^ {0,3}(?:```|~~~)[ \t]*)$/m)
    .map((part, at) =>
      at % 2 === 1 ? part : part.replace(BEAR_TAG, (found, _, tag?: string) => (tag === undefined ? found : `#${tagOfWords(tag)}`)),
    )
    .join("");
}

export function tagOfWords(tag: string): string {
  return tag.trim().replace(/\s+/g, "_");
}
