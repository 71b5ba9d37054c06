/**
 * Markdown of note programs as HTML: GitHub's, with what Obsidian, Bear and Joplin add to it. Line ends are breaks, as those programs show them.
 * Links in double brackets get addresses that begin with `wiki:`. Pure.
 */
import { Marked, type MarkedExtension, type TokenizerAndRendererExtension, type Tokens } from "marked";

export const WIKI_SCHEME = "wiki:";

export function markdownToHtml(markdown: string): string {
  if (markdown.length > MAX_CHARS) return plainToHtml(markdown);
  try {
    return PARSER.parse(markdown, { async: false });
  } catch {
    return plainToHtml(markdown);
  }
}

/** Lines as paragraphs: for texts that no Markdown parser takes. */
export function plainToHtml(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join("");
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const MAX_CHARS = 8_000_000;

const wikiLink: TokenizerAndRendererExtension = {
  name: "wikiLink",
  level: "inline",
  start: (src) => /!?\[\[/.exec(src)?.index,
  tokenizer(src) {
    const match = /^(!?)\[\[([^\][\n|]{1,500})(?:\|([^\]\n]{0,500}))?\]\]/.exec(src);
    if (match === null) return undefined;
    return {
      type: "wikiLink",
      raw: match[0],
      isEmbed: match[1] === "!",
      target: (match[2] ?? "").replace(/\\$/, "").trim(),
      alias: match[3]?.trim(),
    };
  },
  renderer({ isEmbed, target, alias }) {
    const href = escapeHtml(`${WIKI_SCHEME}${String(target)}`);
    if (isEmbed !== true) return `<a href="${href}">${escapeHtml(String(alias || target))}</a>`;
    const size = /^(\d{1,5})(?:x(\d{1,5}))?$/.exec(String(alias ?? ""));
    const own =
      size === null
        ? ` alt="${escapeHtml(String(alias ?? ""))}"`
        : ` width="${size[1]}"${size[2] === undefined ? "" : ` height="${size[2]}"`}`;
    return `<img src="${href}"${own}>`;
  },
};

const highlight: TokenizerAndRendererExtension = {
  name: "highlight",
  level: "inline",
  start: (src) => (src.indexOf("==") === -1 ? undefined : src.indexOf("==")),
  tokenizer(src) {
    const match = /^==(?=[^\s=])([^\n]{0,2000}?[^\s=])==(?!=)/.exec(src);
    if (match === null) return undefined;
    return { type: "highlight", raw: match[0], tokens: this.lexer.inlineTokens(match[1] ?? "") };
  },
  renderer(token) {
    return `<mark>${this.parser.parseInline(token.tokens ?? [])}</mark>`;
  },
};

/** What stands between dollars is no Markdown. */
const inlineMath: TokenizerAndRendererExtension = {
  name: "inlineMath",
  level: "inline",
  start: (src) => (src.indexOf("$") === -1 ? undefined : src.indexOf("$")),
  tokenizer(src) {
    const match = /^\$(?!\s|\$)((?:\\.|[^$\\\n]){1,2000}?)(?<!\s)\$(?!\d)/.exec(src) ?? /^\$\$((?:\\.|[^$\\]){1,5000}?)\$\$/.exec(src);
    return match === null ? undefined : { type: "inlineMath", raw: match[0] };
  },
  renderer: ({ raw }) => escapeHtml(raw).replaceAll("\n", "<br>"),
};

const blockMath: TokenizerAndRendererExtension = {
  name: "blockMath",
  level: "block",
  start: (src) => /^\$\$/m.exec(src)?.index,
  tokenizer(src) {
    const match = /^\$\$([^$]{1,20000}?)\$\$[ \t]*(?:\n|$)/.exec(src);
    return match === null ? undefined : { type: "blockMath", raw: match[0] };
  },
  renderer: ({ raw }) => `<p>${escapeHtml(raw.trim()).replaceAll("\n", "<br>")}</p>`,
};

/** As text: a note has no footnotes, and Markdown would take them for the addresses of links. */
const footnote: TokenizerAndRendererExtension = {
  name: "footnote",
  level: "block",
  start: (src) => /^\[\^/m.exec(src)?.index,
  tokenizer(src) {
    const match = /^(\[\^[^\]\s]{1,100}\]:)[ \t]*([^\n]*(?:\n(?!\n|\[\^)[^\n]+)*)(?:\n|$)/.exec(src);
    if (match === null) return undefined;
    return { type: "footnote", raw: match[0], label: match[1], tokens: this.lexer.inlineTokens((match[2] ?? "").trim()) };
  },
  renderer(token) {
    return `<p>${escapeHtml(String(token.label))} ${this.parser.parseInline(token.tokens ?? [])}</p>`;
  },
};

const EXTENSION: MarkedExtension = {
  gfm: true,
  breaks: true,
  extensions: [wikiLink, highlight, inlineMath, blockMath, footnote],
  renderer: {
    /** The parser of HTML must see the text as it is: a name that could end the element is escaped. */
    code({ text, lang }: Tokens.Code) {
      const language = /^[^\s{]{1,40}/.exec(lang ?? "")?.[0];
      return `<pre><code${language === undefined ? "" : ` class="language-${escapeHtml(language)}"`}>${escapeHtml(text)}\n</code></pre>\n`;
    },
  },
};

const PARSER = new Marked(EXTENSION);
