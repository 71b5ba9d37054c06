/** Converts documents of the Lexical editor (Standard Notes' Super notes) to HTML. Pure. */
import { escapeHtml } from "../../../../document/markdown/markdown-html.ts";
import { type Fields, fieldsIn, isFields, parseJson, textIn } from "../../document/read-json.ts";

/** Returns undefined if the text is not a Lexical document. */
export function lexicalToHtml(text: string): string | undefined {
  const value = parseJson(text);
  return isFields(value) && isFields(value.root) ? writeAll(value.root, 0) : undefined;
}

const MAX_DEPTH = 200;

function writeAll(node: Fields, depth: number): string {
  if (depth > MAX_DEPTH) return "";
  return fieldsIn(node, "children")
    .map((child) => writeNode(child, depth + 1))
    .join("");
}

function writeNode(node: Fields, depth: number): string {
  const inside = (): string => writeAll(node, depth);
  switch (node.type) {
    case "text":
    case "code-highlight":
      return writeText(node);
    case "linebreak":
      return "<br>";
    case "tab":
      return "\t";
    case "heading":
      return wrap(/^h[1-6]$/.test(String(node.tag)) ? String(node.tag) : "h2", inside());
    case "quote":
      return wrap("blockquote", inside());
    case "code":
      return `<pre><code${languageOf(node)}>${codeOf(node)}</code></pre>`;
    case "horizontalrule":
      return "<hr>";
    case "list":
      return writeList(node, depth);
    case "link":
    case "autolink":
      return `<a href="${escapeHtml(textIn(node, "url") ?? "")}">${inside()}</a>`;
    case "table":
      return wrap("table", inside());
    case "tablerow":
      return wrap("tr", inside());
    case "tablecell":
      return wrap(node.headerState === 0 || node.headerState === undefined ? "td" : "th", inside());
    case "collapsible-container":
      return inside();
    default:
      return wrap("p", inside());
  }
}

function writeList(node: Fields, depth: number): string {
  const isCheck = node.listType === "check";
  const items = fieldsIn(node, "children").map((item) => {
    const own = isCheck ? ` data-checked="${String(item.checked === true)}"` : "";
    return `<li${own}>${writeAll(item, depth + 1)}</li>`;
  });
  const tag = node.listType === "number" ? "ol" : "ul";
  return `<${tag}${isCheck ? ' data-type="taskList"' : ""}>${items.join("")}</${tag}>`;
}

const FORMATS = [
  [1, "strong"],
  [2, "em"],
  [4, "s"],
  [8, "u"],
  [16, "code"],
  [32, "sub"],
  [64, "sup"],
  [128, "mark"],
] as const;

function writeText(node: Fields): string {
  const format = typeof node.format === "number" ? node.format : 0;
  return FORMATS.reduce((html, [bit, tag]) => ((format & bit) === 0 ? html : wrap(tag, html)), escapeHtml(textIn(node, "text") ?? ""));
}

function wrap(tag: string, html: string): string {
  return `<${tag}>${html}</${tag}>`;
}

function languageOf(node: Fields): string {
  const language = textIn(node, "language");
  return language === undefined ? "" : ` class="language-${escapeHtml(language)}"`;
}

function codeOf(node: Fields): string {
  return fieldsIn(node, "children")
    .map((child) => (child.type === "linebreak" ? "\n" : escapeHtml(textIn(child, "text") ?? "")))
    .join("");
}
