/** Converts a note's text to WordprocessingML and collects its links, images, footnotes and lists. Pure except for these collections. */
import { isText, type StoredElement, type StoredMark, type StoredNode, unloadedAddress } from "../../../../document/html/stored-doc.ts";
import { FORMULA_LANGUAGE } from "../../../../document/html/stored-html.ts";
import { fileOf, linkedNote, MISSING_FILE_SCHEME, type NoteFile, type TransferNote } from "../../../exchange/transfer-note.ts";
import { escapeMarkup } from "../../note-tree.ts";
import { hexOf, writeDocxTable } from "./docx-table.ts";

export type DocxLinks = {
  /** Target of a link to a note or to a file beside the document; undefined if it is not exported. */
  note(key: string): string | undefined;
  file(file: NoteFile): string;
  /** Size in pixels; undefined if Word cannot show the image. */
  sizeOf(file: NoteFile): { readonly width: number; readonly height: number } | undefined;
};

export type DocxNumbering = { readonly id: number; readonly format: string; readonly start: number };

export type DocxBody = {
  readonly xml: string;
  /** Targets by index, which is their id: addresses, images, footnotes and lists. */
  readonly links: readonly string[];
  readonly images: readonly NoteFile[];
  readonly footnotes: readonly string[];
  readonly lists: readonly DocxNumbering[];
};

type Layout = {
  readonly indent: number;
  readonly level: number;
  readonly list?: ListMark;
  readonly isQuote?: boolean;
  readonly style?: string;
};
type ListMark = { readonly numId: number; isUsed: boolean } | { readonly sign: string; isUsed: boolean };

const STEP = 360;
const MAX_LEVEL = 8;
const EMU_PER_PIXEL = 9525;
const MAX_WIDTH = 576;

export function writeDocxBody(note: Pick<TransferNote, "doc" | "files">, links: DocxLinks): DocxBody {
  const writer = new BodyWriter(note, links);
  const xml = writer.blocks(note.doc.content, { indent: 0, level: 0 });
  return { xml, links: writer.links, images: writer.images, footnotes: writer.footnotes, lists: writer.lists };
}

class BodyWriter {
  readonly links: string[] = [];
  readonly images: NoteFile[] = [];
  readonly footnotes: string[] = [];
  readonly lists: DocxNumbering[] = [];
  readonly #note: Pick<TransferNote, "files">;
  readonly #links: DocxLinks;
  #drawings = 0;

  constructor(note: Pick<TransferNote, "files">, links: DocxLinks) {
    this.#note = note;
    this.#links = links;
  }

  blocks(nodes: readonly StoredNode[], layout: Layout): string {
    return nodes.map((node) => (isText(node) ? "" : this.#block(node, layout))).join("");
  }

  #block(node: StoredElement, layout: Layout): string {
    const { type, attrs, content = [] } = node;
    switch (type) {
      case "heading":
        return this.#paragraph(node, { ...layout, style: `Heading${Number(attrs.level ?? 1)}` });
      case "bulletList":
      case "orderedList":
        return this.#list(node, layout);
      case "taskList":
        return this.#items(node, layout, (item) => ({ sign: item.attrs.checked === true ? "☑" : "☐", isUsed: false }));
      case "blockquote":
      case "toggleBody":
        return this.blocks(content, { ...layout, indent: layout.indent + STEP, isQuote: type === "blockquote" || layout.isQuote === true });
      case "callout":
        return this.blocks(content, { ...layout, indent: layout.indent + STEP, isQuote: true });
      case "toggle":
        return this.blocks(content, layout);
      case "toggleTitle":
        return this.#paragraph(node, { ...layout, style: "ToggleTitle" });
      case "codeBlock":
        return this.#code(node, layout);
      case "horizontalRule":
        return `<w:p><w:pPr><w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="94A3B8"/></w:pBdr></w:pPr></w:p>`;
      case "table":
        return writeDocxTable(node, (cell) => this.blocks(cell.content ?? [], { indent: 0, level: 0 }));
      default:
        return this.#paragraph(node, layout);
    }
  }

  #list(node: StoredElement, layout: Layout): string {
    const isOrdered = node.type === "orderedList";
    const format = isOrdered ? (NUMBER_FORMATS[String(node.attrs.type ?? "")] ?? "decimal") : "bullet";
    const id = this.lists.push({ id: this.lists.length + 1, format, start: Number(node.attrs.start ?? 1) });
    return this.#items(node, layout, () => ({ numId: id, isUsed: false }));
  }

