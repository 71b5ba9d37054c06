/** Tags in the text itself (`#plan`, `#project/2026`, Bear's `#two words#`), code and links left out. They stay in the text as well. Pure. */
import { isText, type StoredDoc, type StoredNode } from "../../../document/html/stored-doc.ts";

const TAG = /(?<=^|\s)#(?:([^\s#][^#\n]{0,80}?[^\s#])#(?=$|[\s.,;:!?])|([\p{L}\p{N}_][\p{L}\p{N}\p{M}_/-]{0,80}))/gu;
const BEAR_ONLY_SPACES = /\s/;

export function findHashtags(doc: StoredDoc, hasSpaces: boolean): readonly string[] {
  const tags = new Set<string>();
  const look = (node: StoredNode): void => {
    if (!isText(node)) {
      if (node.type !== "codeBlock") for (const child of node.content ?? []) look(child);
      return;
    }
    if (node.marks.some(({ type }) => type === "code" || type === "link")) return;
    for (const [, closed, open] of node.text.matchAll(TAG)) {
      const name = closed !== undefined && (hasSpaces || !BEAR_ONLY_SPACES.test(closed)) ? closed : (open ?? closed?.split(/\s/)[0]);
      if (name !== undefined && /[^\d/]/.test(name)) tags.add(name.replace(/\/+$/, ""));
    }
  };
  for (const block of doc.content) look(block);
  return [...tags];
}
