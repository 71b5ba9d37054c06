/** Counts what a format cannot represent in the exported notes. Verified by convert/round-trip.test.ts in web. Pure. */
import { isText, type StoredElement, type StoredNode, type StoredText, unloadedAddress } from "../../document/html/stored-doc.ts";
import { FORMULA_LANGUAGE } from "../../document/html/stored-html.ts";
import { linkedNote, type TransferNote } from "../exchange/transfer-note.ts";
import type { ExportFormat } from "./export-formats.ts";

const LOSS_KINDS = [
  "text-color",
  "highlight-color",
  "alignment",
  "direction",
  "list-style",
  "merged-cells",
  "column-widths",
  "cell-color",
  "cell-blocks",
  "caption",
  "image-text",
  "unloaded-image",
  "underlined-link",
  "empty-lines",
  "spaces",
  "callout",
  "toggle",
  "formula",
  "checklist",
  "later-content",
  "link-not-exported",
  "pin",
] as const;
export type LossKind = (typeof LOSS_KINDS)[number];
export type ExportLoss = { readonly kind: LossKind; readonly count: number };

const IN_WORD: readonly LossKind[] = [
  "unloaded-image",
  "callout",
  "toggle",
  "formula",
  "checklist",
  "caption",
  "column-widths",
  "later-content",
];
const IN_MARKDOWN = LOSS_KINDS.filter((kind) => !/^(?:callout|toggle|formula|checklist|link-not-exported|pin)$/.test(kind));

const LOSSES: Readonly<Record<ExportFormat, ReadonlySet<LossKind>>> = {
  html: new Set<LossKind>(),
  json: new Set<LossKind>(),
  markdown: new Set(IN_MARKDOWN),
  jex: new Set(IN_MARKDOWN.filter((kind) => kind !== "image-text")),
  enex: new Set<LossKind>(),
  docx: new Set(IN_WORD),
};

/** Formats that cannot mark a note as pinned. */
const WITHOUT_PINS: ReadonlySet<ExportFormat> = new Set(["enex", "jex", "docx"]);

/** `isExported`: true if a linked note is exported too; otherwise its link becomes text in every format. */
export type LossCounter = {
  add(note: Pick<TransferNote, "doc"> & { readonly isPinned?: boolean }, isExported?: (noteId: string) => boolean): void;
  all(): readonly ExportLoss[];
};

export function createLossCounter(format: ExportFormat): LossCounter {
  const counts = new Map<LossKind, number>();
  const count = (kind: LossKind): void => void counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return {
    add({ doc, isPinned }, isExported = () => true) {
      if (isPinned === true && WITHOUT_PINS.has(format)) count("pin");
      const look = (node: StoredNode, parent: StoredElement | undefined): void => {
        for (const kind of kindsOf(node, parent)) if (LOSSES[format].has(kind)) count(kind);
        const key = linkedNote(node.marks?.find(({ type }) => type === "link")?.attrs.href);
        if (key !== undefined && !isExported(key)) count("link-not-exported");
        if (!isText(node)) for (const child of node.content ?? []) look(child, node);
      };
      for (const block of doc.content) look(block, undefined);
    },
    all: () => LOSS_KINDS.flatMap((kind) => (counts.has(kind) ? [{ kind, count: counts.get(kind) ?? 0 }] : [])),
  };
}

function kindsOf(node: StoredNode, parent: StoredElement | undefined): readonly LossKind[] {
  const styles = (node.marks ?? []).filter(({ type }) => type === "textStyle");
  const ofMarks = styles.flatMap(({ attrs }): LossKind[] => [
    ...(attrs.color ? (["text-color"] as const) : []),
    ...(attrs.backgroundColor ? (["highlight-color"] as const) : []),
  ]);
  const isUnderlinedLink = ["link", "underline"].every((name) => node.marks?.some(({ type }) => type === name));
  if (isUnderlinedLink) ofMarks.push("underlined-link");
  if (isText(node)) return isSpaced(node) ? [...ofMarks, "spaces"] : ofMarks;
  return [...ofMarks, ...kindsOfElement(node, parent)];
}

const OWN_KINDS: Readonly<Record<string, LossKind>> = { callout: "callout", toggle: "toggle", math: "formula", taskList: "checklist" };
const LINES: ReadonlySet<string> = new Set(["paragraph", "heading", "toggleTitle"]);

/** True for white space that formats collapse: repeated spaces, tabs, or spaces at the end of a mark. */
function isSpaced({ text, marks }: StoredText): boolean {
  return /[ \t\u00a0]{2}|[\t\u00a0]/.test(text) || (marks.length > 0 && /^\s|\s$/.test(text));
}

function kindsOfElement({ type, attrs, content = [] }: StoredElement, parent: StoredElement | undefined): readonly LossKind[] {
  const kinds: LossKind[] = [];
  const isCell = type === "tableCell" || type === "tableHeader";
  if (attrs.dir) kinds.push("direction");
  if (attrs.textAlign) kinds.push("alignment");
  if (type === "orderedList" && attrs.type) kinds.push("list-style");
  const own = OWN_KINDS[attrs.language === FORMULA_LANGUAGE ? "math" : type];
  if (own !== undefined) kinds.push(own);
  if (attrs.caption) kinds.push("caption");
  if (type === "image" && attrs.alt) kinds.push("image-text");
  if (type === "image" && unloadedAddress(attrs) !== undefined) kinds.push("unloaded-image");
  if ((type === "paragraph" || type === "heading") && content.length === 0) kinds.push("empty-lines");
  if (LINES.has(type) && hasLooseEnds(content)) kinds.push("spaces");
  if (type === "unknownBlock" || type === "unknownInline") kinds.push("later-content");
  if (!isCell) return kinds;
  if (Number(attrs.colspan) > 1 || Number(attrs.rowspan) > 1) kinds.push("merged-cells");
  if (attrs.colwidth) kinds.push("column-widths");
  if (attrs.backgroundColor) kinds.push("cell-color");
  if (content.length > 1 || content.some((block) => !isText(block) && block.type !== "paragraph") || isOddHeader(type, parent))
    kinds.push("cell-blocks");
  return kinds;
}

/** True if the content starts or ends with a space or line break, which formats drop. */
function hasLooseEnds(content: readonly StoredNode[]): boolean {
  const [first, last] = [content[0], content.at(-1)];
  const isBreak = (node: StoredNode | undefined): boolean => node?.type === "hardBreak";
  const textOf = (node: StoredNode | undefined): string => (node !== undefined && isText(node) ? node.text : "");
  return isBreak(first) || isBreak(last) || /^\s/.test(textOf(first)) || /\s$/.test(textOf(last));
}

/** True for a header cell in a row that also has ordinary cells. */
function isOddHeader(type: string, row: StoredElement | undefined): boolean {
  return type === "tableHeader" && (row?.content ?? []).some((cell) => !isText(cell) && cell.type !== "tableHeader");
}
