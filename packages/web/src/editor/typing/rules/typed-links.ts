/** Decides which typed or pasted words become links: URLs, `www.`, common domains, email addresses; not code like `self.name`. */

import { toLinkAddress } from "@satchel/core/document/html/attribute-values.ts";
import { InputRule, type PasteRule } from "@tiptap/core";
import type { MarkType, Node } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import { isTypedLetter } from "../../schema/typed-letter.ts";

/** Endings that make a link of a bare domain. Endings that are common names in code or file names are missing: `is`, `to`, `py`. */
const DOMAIN_ENDINGS: ReadonlySet<string> = new Set(
  "com org net edu gov mil eu de fr nl ch be uk cz pl ca au nz jp kr br mx za".split(" "),
);

/** First words of `self.net` and the like. */
const CODE_NAMES: ReadonlySet<string> = new Set("self this cls super window document node model obj np pd df tf os sys".split(" "));

export function isLinkable(word: string): boolean {
  if (toLinkAddress(word) === undefined) return false;
  if (hasScheme(word)) return true;
  const host = word.split(/[/?#]/, 1)[0] ?? "";
  const labels = host.toLowerCase().split(".");
  return host !== word || (DOMAIN_ENDINGS.has(labels.at(-1) ?? "") && !CODE_NAMES.has(labels[0] ?? ""));
}

function hasScheme(word: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|www\.)|@/i.test(word);
}

const WHOLE_ADDRESS = /^(?:https?:\/\/[^\s/]+|www\.[^\s.]|[^\s@]+@[^\s@]+\.|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/?#]|$))/iu;

/** Links an address before a comma or another closing sign when a space follows it; the library's rule only takes whole words. */
export function typedAddressBeforeSign(type: MarkType): InputRule {
  return new InputRule({
    find: /(?:^|\s)[([“"'‘]*([^\s([“"'‘]\S*?)[.,;:!?)\]”"'’]+\s$/u,
    handler({ state, range, match }) {
      const [found, word = ""] = match;
      if (!WHOLE_ADDRESS.test(word) || !isLinkable(word)) return null;
      const from = range.from + found.indexOf(word);
      const to = from + word.length;
      if (state.doc.rangeHasMark(from, to, type) || isCode(state.doc, from, to)) return null;
      state.tr.addMark(from, to, type.create({ href: toLinkAddress(word) }));
      return undefined;
    },
  });
}

/** Skips letters in the library's plugin, which links a word at the space behind it but splits the text into words at each key. */
export function linkingAtSpaces(plugin: Plugin): Plugin {
  const { spec } = plugin;
  const append = spec.appendTransaction?.bind(plugin);
  if (append === undefined) return plugin;
  return new Plugin({
    ...spec,
    appendTransaction: (transactions, before, state) => (isTypedLetter(transactions) ? null : append(transactions, before, state)),
  });
}

function isCode(doc: Node, from: number, to: number): boolean {
  const { code } = doc.type.schema.marks;
  return code !== undefined && doc.rangeHasMark(from, to, code);
}

/** True for a name in code: `conf.com_port`, `x.com(1)`. */
function continues(text: string, end: number): boolean {
  return /^[\p{L}\p{N}_(]/u.test(text.slice(end));
}

/** Fixes the library's rule for pasted text, which assumes `http:`, links code, and overwrites links whose text is an address. */
export function withWholeAddresses(rule: PasteRule, type: MarkType): PasteRule {
  const { find, handler } = rule;
  if (typeof find !== "function") return rule;
  return Object.assign(rule, {
    find: ((text, event) =>
      (find(text, event) ?? [])
        .filter((match) => hasScheme(match.text) || !continues(text, match.index + match.text.length))
        .map((match) => ({ ...match, data: { href: toLinkAddress(match.text) } }))) satisfies typeof find,
    handler: ((found) => {
      const { from, to } = found.range;
      const { doc } = found.state;
      return doc.rangeHasMark(from, to, type) || isCode(doc, from, to) ? null : handler(found);
    }) satisfies typeof handler,
  });
}
