/**
 * Converts Markdown of note programs (GitHub, Obsidian, Bear, Joplin) to HTML. Line ends are breaks; `[[x]]` becomes a `wiki:` link. Pure.
 */
import { Marked, type MarkedExtension, type Token, type TokenizerAndRendererExtension, type Tokens } from "marked";
import { type CalloutKind, FORMULA_LANGUAGE, OWN_NODE } from "../html/stored-html.ts";
import { splitMarkdown } from "./split-markdown.ts";

export const WIKI_SCHEME = "wiki:";

/** `isBear`: signs that mean something else in Bear. `isUlysses`: a line of dashes is a rule and never makes the line before a heading. */
export type MarkdownFlavor = { readonly isBear: boolean; readonly isUlysses?: boolean };

const PLAIN: MarkdownFlavor = { isBear: false };
let flavor = PLAIN;

export function markdownToHtml(markdown: string, own: MarkdownFlavor = PLAIN): string {
  footnotes.clear();
  flavor = own;
  const parts = splitMarkdown(markdown);
  const rest = linkTargets(parts, markdown);
  if (parts.length > 1) collectFootnotes(markdown);
  const written = parts.map(() => "");
  // Parts with footnote texts are parsed last, once it is known which footnotes are used.
  for (const isNoteText of [false, true]) {
    for (const [at, part] of parts.entries()) if (FOOTNOTE.test(part) === isNoteText) written[at] = parsePart(part, rest);
  }
  return written.join("");
}

function parsePart(part: string, rest: string): string {
  work = 0;
  try {
    return withImageSizes(PARSER.parse(part + rest, { async: false }));
  } catch {
    return `<div ${UNREAD_ATTRIBUTE}>${plainToHtml(part)}</div>`;
  }
}

/** Marks text that no parser could read and that is kept as lines. */
export const UNREAD_ATTRIBUTE = "data-unread";
export const FOOTNOTE = /^\[\^[^\]\s]{1,100}\]:/m;

/** Characters that the parser has scanned, because some texts make it scan the rest again and again; beyond `MAX_WORK` it gives up. */
let work = 0;
const MAX_WORK = 100_000_000;

function countWork(src: string): void {
  work += src.length;
  if (work > MAX_WORK) throw new Error("too much work");
}

/** Reference definitions of the whole text, so that each part can resolve its links. */
function linkTargets(parts: readonly string[], markdown: string): string {
  return parts.length < 2 ? "" : linkDefinitions(markdown);
}

/** Returns the reference definitions of links, as text to append to each part; empty if there are none or too many. */
export function linkDefinitions(markdown: string): string {
  const lines = markdown.match(/^ {0,3}\[[^\]^\n]{1,200}\]:[ \t]*\S[^\n]{0,2000}$/gm) ?? [];
  return lines.length === 0 || lines.length > 1000 ? "" : `\n\n${lines.join("\n")}`;
}

function collectFootnotes(markdown: string): void {
  for (const [, label = "", text = ""] of markdown.matchAll(/^\[\^([^\]\s]{1,100})\]:[ \t]*([^\n]*(?:\n(?!\n|\[\^)[^\n]+)*)/gm))
    footnotes.set(label, { text: footnoteLine(text), isUsed: false });
}

/** Turns lines into paragraphs, for text that no parser can read. */
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

