/**
 * Words that a reader of HTML sees, found without the paste code: with the browser's DOM and a few rules about visibility. Second opinion
 * for the property that a paste loses no word. For tests.
 */

/** Sequences of letters, digits and combining marks; other characters separate words. */
export function toWords(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

export function visibleWords(html: string): readonly string[] {
  return toWords(visibleText(new DOMParser().parseFromString(html, "text/html").body));
}

/** The first word of `wanted` that is missing from `found` in this order. */
export function firstLost(wanted: readonly string[], found: readonly string[]): string | undefined {
  let at = 0;
  for (const word of wanted) {
    while (at < found.length && found[at] !== word) at++;
    if (at === found.length) return word;
    at++;
  }
  return undefined;
}

function visibleText(node: Node): string {
  if (node.nodeType === node.TEXT_NODE) return node.textContent ?? "";
  if (!(node instanceof Element) || isUnseen(node)) return "";
  const replaced = REPLACED[node.localName]?.(node);
  if (replaced !== undefined) return ` ${replaced} `;
  const text = [...node.childNodes].map(visibleText).join("");
  return isApart(node) ? `\n${text}\n` : text;
}

/** Elements that show something else than their text. */
const REPLACED: Readonly<Record<string, (element: Element) => string>> = {
  math: (math) => math.querySelector("annotation")?.textContent ?? leafTexts(math).join(" "),
  select: (list) => (list.querySelector("option[selected]") ?? list.querySelector("option"))?.textContent ?? "",
  input: (field) =>
    /^(?:checkbox|radio|hidden|submit)$/.test(field.getAttribute("type") ?? "") ? "" : (field.getAttribute("value") ?? ""),
  svg: (sample) => [...sample.querySelectorAll("text")].map((label) => label.textContent).join(" "),
};

function leafTexts(element: Element): readonly string[] {
  return element.children.length === 0 ? [element.textContent ?? ""] : [...element.children].flatMap(leafTexts);
}

const UNSEEN =
  "script, style, title, template, noscript, button:not([aria-expanded]), .mw-editsection, .gutter, .markdown-alert-title, rp, video, audio, iframe, clipboard-copy, dialog:not([open]), [hidden], .katex-html, .MsoCommentReference";

function isUnseen(element: Element): boolean {
  if (element.matches(UNSEEN)) return true;
  const style = element.getAttribute("style") ?? "";
  if (/display:\s*none|visibility:\s*hidden|mso-hide:\s*all|mso-element:\s*comment/.test(style))
    return element.querySelector("math") === null;
  // A bullet or number that Word draws itself; in a heading it is part of the words.
  return /mso-list:\s*ignore/i.test(style) && element.closest("h1, h2, h3, h4, h5, h6") === null;
}

const APART =
  "address, article, aside, blockquote, br, caption, canvas, center, dd, details, div, dl, dt, fieldset, figcaption, figure, footer, form, h1, h2, h3, h4, " +
  "h5, h6, header, hr, label, legend, li, main, marquee, menu, meter, nav, object, ol, output, p, pre, progress, rt, section, summary, table, td, " +
  "textarea, th, tr, ul, .c-mrkdwn__br";

function isApart(element: Element): boolean {
  return (
    element.matches(APART) ||
    /display:\s*(?:block|flex|grid|list-item|table)|position:\s*absolute/.test(element.getAttribute("style") ?? "")
  );
}