  /** Puts the list mark on the first paragraph of each item. */
  #items({ content = [] }: StoredElement, layout: Layout, markOf: (item: StoredElement) => ListMark): string {
    const level = Math.min(MAX_LEVEL, layout.list === undefined ? layout.level : layout.level + 1);
    const indent = layout.indent + STEP;
    return content
      .map((item) => (isText(item) ? "" : this.blocks(item.content ?? [], { ...layout, indent, level, list: markOf(item) })))
      .join("");
  }

  #paragraph({ attrs, content = [] }: StoredElement, layout: Layout): string {
    const { list, isQuote, indent, level, style } = layout;
    const isFirst = list !== undefined && !list.isUsed;
    if (list !== undefined) list.isUsed = true;
    const isNumbered = isFirst && "numId" in list;
    const sign = isFirst && "sign" in list ? `${textRun(`${list.sign} `, "")}` : "";
    const properties = [
      style === undefined ? "" : `<w:pStyle w:val="${style}"/>`,
      isNumbered ? `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list.numId}"/></w:numPr>` : "",
      isQuote === true ? '<w:pBdr><w:left w:val="single" w:sz="18" w:space="8" w:color="94A3B8"/></w:pBdr>' : "",
      attrs.dir === "rtl" ? "<w:bidi/>" : "",
      indent === 0 ? "" : `<w:ind w:left="${indent}"${isNumbered ? ' w:hanging="360"' : ""}/>`,
      ALIGNMENTS[String(attrs.textAlign ?? "")] === undefined ? "" : `<w:jc w:val="${ALIGNMENTS[String(attrs.textAlign)]}"/>`,
    ].join("");
    return `<w:p>${properties === "" ? "" : `<w:pPr>${properties}</w:pPr>`}${sign}${this.#line(content)}</w:p>`;
  }

  #code({ attrs, content = [] }: StoredElement, { indent }: Layout): string {
    const style = attrs.language === FORMULA_LANGUAGE ? "Formula" : "Code";
    const lines = content
      .map((child) => (isText(child) ? child.text : "\n"))
      .join("")
      .split("\n");
    const runs = lines.map((line, at) => `${at === 0 ? "" : "<w:r><w:br/></w:r>"}${textRun(line, "")}`).join("");
    return `<w:p><w:pPr><w:pStyle w:val="${style}"/>${indent === 0 ? "" : `<w:ind w:left="${indent}"/>`}</w:pPr>${runs}</w:p>`;
  }

  #line(nodes: readonly StoredNode[]): string {
    return nodes.map((node) => this.#linked(node, this.#inline(node))).join("");
  }

  #linked(node: StoredNode, run: string): string {
    const href = node.marks?.find(({ type }) => type === "link")?.attrs.href;
    if (typeof href !== "string" || href.startsWith(MISSING_FILE_SCHEME)) return run;
    const key = linkedNote(href);
    const target = key === undefined ? href : this.#links.note(key);
    if (target === undefined) return run;
    return this.#hyperlink(target, run);
  }

  #hyperlink(target: string, run: string): string {
    const id = this.links.push(target);
    return `<w:hyperlink r:id="rLink${id}">${run}</w:hyperlink>`;
  }

  #inline(node: StoredNode): string {
    const look = lookOf(node.marks ?? []);
    if (isText(node)) return textRun(node.text, look);
    const { type, attrs } = node;
    if (type === "hardBreak") return "<w:r><w:br/></w:r>";
    if (type === "math") return textRun(String(attrs.tex), `<w:rFonts w:ascii="Cambria Math" w:hAnsi="Cambria Math"/>${look}`);
    if (type === "footnote") {
      const id = this.footnotes.push(String(attrs.text)) + 1;
      return `<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteReference w:id="${id}"/></w:r>`;
    }
    const file = fileOf(this.#note, attrs.imageId) ?? fileOf(this.#note, attrs.fileId);
    if (type === "image" && file !== undefined)
      return this.#image(file, attrs) ?? this.#hyperlink(this.#links.file(file), textRun(file.name, look));
    if (type === "attachment" && file !== undefined) return this.#hyperlink(this.#links.file(file), textRun(file.name, look));
    const words = String(attrs.fileName ?? attrs.alt ?? attrs.remoteSrc ?? "");
    const address = unloadedAddress(attrs);
    if (address !== undefined) return this.#hyperlink(address, textRun(`[${words || address}]`, look));
    return words === "" ? "" : textRun(`[${words}]`, look);
  }

  #image(file: NoteFile, { width, height, alt }: StoredElement["attrs"]): string | undefined {
    const natural = this.#links.sizeOf(file);
    if (natural === undefined) return undefined;
    const shown = fitted(natural, typeof width === "number" ? width : undefined, typeof height === "number" ? height : undefined);
    const known = this.images.indexOf(file);
    const id = known === -1 ? this.images.push(file) : known + 1;
    this.#drawings += 1;
    const extent = `cx="${Math.round(shown.width * EMU_PER_PIXEL)}" cy="${Math.round(shown.height * EMU_PER_PIXEL)}"`;
    const name = `id="${this.#drawings}" name="${escapeMarkup(file.name)}" descr="${escapeMarkup(String(alt ?? ""))}"`;
    return (
      `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ${extent}/><wp:docPr ${name}/>` +
      `<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr ${name}/><pic:cNvPicPr/></pic:nvPicPr>` +
      `<pic:blipFill><a:blip r:embed="rImage${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
      `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${extent}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`
    );
  }
}

const NUMBER_FORMATS: Readonly<Record<string, string>> = { a: "lowerLetter", A: "upperLetter", i: "lowerRoman", I: "upperRoman" };
const ALIGNMENTS: Readonly<Record<string, string>> = { center: "center", right: "right", justify: "both", left: "left" };

/** Scales an image to the page width in its own proportions. */
function fitted(natural: { readonly width: number; readonly height: number }, width: number | undefined, height: number | undefined) {
  const ratio = natural.height / natural.width;
  const wanted = width ?? (height === undefined ? natural.width : height / ratio);
  const shown = Math.min(MAX_WIDTH, wanted);
  return { width: shown, height: width !== undefined && height !== undefined ? (height * shown) / wanted : shown * ratio };
}

function lookOf(marks: readonly StoredMark[]): string {
  const has = (name: string): boolean => marks.some(({ type }) => type === name);
  const style = marks.find(({ type }) => type === "textStyle")?.attrs ?? {};
  const [color, fill] = [hexOf(style.color), hexOf(style.backgroundColor)];
  return [
    has("link") ? '<w:rStyle w:val="Hyperlink"/>' : "",
    has("code") ? '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/>' : "",
    has("bold") ? "<w:b/>" : "",
    has("italic") ? "<w:i/>" : "",
    has("strike") ? "<w:strike/>" : "",
    color === undefined ? "" : `<w:color w:val="${color}"/>`,
    has("underline") ? '<w:u w:val="single"/>' : "",
    fill === undefined ? "" : `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>`,
    has("subscript") ? '<w:vertAlign w:val="subscript"/>' : has("superscript") ? '<w:vertAlign w:val="superscript"/>' : "",
  ].join("");
}

function textRun(text: string, look: string): string {
  const pieces = text.split("\t").map((piece) => `<w:t xml:space="preserve">${escapeMarkup(piece)}</w:t>`);
  return `<w:r>${look === "" ? "" : `<w:rPr>${look}</w:rPr>`}${pieces.join("<w:tab/>")}</w:r>`;
}
