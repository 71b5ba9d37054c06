/** Last step of a paste: normalizes white space and blank lines in the document, where marks do not split lines. */
import { emptyParagraph, isText, type StoredDoc, type StoredElement, type StoredNode } from "../html/stored-doc.ts";
import { HELD_SPACE, HELD_TAB } from "./markup/paste-context.ts";

export function normalizeDoc(doc: StoredDoc): StoredDoc {
  const content = joinLists(withoutBlankRuns(doc.content.flatMap(normalizeBlock)));
  return { type: "doc", content: content.length === 0 ? [emptyParagraph()] : content };
}

function normalizeBlock(block: StoredElement): readonly StoredElement[] {
  if (block.type === "codeBlock") return [block];
  if (block.type === "paragraph" || block.type === "heading") return normalizeLines(block);
  if (block.type === "toggleTitle") return [withLine(block, squeeze(block.content ?? []))];
  if (block.content === undefined) return [block];
  const content = block.content.flatMap((child) => (isText(child) ? [] : normalizeBlock(child)));
  if (block.type === "tableRow" || LIST_TYPES.has(block.type) || block.type === "table") return [{ ...block, content }];
  return [{ ...block, content: atLeastOne(joinLists(withoutBlankRuns(content))) }];
}

const LIST_TYPES: ReadonlySet<string> = new Set(["bulletList", "orderedList", "taskList"]);

/** Joins adjacent lists: some programs write a list per item for checklists and continued numbering. */
function joinLists(blocks: readonly StoredElement[]): readonly StoredElement[] {
  const joined: StoredElement[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (last !== undefined && goesOn(last, block))
      joined[joined.length - 1] = { ...last, content: [...(last.content ?? []), ...(block.content ?? [])] };
    else joined.push(block);
  }
  return joined;
}

function goesOn(last: StoredElement, next: StoredElement): boolean {
  if (last.type !== next.type || last.attrs.dir !== next.attrs.dir) return false;
  if (next.type === "taskList") return true;
  const count = Number(last.attrs.start ?? 1) + (last.content?.length ?? 0);
  return next.type === "orderedList" && last.attrs.type === next.attrs.type && next.attrs.start === count && count > 1;
}

/** Splits at two line breaks in a row, by which pages and mails separate paragraphs. */
function normalizeLines(block: StoredElement): readonly StoredElement[] {
  const lines = splitAtDoubleBreaks(block.content ?? []).map(squeeze);
  const kept = lines.length <= 1 ? lines : lines.filter((line) => line.length > 0);
  return (kept.length === 0 ? [[]] : kept).map((line) => withLine(block, line));
}

function withLine({ content: _, ...block }: StoredElement, line: readonly StoredNode[]): StoredElement {
  return line.length === 0 ? block : { ...block, content: line };
}

function splitAtDoubleBreaks(nodes: readonly StoredNode[]): readonly (readonly StoredNode[])[] {
  const parts: StoredNode[][] = [[]];
  let breaks = 0;
  for (const node of nodes) {
    const isBlank = isText(node) && /^[ \t]*$/.test(node.text);
    if (node.type === "hardBreak") breaks++;
    else if (!isBlank) {
      if (breaks > 1) parts.push([]);
      breaks = 0;
    }
    parts.at(-1)?.push(node);
  }
  return parts;
}

/** Collapses white space, trims lines, and drops breaks at the end of a block, which show nothing. */
function squeeze(nodes: readonly StoredNode[]): readonly StoredNode[] {
  const squeezed = squeezeEnds(squeezeRuns(nodes));
  const line = squeezed.map((node) => (isText(node) ? { ...node, text: letGo(node.text) } : node));
  const isBlank = line.every((node) => isText(node) && /^[ \t\u00a0]*$/.test(node.text));
  return isBlank ? [] : line;
}

function squeezeRuns(nodes: readonly StoredNode[]): StoredNode[] {
  const out: StoredNode[] = [];
  let afterSpace = true;
  for (const node of nodes) {
    if (!isText(node)) {
      afterSpace = node.type === "hardBreak";
      out.push(node);
      continue;
    }
    const single = node.text.replace(/[ \t]+/g, " ");
    const text = afterSpace && single.startsWith(" ") ? single.slice(1) : single;
    if (text === "") continue;
    afterSpace = text.endsWith(" ");
    out.push({ ...node, text });
  }
  return out;
}

function squeezeEnds(nodes: StoredNode[]): StoredNode[] {
  while (nodes.at(-1)?.type === "hardBreak") nodes.pop();
  return nodes.flatMap((node, index) => {
    const next = nodes[index + 1];
    if (!isText(node) || (next !== undefined && next.type !== "hardBreak")) return [node];
    const text = node.text.replace(/ $/, "");
    return text === "" ? [] : [{ ...node, text }];
  });
}

function letGo(text: string): string {
  return text
    .replaceAll(HELD_SPACE, " ")
    .replaceAll(HELD_TAB, "\t")
    .replace(/[ \u00a0]{2,}/g, (run) => " ".repeat(run.length));
}

/** Keeps at most one blank line in a row, and none at either end. */
function withoutBlankRuns(blocks: readonly StoredElement[]): readonly StoredElement[] {
  const kept = blocks.filter((block, index) => !isBlank(block) || !isBlank(blocks[index - 1]));
  const first = kept.findIndex((block) => !isBlank(block));
  return first === -1 ? [] : kept.slice(first, kept.findLastIndex((block) => !isBlank(block)) + 1);
}

function isBlank(block: StoredElement | undefined): boolean {
  return block?.type === "paragraph" && block.content === undefined;
}

function atLeastOne(blocks: readonly StoredElement[]): readonly StoredElement[] {
  return blocks.length === 0 ? [emptyParagraph()] : blocks;
}
