/** Footnotes of the read view: numbers in the text, the notes below it, and links in both directions. */

import { toLinkAddress } from "@satchel/core/document/html/attribute-values.ts";
import { blocksText as text } from "../../text/editor/blocks.ts";

const REFERENCE = 'sup[data-satchel="footnote"]';

/** Fills `list` with the notes; hides it if there are none. */
export function showFootnotes(root: HTMLElement, list: HTMLElement): void {
  const references = [...root.querySelectorAll<HTMLElement>(REFERENCE)];
  list.hidden = references.length === 0;
  const items = references.map((reference, index) => {
    const item = createItem(reference, index + 1);
    numberReference(reference, index + 1, item);
    return item;
  });
  list.replaceChildren(...items);
}

/** Keeps the hidden text in the reference, so that it is copied, counted and searched. */
function numberReference(reference: HTMLElement, number: number, item: HTMLElement): void {
  const footnote = textOf(reference);
  const button = document.createElement("button");
  button.type = "button";
  button.className = "footnote-number";
  button.dataset.number = String(number);
  button.title = footnote;
  button.setAttribute("aria-label", text.footnoteOf(number, footnote));
  button.addEventListener("click", () => goTo(item));
  const kept = document.createElement("span");
  kept.className = "visually-hidden";
  kept.dataset.footnoteText = "";
  kept.setAttribute("aria-hidden", "true");
  kept.textContent = footnote;
  reference.replaceChildren(button, kept);
}

function textOf(reference: HTMLElement): string {
  return (reference.querySelector("[data-footnote-text]") ?? reference).textContent ?? "";
}

function createItem(reference: HTMLElement, number: number): HTMLLIElement {
  const item = document.createElement("li");
  item.tabIndex = -1;
  const back = document.createElement("button");
  back.type = "button";
  back.className = "footnote-back";
  back.textContent = "↑";
  back.setAttribute("aria-label", text.backToText(number));
  back.addEventListener("click", () => goTo(reference.querySelector<HTMLElement>("button") ?? reference));
  item.append(...withAddresses(textOf(reference)), " ", back);
  return item;
}

function goTo(element: HTMLElement): void {
  element.scrollIntoView({ block: "center" });
  element.focus({ preventScroll: true });
}

const ADDRESS = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/g;

function withAddresses(footnote: string): readonly (Node | string)[] {
  const parts: (Node | string)[] = [];
  let at = 0;
  for (const match of footnote.matchAll(ADDRESS)) {
    const href = toLinkAddress(match[0]);
    if (href === undefined) continue;
    const link = document.createElement("a");
    link.href = href;
    link.target = "_blank";
    link.rel = "noopener noreferrer nofollow";
    link.textContent = match[0];
    parts.push(footnote.slice(at, match.index), link);
    at = match.index + match[0].length;
  }
  return [...parts, footnote.slice(at)];
}
