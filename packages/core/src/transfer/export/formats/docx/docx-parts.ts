/** Builds the parts of a Word document around its body: styles, numbering, footnotes and relationships. Pure. */
import type { TransferNote } from "../../../exchange/transfer-note.ts";
import { escapeMarkup } from "../../note-tree.ts";
import type { DocxBody, DocxNumbering } from "./docx-body.ts";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const NAMESPACES =
  `${W} xmlns:r="${R}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" ` +
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"';

export type DocxPart = { readonly path: string; readonly text: string };

/** `imagePaths`: paths of the body's images, in order. */
export function docxParts(note: TransferNote, body: DocxBody, imagePaths: readonly string[]): readonly DocxPart[] {
  return [
    { path: "[Content_Types].xml", text: CONTENT_TYPES },
    {
      path: "_rels/.rels",
      text: relationships([
        ["rDocument", `${R}/officeDocument`, "word/document.xml"],
        ["rCore", `${PACKAGE}/relationships/metadata/core-properties`, "docProps/core.xml"],
      ]),
    },
    { path: "docProps/core.xml", text: coreProperties(note) },
    { path: "word/document.xml", text: documentXml(note.title, body.xml) },
    { path: "word/styles.xml", text: STYLES },
    { path: "word/numbering.xml", text: numbering(body.lists) },
    { path: "word/footnotes.xml", text: footnotes(body.footnotes) },
    {
      path: "word/_rels/document.xml.rels",
      text: relationships([
        ["rStyles", `${R}/styles`, "styles.xml"],
        ["rNumbering", `${R}/numbering`, "numbering.xml"],
        ["rFootnotes", `${R}/footnotes`, "footnotes.xml"],
        ...imagePaths.map((path, at) => [`rImage${at + 1}`, `${R}/image`, path] as const),
        ...body.links.map((target, at) => [`rLink${at + 1}`, `${R}/hyperlink`, target, "External"] as const),
      ]),
    },
  ];
}

const CONTENT_TYPES = `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="jpg" ContentType="image/jpeg"/><Default Extension="gif" ContentType="image/gif"/>${[
  ["word/document.xml", "wordprocessingml.document.main"],
  ["word/styles.xml", "wordprocessingml.styles"],
  ["word/numbering.xml", "wordprocessingml.numbering"],
  ["word/footnotes.xml", "wordprocessingml.footnotes"],
]
  .map(([path, type]) => `<Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`)
  .join("")}<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`;

type Relationship = readonly [id: string, type: string, target: string, mode?: string];

function relationships(list: readonly Relationship[]): string {
  const items = list.map(
    ([id, type, target, mode]) =>
      `<Relationship Id="${id}" Type="${type}" Target="${escapeMarkup(target)}"${mode === undefined ? "" : ` TargetMode="${mode}"`}/>`,
  );
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${items.join("")}</Relationships>`;
}

function documentXml(title: string, body: string): string {
  const heading = `<w:p><w:pPr><w:pStyle w:val="Title"/></w:pPr><w:r><w:t xml:space="preserve">${escapeMarkup(title)}</w:t></w:r></w:p>`;
  const page =
    '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1418" w:right="1418" w:bottom="1418" w:left="1418" w:header="709" w:footer="709" w:gutter="0"/></w:sectPr>';
  return `${XML}<w:document ${NAMESPACES}><w:body>${title === "" ? "" : heading}${body}${page}</w:body></w:document>`;
}

function coreProperties({ title, createdMs, modifiedMs, tags }: TransferNote): string {
  const time = (name: string, ms: number | undefined): string =>
    ms === undefined ? "" : `<dcterms:${name} xsi:type="dcterms:W3CDTF">${new Date(ms).toISOString().slice(0, 19)}Z</dcterms:${name}>`;
  return `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeMarkup(title)}</dc:title><cp:keywords>${escapeMarkup(tags.join(", "))}</cp:keywords>${time("created", createdMs)}${time("modified", modifiedMs)}</cp:coreProperties>`;
}

const LEVELS = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
const BULLETS = ["•", "◦", "▪"] as const;

/** Defines a numbering for each list, so that each list starts with its own number. */
function numbering(lists: readonly DocxNumbering[]): string {
  const abstract = lists.map(({ id, format, start }) => {
    const levels = LEVELS.map((level) => {
      const text = format === "bullet" ? BULLETS[level % BULLETS.length] : `%${level + 1}.`;
      return `<w:lvl w:ilvl="${level}"><w:start w:val="${Math.max(0, start)}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${(level + 1) * 360}" w:hanging="360"/></w:pPr></w:lvl>`;
    });
    return `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="hybridMultilevel"/>${levels.join("")}</w:abstractNum>`;
  });
  const numbers = lists.map(({ id }) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`);
  return `${XML}<w:numbering ${W}>${abstract.join("")}${numbers.join("")}</w:numbering>`;
}

/** The first two footnotes are the separator lines that Word requires. */
function footnotes(texts: readonly string[]): string {
  const lines = ["separator", "continuationSeparator"].map(
    (type, at) => `<w:footnote w:type="${type}" w:id="${at}"><w:p><w:r><w:${type}/></w:r></w:p></w:footnote>`,
  );
  const notes = texts.map(
    (text, at) =>
      `<w:footnote w:id="${at + 2}"><w:p><w:pPr><w:pStyle w:val="FootnoteText"/></w:pPr><w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> ${escapeMarkup(text)}</w:t></w:r></w:p></w:footnote>`,
  );
  return `${XML}<w:footnotes ${W}>${lines.join("")}${notes.join("")}</w:footnotes>`;
}

function paragraphStyle(id: string, name: string, { look, rest = "" }: { readonly look: string; readonly rest?: string }): string {
  return `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/>${rest}<w:rPr>${look}</w:rPr></w:style>`;
}

const HEADING_SIZES = [32, 28, 26, 24, 22, 22] as const;
const MONOSPACE = '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/><w:sz w:val="20"/>';

const STYLES = `${XML}<w:styles ${W}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:sz w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>${paragraphStyle("Title", "Title", { look: '<w:b/><w:sz w:val="40"/>' })}${HEADING_SIZES.map(
  (size, at) =>
    paragraphStyle(`Heading${at + 1}`, `heading ${at + 1}`, {
      look: `<w:b/><w:sz w:val="${size}"/>`,
      rest: `<w:next w:val="Normal"/><w:pPr><w:keepNext/><w:spacing w:before="240"/><w:outlineLvl w:val="${at}"/></w:pPr>`,
    }),
).join(
  "",
)}${paragraphStyle("ToggleTitle", "Toggle Title", { look: "<w:b/>" })}${paragraphStyle("Code", "Code", { look: MONOSPACE, rest: '<w:pPr><w:shd w:val="clear" w:color="auto" w:fill="F1F5F9"/></w:pPr>' })}${paragraphStyle("Formula", "Formula", { look: '<w:rFonts w:ascii="Cambria Math" w:hAnsi="Cambria Math"/>' })}${paragraphStyle("FootnoteText", "footnote text", { look: '<w:sz w:val="18"/>' })}<w:style w:type="character" w:styleId="FootnoteReference"><w:name w:val="footnote reference"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style><w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="1D4ED8"/><w:u w:val="single"/></w:rPr></w:style><w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:tblPr><w:tblBorders>${[
  "top",
  "left",
  "bottom",
  "right",
  "insideH",
  "insideV",
]
  .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="94A3B8"/>`)
  .join("")}</w:tblBorders></w:tblPr></w:style></w:styles>`;
