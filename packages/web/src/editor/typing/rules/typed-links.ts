/** Decides which typed or pasted words become links: URLs, `www.`, domains, email addresses; not file names like `notes.md`. */

import { toLinkAddress } from "@satchel/core/document/html/attribute-values.ts";
import type { PasteRule } from "@tiptap/core";
import type { MarkType } from "@tiptap/pm/model";

export function isLinkable(word: string): boolean {
  return toLinkAddress(word) !== undefined && !isFileName(word);
}

/** File extensions that are also top-level domains. */
const FILE_ENDINGS: ReadonlySet<string> = new Set(
  "md rs py sh pl ps so cc ml mk mm st vi zip mov app bat cab cat dat doc fit ink map pub py sc".split(" "),
);

function isFileName(word: string): boolean {
  if (/^(?:[a-z][a-z0-9+.-]*:|www\.)|[/@]/i.test(word)) return false;
  return FILE_ENDINGS.has(/\.([a-z]+)$/i.exec(word)?.[1]?.toLowerCase() ?? "");
}

/** Fixes the library's rule for pasted text, which assumes `http:` and overwrites links whose text is an address. */
export function withWholeAddresses(rule: PasteRule, type: MarkType): PasteRule {
  const { find, handler } = rule;
  if (typeof find !== "function") return rule;
  return Object.assign(rule, {
    find: ((text, event) =>
      (find(text, event) ?? []).map((match) => ({ ...match, data: { href: toLinkAddress(match.text) } }))) satisfies typeof find,
    handler: ((found) =>
      found.state.doc.rangeHasMark(found.range.from, found.range.to, type) ? null : handler(found)) satisfies typeof handler,
  });
}
