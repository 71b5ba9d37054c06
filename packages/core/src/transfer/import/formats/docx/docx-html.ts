/** Converts a Word document's XML to HTML by what styles mean, not by how they look. ECMA-376 Part 1, 17. Pure. */
import { escapeHtml } from "../../../../document/markdown/markdown-html.ts";
import { allNamed, childNamed, ownChild, type XmlElement } from "./xml-tree.ts";

export type DocxParts = {
  readonly document: XmlElement;
  readonly numbering: XmlElement;
  readonly styles: XmlElement;
  readonly footnotes: XmlElement;
  readonly relations: ReadonlyMap<string, { readonly target: string; readonly isExternal: boolean }>;
};

type Context = DocxParts & { readonly headings: ReadonlyMap<string, number>; readonly ordered: ReadonlyMap<string, boolean> };

export function docxToHtml(parts: DocxParts): string {
  const context = { ...parts, headings: headingStyles(parts.styles), ordered: orderedLists(parts.numbering) };
  const body = childNamed(parts.document, "body");
  return body === undefined ? "" : writeBlocks(body.children, context);
}

type Line = { readonly level: number; readonly isOrdered: boolean; readonly html: string };

function writeBlocks(elements: readonly XmlElement[], context: Context): string {
  let html = "";
  let lines: Line[] = [];
  const endList = (): void => {
    html += writeList(lines);
    lines = [];
  };
  for (const element of elements) {
    const line = element.name === "p" ? listLine(element, context) : undefined;
    if (line !== undefined) {
      lines.push(line);
      continue;
    }
    endList();
    if (element.name === "p") html += writeParagraph(element, context);
    else if (element.name === "tbl") html += writeTable(element, context);
    else if (element.name === "sdt") html += writeBlocks(ownChild(element, "sdtContent")?.children ?? [], context);
  }
  endList();
  return html;
}

function listLine(paragraph: XmlElement, context: Context): Line | undefined {
  const numbering = ownChild(ownChild(paragraph, "pPr"), "numPr");
  const id = ownChild(numbering, "numId")?.attributes.val;
  if (numbering === undefined || id === undefined || id === "0") return undefined;
  const level = Number(ownChild(numbering, "ilvl")?.attributes.val ?? 0);
  return { level, isOrdered: context.ordered.get(`${id} ${level}`) ?? false, html: writeRuns(paragraph, context) };
}

function writeList(lines: readonly Line[]): string {
  let html = "";
  const open: { readonly level: number; readonly tag: string }[] = [];
  const close = (): void => {
    html += `</li></${open.pop()?.tag ?? "ul"}>`;
  };
  for (const line of lines) {
    const tag = line.isOrdered ? "ol" : "ul";
    while ((open.at(-1)?.level ?? -1) > line.level) close();
    const top = open.at(-1);
    if (top !== undefined && top.level === line.level && top.tag !== tag) close();
    if (open.at(-1)?.level === line.level) html += "</li>";
    else {
      open.push({ level: line.level, tag });
      html += `<${tag}>`;
    }
    html += `<li>${line.html}`;
  }
  while (open.length > 0) close();
  return html;
}

function writeParagraph(paragraph: XmlElement, context: Context): string {
  const properties = ownChild(paragraph, "pPr");
  const style = ownChild(properties, "pStyle")?.attributes.val ?? "";
  const level = context.headings.get(style);
  const align = ownChild(properties, "jc")?.attributes.val ?? "";
  const own = /^(?:center|right)$/.test(align) ? ` style="text-align:${align}"` : "";
  const inside = writeRuns(paragraph, context);
  if (level !== undefined) return `<h${level}${own}>${inside}</h${level}>`;
  const html = `<p${own}>${inside}</p>`;
  return /quote/i.test(style) ? `<blockquote>${html}</blockquote>` : html;
}

function writeRuns(element: XmlElement, context: Context): string {
  return element.children
    .map((child) => {
      if (child.name === "r") return writeRun(child, context);
      if (child.name === "hyperlink") return writeLink(child, context);
      if (child.name === "sdt") return writeRuns(ownChild(child, "sdtContent") ?? child, context);
      return /^(?:ins|smartTag|fldSimple)$/.test(child.name) ? writeRuns(child, context) : "";
    })
    .join("");
}

function writeLink(element: XmlElement, context: Context): string {
  const relation = context.relations.get(element.attributes.id ?? "");
  const inside = writeRuns(element, context);
  return relation?.isExternal === true ? `<a href="${escapeHtml(relation.target)}">${inside}</a>` : inside;
}

const MARKS = [
  ["b", "strong"],
  ["i", "em"],
  ["u", "u"],
  ["strike", "s"],
  ["highlight", "mark"],
] as const;

