/** Long notes in the read view: only near blocks are laid out (content.css); others get an estimated height. */
import { IMAGE_ROW_PX } from "../image-rows/row-layout.ts";
import { LONG_FROM_BLOCKS, LONG_FROM_CHARS, SKIPPED_LAYOUT } from "../long-documents/near-blocks.ts";

/** Values of content.css at the standard text size. */
const STANDARD_FONT_PX = 16;
const LINE_PX = 26.4;
const CHAR_PX = 7.65;
const INDENT_PX = 24;
const ROW_PX = 37;
const CODE_SPACE_PX = 24;
const FORMULA_PX = 64;
const LABEL_PX = 24;
const RULE_PX = 1;
const PARAGRAPH_SPACE_PX = 10;
const INNER_SPACE_PX = 2;
const FRAME_SPACE_PX = 6;
const HEADING_SPACE_EM = 1.25;
const HEADING_LINE = 1.3;
const HEADING_PX: Readonly<Record<string, number>> = { H1: 26, H2: 21, H3: 18, H4: 16, H5: 15, H6: 15 };

/** True for each text that `sizeBlocks` sizes, and for some that it leaves alone. */
export function mayBeLong(html: string): boolean {
  return html.length >= LONG_FROM_CHARS || html.split("<").length > LONG_FROM_BLOCKS;
}

/** `widthPx`: width of the column. Blocks that the browser has laid out keep their real height. */
export function sizeBlocks(host: HTMLElement, widthPx: number): void {
  const isLong = host.childElementCount >= LONG_FROM_BLOCKS || (host.textContent ?? "").length >= LONG_FROM_CHARS;
  host.toggleAttribute(SKIPPED_LAYOUT, isLong);
  if (!isLong) return;
  const scale = (Number.parseFloat(getComputedStyle(host).fontSize) || STANDARD_FONT_PX) / STANDARD_FONT_PX;
  for (const block of host.children as HTMLCollectionOf<HTMLElement>) {
    block.style.containIntrinsicBlockSize = `auto ${Math.round(estimateHeight(block, widthPx / scale) * scale)}px`;
  }
}

/** Height of the content without padding, as `contain-intrinsic-size` expects. */
function estimateHeight(block: Element, widthPx: number): number {
  const { tagName, classList } = block;
  const headingPx = HEADING_PX[tagName];
  if (headingPx !== undefined) return countLines(block, (widthPx * STANDARD_FONT_PX) / headingPx) * headingPx * HEADING_LINE;
  if (tagName === "P" || tagName === "SUMMARY") return countLines(block, widthPx) * LINE_PX + imagesHeight(block, widthPx);
  if (tagName === "HR") return RULE_PX;
  if (tagName === "PRE") return (block.textContent ?? "").split("\n").length * LINE_PX + CODE_SPACE_PX;
  if (classList.contains("formula-block")) return FORMULA_PX;
  if (classList.contains("tableWrapper")) return block.querySelectorAll("tr").length * ROW_PX;
  if (tagName === "DETAILS" && !block.hasAttribute("open")) return LINE_PX + FRAME_SPACE_PX;
  const labelPx = block.hasAttribute("data-label") ? LABEL_PX : 0;
  return [...block.children].reduce((sum, child) => sum + estimateHeight(child, widthPx - INDENT_PX) + paddingOf(child), labelPx);
}

function paddingOf({ tagName, parentElement }: Element): number {
  const headingPx = HEADING_PX[tagName];
  if (headingPx !== undefined) return headingPx * HEADING_SPACE_EM;
  if (tagName === "P") return parentElement?.closest("li, blockquote") == null ? PARAGRAPH_SPACE_PX : INNER_SPACE_PX;
  return tagName === "BLOCKQUOTE" ? FRAME_SPACE_PX : 0;
}

/** Lines at the standard text size. */
function countLines(block: Element, widthPx: number): number {
  const perLine = Math.max(1, widthPx / CHAR_PX);
  const lines = (block.textContent ?? "").split("\n").map((line) => Math.max(1, Math.ceil(line.length / perLine)));
  return lines.reduce((sum, count) => sum + count, 0) + block.querySelectorAll("br").length;
}

/** Height beyond the line that contains each image. Images side by side fill rows. */
function imagesHeight(block: Element, widthPx: number): number {
  if (block.className === "image-row") return rowsHeight(block.querySelectorAll("img"), widthPx);
  return [...block.querySelectorAll("img")].reduce((sum, image) => sum + Math.max(0, imageHeight(image, widthPx) - LINE_PX), 0);
}

/** An image without a stored size has no height until it has loaded. */
function imageHeight(image: HTMLImageElement, widthPx: number): number {
  const [width, height] = [sideOf(image, "width"), sideOf(image, "height")];
  return width > 0 ? height * Math.min(1, widthPx / width) : 0;
}

/** The share of a row that each image takes, times its height. */
function rowsHeight(images: Iterable<HTMLImageElement>, widthPx: number): number {
  const scale = widthPx / IMAGE_ROW_PX;
  return [...images].reduce((sum, image) => sum + (sideOf(image, "height") * sideOf(image, "width") * scale) / IMAGE_ROW_PX, 0);
}

function sideOf(image: Element, side: "width" | "height"): number {
  return Number(image.getAttribute(side));
}
