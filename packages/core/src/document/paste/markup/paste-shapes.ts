/** Converts special markup of programs and pages to plain HTML with the same meaning. Pure; the traversal is in paste-clean.ts. */
import type { HtmlElement, HtmlNode } from "../../html/html-tree.ts";
import { OWN_NODE } from "../../html/stored-html.ts";
import { codeText } from "./paste-code.ts";
import { plainText } from "./paste-lists.ts";

/** Returns undefined for other elements. The result never needs another conversion. */
export function toPlainShape(node: HtmlElement): HtmlElement | undefined {
  const { attributes } = node;
  if (node.tag === "button") return holdsContent(node) ? asPlainText(node) : undefined;
  if (node.tag === "code") return isBlockOfCode(node) ? element("pre", {}, [node]) : undefined;
  if (node.tag === "a") return isHeadingAnchor(node) ? element("span", {}, []) : undefined;
  const code = toFramedCode(node);
  if (code !== undefined) return code;
  const callout = toCallout(node);
  if (callout !== undefined) return callout;
  const kind = attributes["data-node-type"];
  if (kind === "expand" || kind === "nestedExpand") return toToggle(node);
  if (kind === "media") return element("img", { alt: attributes["data-alt"] ?? "" }, []);
  return HIGHLIGHTER.test(attributes.class ?? "") ? toHighlightedCode(node) : undefined;
}

/** True for a button whose words are content: a question of a FAQ that opens its answer, the sender of a chat message. */
function holdsContent({ attributes, children }: HtmlElement): boolean {
  if (attributes["aria-haspopup"] !== undefined || attributes.role === "checkbox") return false;
  if (attributes["aria-expanded"] !== undefined) return true;
  const words = plainText(children).trim().split(/\s+/);
  // An empty button, or one that names an icon of a font: "content_copy".
  if (words.length === 1 && /^(?:[a-z]+(?:_[a-z]+)+)?$/.test(words[0] ?? "")) return false;
  return !(words.length <= 4 && COMMANDS.has(words[0]?.toLowerCase().replace(/[^a-z]+/g, "") ?? ""));
}

/** First words of labels of buttons that act on the page. */
const COMMANDS: ReadonlySet<string> = new Set(
  (
    "accept add apply ask back browse buy cancel clear close collapse comment continue copied copy create delete dismiss done download edit " +
    "expand explain export filter follow fork go hide import insert install join learn less like load log login manage menu more mute next " +
    "ok open options paste pause play post preview previous print publish react read refresh regenerate reject remove reply report reset " +
    "resolve retry run save search see select send settings share show sign skip sort speak star start stop submit subscribe toggle try " +
    "undo unfollow update upload upvote downvote view vote watch wrap x yes no"
  ).split(" "),
);

function asPlainText({ children }: HtmlElement): HtmlElement {
  return element("span", {}, children);
}

/** True for multi-line `code` with a language, which is a block even without `pre`. */
function isBlockOfCode({ attributes, children }: HtmlElement): boolean {
  return /\b(?:language-|lang-|hljs\b|whitespace-pre)/.test(attributes.class ?? "") && codeText(children).trim().includes("\n");
}

/** Converts panels of Confluence and Jira and GitHub's alerts, whose kinds match callouts; their title is the name of the kind. */
function toCallout({ attributes, children }: HtmlElement): HtmlElement | undefined {
  const panel = attributes["data-panel-type"];
  const alert = ALERT.exec(attributes.class ?? "")?.[1];
  const kind = alert ?? (panel === undefined ? undefined : (PANELS[panel] ?? "note"));
  return kind === undefined ? undefined : element("div", { [OWN_NODE]: "callout", "data-kind": kind }, children.filter(isNoTitle));
}

const ALERT = /(?:^|\s)markdown-alert-(note|tip|important|warning|caution)(?:\s|$)/;
const PANELS: Readonly<Record<string, string | undefined>> = { success: "tip", warning: "warning", error: "caution" };

function isNoTitle(node: HtmlNode): boolean {
  return node.kind === "text" || !/\bmarkdown-alert-title\b/.test(node.attributes.class ?? "");
}

/** Confluence and Jira write the title as an attribute, and again in the button that opens the content. */
function toToggle({ attributes, children }: HtmlElement): HtmlElement {
  const text = attributes["data-title"] ?? "";
  const isTitle = (node: HtmlNode): boolean =>
    node.kind === "element" && node.tag === "button" && plainText(node.children).trim() === text.trim();
  return element("details", {}, [element("summary", {}, [{ kind: "text", text }]), ...children.filter((child) => !isTitle(child))]);
}

/** True for the sign beside a heading that links to it. */
function isHeadingAnchor({ attributes, children }: HtmlElement): boolean {
  return HEADING_ANCHOR.test(attributes.class ?? "") && /^[¶#§]$/u.test(plainText(children).trim());
}

const HEADING_ANCHOR = /(?:^|[\s_-])(?:anchor(?:-?link)?|headerlink|hash-link|permalink|jp-InternalAnchorLink)(?:$|[\s_-])/i;

/** Converts the lines of a code editor in a page, and code under a bar with the name of its language. */
function toFramedCode({ attributes, children }: HtmlElement): HtmlElement | undefined {
  const language = attributes["data-language"] ?? "";
  const name = attributes.class ?? "";
  if (/(?:^|\s)cm-content(?:\s|$)/.test(name) && language !== "markdown") return element("pre", { "data-language": language }, children);
  if (!/(?:^|\s)code-example(?:\s|$)/.test(name)) return undefined;
  const parts = children.filter((child): child is HtmlElement => child.kind === "element");
  const [bar, pre, ...others] = parts;
  const label = bar === undefined ? "" : codeText(bar.children).trim();
  if (pre?.tag !== "pre" || others.length > 0 || !/^[\w+#.-]{1,20}$/.test(label)) return undefined;
  return element("pre", { ...pre.attributes, "data-language": label }, [...pre.children]);
}

const HIGHLIGHTER = /(?:^|\s)syntaxhighlighter(?:\s|$)/;

/** Converts a table of one row, with line numbers in one cell and code with no-break spaces in the other. */
function toHighlightedCode(node: HtmlElement): HtmlElement | undefined {
  const cell = findCodeCell(node);
  if (cell === undefined) return undefined;
  const language = /(\S+)\s*$/.exec(node.attributes.class ?? "")?.[1] ?? "";
  const text = codeText(cell.children).replaceAll("\u00a0", " ");
  return element("pre", {}, [element("code", { class: `language-${language}` }, [{ kind: "text", text }])]);
}

function findCodeCell(node: HtmlElement): HtmlElement | undefined {
  for (const child of node.children) {
    if (child.kind === "text") continue;
    const found = child.tag === "td" && child.attributes.class === "code" ? child : findCodeCell(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

function element(tag: string, attributes: Record<string, string>, children: HtmlNode[]): HtmlElement {
  return { kind: "element", tag, attributes, children };
}