const wikiLink: TokenizerAndRendererExtension = {
  name: "wikiLink",
  level: "inline",
  start: (src) => {
    countWork(src);
    return /!?\[\[/.exec(src)?.index;
  },
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
  start: (src) => indexIn(src, "=="),
  tokenizer(src) {
    const match = /^==(?=[^\s=])([^\n]{0,2000}?[^\s=])==(?!=)/.exec(src);
    if (match === null) return undefined;
    return { type: "highlight", raw: match[0], tokens: this.lexer.inlineTokens(match[1] ?? "") };
  },
  renderer(token) {
    return `<mark>${this.parser.parseInline(token.tokens ?? [])}</mark>`;
  },
};

/** `$…$` is TeX. */
const inlineMath: TokenizerAndRendererExtension = {
  name: "inlineMath",
  level: "inline",
  start: (src) => indexIn(src, "$"),
  tokenizer(src) {
    const match = /^\$\$((?:\\[\s\S]|[^$\\]){1,5000}?)\$\$/.exec(src) ?? /^\$(?!\s|\$)((?:\\.|[^$\\\n]){1,2000}?)(?<!\s)\$(?!\d)/.exec(src);
    return match === null ? undefined : { type: "inlineMath", raw: match[0], tex: (match[1] ?? "").replace(/\s+/g, " ").trim() };
  },
  renderer: ({ tex }) => `<span ${OWN_NODE}="math">${escapeHtml(String(tex))}</span>`,
};

const blockMath: TokenizerAndRendererExtension = {
  name: "blockMath",
  level: "block",
  start: (src) => lineWith(src, "$$"),
  tokenizer(src) {
    const match = /^\$\$([^$]{1,20000}?)\$\$[ \t]*(?:\n|$)/.exec(src);
    return match === null ? undefined : { type: "blockMath", raw: match[0], tex: (match[1] ?? "").replace(/[ \t]+$/gm, "").trim() };
  },
  renderer: ({ tex }) => `<pre><code class="language-${FORMULA_LANGUAGE}">${escapeHtml(String(tex))}</code></pre>`,
};

/** Two tildes strike words out. A single one means an underline in Bear and is plain text elsewhere. */
const singleTilde: TokenizerAndRendererExtension = {
  name: "singleTilde",
  level: "inline",
  start: (src) => indexIn(src, "~"),
  tokenizer(src) {
    if (!/^~(?!~)/.test(src)) return undefined;
    const line = flavor.isBear ? /^~([^~\s\n\\](?:[^~\n]{0,2000}[^~\s\n\\])?)~(?!~)/.exec(src) : null;
    if (line === null) return { type: "singleTilde", raw: "~", tokens: [] };
    return { type: "singleTilde", raw: line[0], isLine: true, tokens: this.lexer.inlineTokens(line[1] ?? "") };
  },
  renderer(token) {
    return token.isLine === true ? `<u>${this.parser.parseInline(token.tokens ?? [])}</u>` : "~";
  },
};

/** Bear writes the size of an image and the display of a file as JSON in a comment after it. */
function readComment(words: string): string {
  if (words.trim() === "" || /^\s*\{[^}]*\}\s*$/.test(words)) return sizeComment(words);
  return `<span hidden>${escapeHtml(words)}</span>`;
}

/** A comment that is not closed extends to the end of the text. */
function withoutComments(html: string): string {
  let [out, at] = ["", 0];
  for (let start = html.indexOf("<!--"); start !== -1; start = html.indexOf("<!--", at)) {
    const end = html.indexOf("-->", start + 4);
    out += html.slice(at, start) + readComment(html.slice(start + 4, end === -1 ? html.length : end));
    at = end === -1 ? html.length : end + 3;
  }
  return out + html.slice(at);
}

function sizeComment(words: string): string {
  const [width, height] = ["width", "height"].map((name) => new RegExp(`"${name}"\\s*:\\s*"?(\\d{1,5})`).exec(words)?.[1]);
  return width === undefined ? "" : `<!--${width}x${height ?? ""}-->`;
}

function withImageSizes(html: string): string {
  return html
    .replace(/<img ([^<>]{1,4000})>\s{0,4}<!--(\d+)x(\d*)-->/g, (_, own: string, ...[width, height]: readonly string[]) => {
      return `<img ${own} width="${width}"${height ? ` height="${height}"` : ""}>`;
    })
    .replace(/<!--\d+x\d*-->/g, "");
}

const ESCAPED_SIGN = /\\([!-/:-@[-`{-~])/g;

/** Texts of footnotes by name. The parser reads all blocks before any line, so they are complete when lines are read. */
const footnotes = new Map<string, { readonly text: string; isUsed: boolean }>();

function footnoteLine(text: string): string {
  return text.replace(/\s+/g, " ").replace(ESCAPED_SIGN, "$1").trim();
}

const footnoteText: TokenizerAndRendererExtension = {
  name: "footnoteText",
  level: "block",
  start: (src) => lineWith(src, "[^"),
  tokenizer(src) {
    const match = /^\[\^([^\]\s]{1,100})\]:[ \t]*([^\n]*(?:\n(?!\n|\[\^)[^\n]+)*)(?:\n+|$)/.exec(src);
    if (match === null) return undefined;
    const text = footnoteLine(match[2] ?? "");
    footnotes.set(match[1] ?? "", { text, isUsed: footnotes.get(match[1] ?? "")?.isUsed ?? false });
    return { type: "footnoteText", raw: match[0], label: match[1], text };
  },
  renderer({ label, text }) {
    return footnotes.get(String(label))?.isUsed === true ? "" : `<p>[^${escapeHtml(String(label))}]: ${escapeHtml(String(text))}</p>`;
  },
};

/** Puts the footnote's text in place of its number, as in the stored form; a footnote without text stays as written. */
const footnote: TokenizerAndRendererExtension = {
  name: "footnote",
  level: "inline",
  start: (src) => /\[\^|\^\[/.exec(src)?.index,
  tokenizer(src) {
    const inline = /^\^\[((?:\\.|[^\]\\\n]){1,2000})\]/.exec(src);
    if (inline !== null) return { type: "footnote", raw: inline[0], text: (inline[1] ?? "").replace(/\\([[\]\\])/g, "$1") };
    const match = /^\[\^([^\]\s]{1,100})\](?!:)/.exec(src);
    const found = match === null ? undefined : footnotes.get(match[1] ?? "");
    if (match === null || found === undefined) return undefined;
    found.isUsed = true;
    return { type: "footnote", raw: match[0], text: found.text };
  },
  renderer: ({ text }) => `<sup ${OWN_NODE}="footnote">${escapeHtml(String(text))}</sup>`,
};

/** The parser calls this from the second character of a paragraph on, so only a position after a line end begins a line. */
function lineWith(text: string, sign: string): number | undefined {
  countWork(text);
  const at = text.indexOf(`\n${sign}`);
  return at === -1 ? undefined : at + 1;
}

function indexIn(text: string, sign: string): number | undefined {
  const at = text.indexOf(sign);
  return at === -1 ? undefined : at;
}

/** Obsidian's callout kinds, mapped to the five kinds of notes. */
const KINDS: Readonly<Record<string, CalloutKind>> = {
  tip: "tip",
  hint: "tip",
  success: "tip",
  check: "tip",
  done: "tip",
  important: "important",
  warning: "warning",
  attention: "warning",
  caution: "caution",
  danger: "caution",
  error: "caution",
  bug: "caution",
  failure: "caution",
  fail: "caution",
  missing: "caution",
};

export function calloutKind(name: string): CalloutKind {
  const known = name.toLowerCase();
  return (Object.hasOwn(KINDS, known) ? KINDS[known] : undefined) ?? "note";
}

/** Callout kinds that notes do not have: without a title, such a callout shows its kind as the title. */
const NAMED =
  /^(?:abstract|summary|tldr|todo|success|check|done|question|help|faq|failure|fail|missing|danger|error|bug|example|quote|cite)$/i;

function kindTitle(kind: string): string {
  return NAMED.test(kind) ? `<p>${kind.slice(0, 1).toUpperCase()}${kind.slice(1).toLowerCase()}</p>` : "";
}

/** `> [!tip] Title`: the title becomes the callout's first paragraph. */
function quoteOrCallout(html: string): string {
  const head = /^\s*<p>\[!([\w-]{1,30})\][+-]?[ \t]*([\s\S]*?)(<br>\s*|<\/p>)/.exec(html);
  if (head === null) return `<blockquote>${html}</blockquote>`;
  const title = (head[2] ?? "").trim() === "" ? kindTitle(head[1] ?? "") : `<p>${head[2]}</p>`;
  const rest = html.slice(head[0].length);
  const body = head[3] === "</p>" ? rest : `<p>${rest}`;
  return `<div ${OWN_NODE}="callout" data-kind="${calloutKind(head[1] ?? "")}">${title}${body}</div>`;
}

/** Accepts a checkbox without text as a task, which GitHub's grammar does not. */
function markEmptyTask(token: Token): void {
  if (token.type !== "list_item" || token.task === true) return;
  const first = token.tokens?.[0];
  const box = first?.type === "text" || first?.type === "paragraph" ? /^\[([ xX])\]$/.exec(String(first.text)) : null;
  if (box === null || first === undefined || !("tokens" in first)) return;
  const checked = box[1] !== " ";
  Object.assign(token, { task: true, checked });
  first.tokens = [{ type: "checkbox", raw: `${box[0]} `, checked }];
}

const EXTENSION: MarkedExtension = {
  walkTokens: markEmptyTask,
  tokenizer: {
    lheading: () => (flavor.isUlysses === true ? undefined : false),
    /** Each row gets as many cells as the first one, so a few kilobytes could become millions of cells: such lines stay text. */
    table(src) {
      const lines = this.rules.block.table.exec(src)?.[0].split("\n") ?? [];
      return isTooSparse(lines) ? undefined : false;
    },
  },
  gfm: true,
  breaks: true,
  extensions: [wikiLink, highlight, inlineMath, blockMath, footnoteText, footnote, singleTilde],
  renderer: {
    /** A comment becomes hidden text, which the reader of the HTML reports. */
    html({ text }: Tokens.HTML | Tokens.Tag) {
      return withoutComments(text);
    },
    /** Obsidian writes an image's size after a vertical bar. */
    image({ href, text }: Tokens.Image) {
      const size = /^(.*)\|\s*(\d{1,5})(?:x(\d{1,5}))?\s*$/s.exec(text);
      const own = size === null ? "" : ` width="${size[2]}"${size[3] === undefined ? "" : ` height="${size[3]}"`}`;
      const words = size === null ? text : (size[1] ?? "").replace(/\\$/, "");
      return `<img src="${escapeHtml(href)}"${words === "" ? "" : ` alt="${escapeHtml(words)}"`}${own}>`;
    },
    blockquote({ tokens }: Tokens.Blockquote) {
      return quoteOrCallout(this.parser.parse(tokens));
    },
    /** Escapes the language, because it could otherwise close the element. */
    code({ text, lang }: Tokens.Code) {
      const language = /^[^\s{]{1,40}/.exec(lang ?? "")?.[0];
      return `<pre><code${language === undefined ? "" : ` class="language-${escapeHtml(language)}"`}>${escapeHtml(text)}\n</code></pre>\n`;
    },
  },
};

/** Cells that filling a table may add to those that it has; the same bound as in table-grid.ts. */
const FILLED = { times: 10, more: 10_000 } as const;

function isTooSparse(lines: readonly string[]): boolean {
  const cells = lines.map((line) => line.split("|").length);
  const all = cells.reduce((sum, count) => sum + count, 0);
  return (cells[0] ?? 0) * lines.length > all * FILLED.times + FILLED.more;
}

const PARSER = new Marked(EXTENSION);
