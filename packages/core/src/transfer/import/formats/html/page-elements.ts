/** Reads special markup of pages: formulas and code of Joplin and MathJax, layout tables, metadata. Pure. */
import type { HtmlElement, HtmlNode } from "../../../../document/html/html-tree.ts";
import { FORMULA_LANGUAGE, OWN_NODE } from "../../../../document/html/stored-html.ts";
import { plainText } from "../../../../document/paste/markup/paste-lists.ts";
import { newElement, newText } from "../../document/foreign-document.ts";

/** Returns undefined for an ordinary element. */
export function readPageElement(element: HtmlElement): readonly HtmlNode[] | undefined {
  if (hasClass(element, "joplin-editable")) return readJoplinSource(element);
  if (element.tag === "table" && isColumn(element)) return cellsOf(element).map((cell) => newElement("div", {}, cell.children));
  const script = isFormulaScript(element)
    ? [formula(plainText(element.children), /mode=display/.test(element.attributes.type ?? ""))]
    : undefined;
  if (script !== undefined) return script;
  if (!element.children.some((child) => child.kind === "element" && isFormulaScript(child))) return undefined;
  return [{ ...element, children: element.children.filter((child) => !isShownFormula(child)) }];
}

/** MathJax stores the TeX in a script beside the rendered formula. */
function isFormulaScript({ tag, attributes }: HtmlElement): boolean {
  return tag === "script" && /^math\/tex/i.test(attributes.type ?? "");
}

function isShownFormula(node: HtmlNode): boolean {
  return node.kind === "element" && /\bMathJax(?:_\w+)?\b/.test(node.attributes.class ?? "");
}

function hasClass({ attributes }: HtmlElement, name: string): boolean {
  return (attributes.class ?? "").split(/\s+/).includes(name);
}

/** Joplin stores the Markdown source of a formula or code before its rendered form. */
function readJoplinSource(element: HtmlElement): readonly HtmlNode[] | undefined {
  const source = findElement(element.children, (child) => hasClass(child, "joplin-source"));
  if (source === undefined) return undefined;
  const text = plainText(source.children);
  const open = source.attributes["data-joplin-source-open"] ?? "";
  if (open.startsWith("$")) return [formula(text, open.startsWith("$$"))];
  const language = source.attributes["data-joplin-language"] ?? "";
  return [newElement("pre", {}, [newElement("code", language === "" ? {} : { class: `language-${language}` }, [newText(text)])])];
}

export function formula(tex: string, isBlock: boolean): HtmlElement {
  if (isBlock) return newElement("pre", {}, [newElement("code", { class: `language-${FORMULA_LANGUAGE}` }, [newText(tex.trim())])]);
  return newElement("span", { [OWN_NODE]: "math" }, [newText(tex.replace(/\s+/g, " ").trim())]);
}

/** True for a one-column table without a heading, which is only layout. */
function isColumn(table: HtmlElement): boolean {
  const rows = rowsOf(table);
  return rows.length > 1 && rows.every((row) => row.length === 1 && row[0]?.tag === "td");
}

function cellsOf(table: HtmlElement): readonly HtmlElement[] {
  return rowsOf(table).flat();
}

function rowsOf(element: HtmlElement): readonly (readonly HtmlElement[])[] {
  return element.children.flatMap((child): readonly (readonly HtmlElement[])[] => {
    if (child.kind === "text") return [];
    if (child.tag === "tr")
      return [child.children.filter((cell): cell is HtmlElement => cell.kind === "element" && /^t[dh]$/.test(cell.tag))];
    return /^t(?:body|head|foot)$/.test(child.tag) ? rowsOf(child) : [];
  });
}

export function findElement(nodes: readonly HtmlNode[], isIt: (element: HtmlElement) => boolean): HtmlElement | undefined {
  for (const node of nodes) {
    if (node.kind === "text") continue;
    const found = isIt(node) ? node : findElement(node.children, isIt);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function metaOf(tree: readonly HtmlNode[], name: RegExp): string | undefined {
  const meta = findElement(
    tree,
    ({ tag, attributes }) => tag === "meta" && name.test(attributes.name ?? attributes.property ?? attributes["http-equiv"] ?? ""),
  );
  return meta?.attributes.content;
}