function writeRun(run: XmlElement, context: Context): string {
  const properties = ownChild(run, "rPr");
  const html = run.children.map((child) => writeRunPart(child, context)).join("");
  if (html === "") return "";
  const marked = MARKS.reduce((inner, [name, tag]) => {
    const mark = ownChild(properties, name);
    return mark === undefined || /^(?:0|false|none)$/.test(mark.attributes.val ?? "") ? inner : `<${tag}>${inner}</${tag}>`;
  }, html);
  const raised = ownChild(properties, "vertAlign")?.attributes.val;
  if (raised === "superscript") return `<sup>${marked}</sup>`;
  return raised === "subscript" ? `<sub>${marked}</sub>` : marked;
}

function writeRunPart(part: XmlElement, context: Context): string {
  switch (part.name) {
    case "t":
      return escapeHtml(part.text).replace(/^ | $/g, " ");
    case "tab":
      return "\t";
    case "br":
    case "cr":
      return "<br>";
    case "footnoteReference":
      return writeFootnote(part.attributes.id ?? "", context);
    case "drawing":
    case "pict":
    case "object":
      return writeImages(part, context);
    case "AlternateContent":
      return (ownChild(part, "Choice") ?? part).children.map((child) => writeRunPart(child, context)).join("");
    default:
      return "";
  }
}

function writeFootnote(id: string, { footnotes }: Context): string {
  const note = allNamed(footnotes, "footnote").find(({ attributes }) => attributes.id === id);
  const text =
    note === undefined
      ? ""
      : allNamed(note, "t")
          .map((part) => part.text)
          .join("");
  return text.trim() === "" ? "" : ` (${escapeHtml(text.trim())})`;
}

function writeImages(element: XmlElement, context: Context): string {
  const alt = childNamed(element, "docPr")?.attributes.descr ?? "";
  const ids = [
    ...allNamed(element, "blip").map(({ attributes }) => attributes.embed ?? attributes.link),
    ...allNamed(element, "imagedata").map(({ attributes }) => attributes.id),
  ];
  return ids
    .map((id) => {
      const relation = context.relations.get(id ?? "");
      if (relation === undefined) return "";
      return `<img src="${escapeHtml(relation.isExternal ? relation.target : `part:${relation.target}`)}" alt="${escapeHtml(alt)}">`;
    })
    .join("");
}

function writeTable(table: XmlElement, context: Context): string {
  const rows = table.children
    .filter(({ name }) => name === "tr")
    .map((row, at) => {
      const isHeader = at === 0 && ownChild(ownChild(row, "trPr"), "tblHeader") !== undefined;
      const cells = row.children.filter(({ name }) => name === "tc").flatMap((cell) => writeCell(cell, isHeader ? "th" : "td", context));
      return `<tr>${cells.join("")}</tr>`;
    });
  return `<table>${rows.join("")}</table>`;
}

function writeCell(cell: XmlElement, tag: string, context: Context): string {
  const properties = ownChild(cell, "tcPr");
  const span = Number(ownChild(properties, "gridSpan")?.attributes.val ?? 1);
  return `<${tag}${span > 1 ? ` colspan="${Math.min(100, span)}"` : ""}>${writeBlocks(cell.children, context)}</${tag}>`;
}

function headingStyles(styles: XmlElement): ReadonlyMap<string, number> {
  const found = allNamed(styles, "style").flatMap((style): (readonly [string, number])[] => {
    const name = ownChild(style, "name")?.attributes.val ?? "";
    const outline = ownChild(ownChild(style, "pPr"), "outlineLvl")?.attributes.val;
    const level = /^title$/i.test(name)
      ? 1
      : Number(/^heading (\d)$/i.exec(name)?.[1] ?? (outline === undefined ? 0 : Number(outline) + 1));
    return level >= 1 && level <= 6 ? [[style.attributes.styleId ?? "", level]] : [];
  });
  return new Map([...[1, 2, 3, 4, 5, 6].map((level) => [`Heading${level}`, level] as const), ["Title", 1] as const, ...found]);
}

function orderedLists(numbering: XmlElement): ReadonlyMap<string, boolean> {
  const kinds = new Map<string, ReadonlyMap<string, boolean>>();
  for (const list of allNamed(numbering, "abstractNum")) {
    const levels = list.children
      .filter(({ name }) => name === "lvl")
      .map((level) => [level.attributes.ilvl ?? "0", ownChild(level, "numFmt")?.attributes.val !== "bullet"] as const);
    kinds.set(list.attributes.abstractNumId ?? "", new Map(levels));
  }
  return new Map(
    allNamed(numbering, "num").flatMap((num) => {
      const levels = kinds.get(ownChild(num, "abstractNumId")?.attributes.val ?? "") ?? new Map<string, boolean>();
      return [...levels].map(([level, isOrdered]) => [`${num.attributes.numId ?? ""} ${level}`, isOrdered] as const);
    }),
  );
}
