/** Finds tags in the text (`#plan`, `#project/2026`, Bear's `#two words#`), except in code and links. The tags stay in the text. Pure. */
import { isText, type StoredDoc, type StoredNode } from "../../../document/html/stored-doc.ts";
import { isTagName, tagsOfLine } from "../../../library/tags/tag-line.ts";

const TAG = /(?<=^|\s)#([\p{L}\p{N}_][\p{L}\p{N}\p{M}_/-]{0,80})/gu;
export function findHashtags(doc: StoredDoc): readonly string[] {
  const tags = new Set<string>();
  const look = (node: StoredNode): void => {
    if (!isText(node)) {
      if (node.type !== "codeBlock") for (const child of node.content ?? []) look(child);
      return;
    }
    if (node.marks.some(({ type }) => type === "code" || type === "link")) return;
    for (const [, name = ""] of node.text.matchAll(TAG)) if (isTagName(name)) tags.add(name.replace(/\/+$/, ""));
  };
  for (const block of doc.content) look(block);
  return [...tags];
}

/** Tags of a last line that has nothing else (tag-line.ts), which exports treat as tags of the note. */
export function flattenedTags(doc: StoredDoc): readonly string[] {
  const last = doc.content.at(-1);
  const nodes = last?.type === "paragraph" ? (last.content ?? []) : [];
  if (!nodes.every(isText) || nodes.some(({ marks }) => marks.length > 0)) return [];
  return tagsOfLine(nodes.map(({ text }) => text).join("")) ?? [];
}

const BEAR_TAG = /(`+)[^`]*\1|(?<!\S)#([^\s#`\\][^#`\n]{0,80}?[^\s#`\\])#(?=$|[\s.,;:!?)])/gm;

/**
 * Converts Bear's `#two words#` to `#two_words`, which other programs and a later export read as the same tag. Skips code. `names`: the tags
 * by their converted form.
 */
export function joinTagWords(markdown: string): { readonly text: string; readonly names: ReadonlyMap<string, string> } {
  const names = new Map<string, string>();
  const join = (tag: string): string => {
    names.set(tagOfWords(tag), tag.trim());
    return `#${tagOfWords(tag)}`;
  };
  const text = markdown
    .split(/^( {0,3}(?:```|~~~)[\s\S]*?^ {0,3}(?:```|~~~)[ \t]*)$/m)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(BEAR_TAG, (found, _, tag?: string) => (tag === undefined ? found : join(tag)))))
    .join("");
  return { text, names };
}

export function tagOfWords(tag: string): string {
  return tag.trim().replace(/\s+/g, "_");
}
