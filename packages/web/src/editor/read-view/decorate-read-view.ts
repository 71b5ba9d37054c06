/** Decorations of the read view beyond the stored markup: link targets, checklist boxes, column widths, lines that end in a break. */
import { formatBytes } from "@satchel/core/model/readable/bytes.ts";
import { editorText } from "../../text/editor/editor.ts";
import { addCopyButtons } from "../code/copy-code.ts";
import { isImageRow } from "../image-rows/row-layout.ts";
import { createRemoteImage, frameOf, showCaption } from "../images/remote-image.ts";
import { createWithheldImage } from "../images/withheld-image.ts";
import { showCards } from "../link-cards/link-card.ts";
import { decorateBlocks } from "./decorate-blocks.ts";

export function decorateReadView(root: DocumentFragment): void {
  decorateBlocks(root);
  for (const link of root.querySelectorAll("a[href]")) openBeside(link);
  for (const file of root.querySelectorAll<HTMLElement>("a[data-file-id]")) showFile(file);
  for (const item of root.querySelectorAll<HTMLElement>('li[data-type="taskItem"]')) addTickBox(item);
  addCopyButtons(root);
  // Makes blocks that scroll sideways scrollable by keyboard.
  for (const code of root.querySelectorAll("pre")) code.tabIndex = 0;
  for (const table of root.querySelectorAll("table")) frameTable(table);
  // Screen readers must not announce an empty heading.
  for (const cell of root.querySelectorAll("th"))
    if (cell.textContent === "" && cell.querySelector("img") === null) cell.setAttribute("role", "cell");
  showRows(root);
  showCards(root);
  for (const image of root.querySelectorAll("img")) replaceRemoteImage(image);
  for (const end of root.querySelectorAll(":is(p, summary, h1, h2, h3, h4, h5, h6) > br:last-child")) showLastBreak(end);
}

function openBeside(link: Element): void {
  link.setAttribute("target", "_blank");
  link.setAttribute("rel", "noopener noreferrer nofollow");
}

/** The size is shown by CSS, so that only the name is searched and copied. */
function showFile(file: HTMLElement): void {
  const sizeBytes = Number(file.dataset.fileSize ?? Number.NaN);
  if (!Number.isNaN(sizeBytes)) file.dataset.size = formatBytes(sizeBytes);
  const icon = document.createElement("span");
  icon.className = "attachment-get";
  file.append(icon);
}

function replaceRemoteImage(image: HTMLImageElement): void {
  const attribute = (name: string): string | null => image.getAttribute(name);
  const elsewhere = createRemoteImage(attribute("src"), attribute("data-remote-src"), attribute("alt"));
  const other = elsewhere ?? createWithheldImage(attribute("src"), attribute("alt"));
  if (other !== undefined) image.replaceWith(other);
  else showCaption(image);
}

/** Shows images side by side. Decision 0056. */
function showRows(root: ParentNode): void {
  // The selector ignores text between the images.
  for (const { parentElement: line } of root.querySelectorAll("p > img:first-child + img")) if (line !== null) showRow(line);
}

function showRow(line: HTMLElement): void {
  const images = [...line.children];
  const widths = images.map((image) => (image.matches("img[src]") ? Number(image.getAttribute("width")) : 0));
  if (line.textContent !== "" || !isImageRow(widths)) return;
  line.className = "image-row";
  for (const [at, image] of images.entries()) frameOf(image).style.setProperty("--image-width", String(widths[at]));
}

/** Uses the editor's structure: a label with the box, then the content. */
function addTickBox(item: HTMLElement): void {
  const isChecked = item.getAttribute("data-checked") === "true";
  const box = document.createElement("input");
  box.type = "checkbox";
  box.checked = isChecked;
  box.disabled = true;
  box.setAttribute("aria-label", taskName(item));
  const label = document.createElement("label");
  label.append(box);
  const content = document.createElement("div");
  content.append(...item.childNodes);
  item.replaceChildren(label, content);
}

/** Text of the task itself, without nested tasks. */
function taskName(item: HTMLElement): string {
  const words = item.querySelector(":scope > :is(p, h1, h2, h3, h4, h5, h6)")?.textContent?.trim() ?? "";
  return words === "" ? editorText.emptyTask : words.slice(0, MAX_NAME_CHARS);
}

const MAX_NAME_CHARS = 120;

function frameTable(table: HTMLTableElement): void {
  const widths = [...(table.rows[0]?.cells ?? [])].flatMap(columnWidths);
  if (widths.some((width) => width > 0)) table.prepend(columnGroup(widths));
  // As in the editor: if all columns have a width, the table is as wide as their sum.
  if (widths.every((width) => width > 0)) table.style.width = `${widths.reduce((sum, width) => sum + width, 0)}px`;
  const frame = document.createElement("div");
  frame.className = "tableWrapper";
  table.replaceWith(frame);
  frame.append(table);
}

function columnWidths(cell: HTMLTableCellElement): readonly number[] {
  const declared = cell.getAttribute("data-colwidth")?.split(",").map(Number) ?? [];
  return Array.from({ length: cell.colSpan }, (_, index) => declared[index] ?? 0);
}

function columnGroup(widths: readonly number[]): HTMLElement {
  const group = document.createElement("colgroup");
  for (const width of widths) {
    const column = document.createElement("col");
    if (width > 0) column.style.width = `${width}px`;
    group.append(column);
  }
  return group;
}

/** Browsers ignore a break at the end of a block; the editor shows it as an empty line. */
function showLastBreak(end: Element): void {
  let next = end.nextSibling;
  while (next !== null && next.textContent === "") next = next.nextSibling;
  if (next === null) end.after(Object.assign(document.createElement("br"), { className: "last-break" }));
}
