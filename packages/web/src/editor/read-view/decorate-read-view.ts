/** What a reader sees beyond the stored markup: where links open, the boxes of a checklist, widths of columns, lines that end in a break. */
import { formatBytes } from "@satchel/core/model/readable/bytes.ts";
import { editorText } from "../../text/editor/editor.ts";
import { addCopyButtons } from "../code/copy-code.ts";
import { createRemoteImage, showCaption } from "../images/remote-image.ts";
import { decorateBlocks } from "./decorate-blocks.ts";

export function decorateReadView(root: DocumentFragment): void {
  decorateBlocks(root);
  for (const link of root.querySelectorAll("a[href]")) openBeside(link);
  for (const file of root.querySelectorAll<HTMLElement>("a[data-file-id]")) showFile(file);
  for (const item of root.querySelectorAll<HTMLElement>('li[data-type="taskItem"]')) addTickBox(item);
  addCopyButtons(root);
  // Lines that are longer than the page scroll, by the keyboard as well.
  for (const code of root.querySelectorAll("pre")) code.tabIndex = 0;
  for (const table of root.querySelectorAll("table")) frameTable(table);
  // A heading of nothing is no heading to a screen reader.
  for (const cell of root.querySelectorAll("th"))
    if (cell.textContent === "" && cell.querySelector("img") === null) cell.setAttribute("role", "cell");
  for (const image of root.querySelectorAll("img")) replaceRemoteImage(image);
  for (const end of root.querySelectorAll(":is(p, summary, h1, h2, h3, h4, h5, h6) > br:last-child")) showLastBreak(end);
}

function openBeside(link: Element): void {
  link.setAttribute("target", "_blank");
  link.setAttribute("rel", "noopener noreferrer nofollow");
}

/** Its size is shown by the styles: what is searched and copied is the name alone. */
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
  if (elsewhere !== undefined) image.replaceWith(elsewhere);
  else showCaption(image);
}

/** The same shape as in the editor: a label with the box, then the content. */
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

/** The words of the task itself, without those of tasks in it. */
function taskName(item: HTMLElement): string {
  const words = item.querySelector(":scope > :is(p, h1, h2, h3, h4, h5, h6)")?.textContent?.trim() ?? "";
  return words === "" ? editorText.emptyTask : words.slice(0, MAX_NAME_CHARS);
}

const MAX_NAME_CHARS = 120;

function frameTable(table: HTMLTableElement): void {
  const widths = [...(table.rows[0]?.cells ?? [])].flatMap(columnWidths);
  if (widths.some((width) => width > 0)) table.prepend(columnGroup(widths));
  // As the editor does: one whose columns all have a width takes no more than these.
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

/** A browser swallows a break at the end of a block; the editor shows the empty line it represents. */
function showLastBreak(end: Element): void {
  let next = end.nextSibling;
  while (next !== null && next.textContent === "") next = next.nextSibling;
  if (next === null) end.after(document.createElement("br"));
}
