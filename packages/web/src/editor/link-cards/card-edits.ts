/** Turns a link that is alone in its paragraph into a card, and back. Each is one undo step. Pure. Decision 0058. */
import { Fragment, type Node } from "@tiptap/pm/model";
import { type EditorState, TextSelection, type Transaction } from "@tiptap/pm/state";
import { OWN_UNDO_STEP } from "../typing/undo-steps.ts";
import { hostOf } from "./link-card.ts";

export type Card = {
  readonly address: string;
  readonly host: string;
  /** Size of the title, which is followed by a break and the host. */
  readonly titleSize: number;
};

/** Returns undefined if the block is no card. */
export function cardOf(block: Node | null | undefined): Card | undefined {
  const { lastChild } = block ?? {};
  if (block?.type.name !== "paragraph" || lastChild?.isText !== true || block.childCount < 2) return undefined;
  const address = linkOf(block);
  const [breakNode, host] = [block.child(block.childCount - 2), lastChild.text ?? ""];
  const titleSize = block.content.size - host.length - 1;
  const isBare = breakNode.type.name === "hardBreak" && breakNode.marks.length === 1 && lastChild.marks.length === 1;
  if (address === undefined || !isBare || !isText(block, titleSize) || host !== hostOf(address)) return undefined;
  return { address, host, titleSize };
}

export function toCard(state: EditorState, at: number): Transaction | undefined {
  const block = state.doc.nodeAt(at);
  const address = block?.type.name === "paragraph" && cardOf(block) === undefined ? linkOf(block) : undefined;
  const host = address === undefined ? undefined : hostOf(address);
  const { hardBreak } = state.schema.nodes;
  if (block === null || address === undefined || host === undefined || hardBreak === undefined || !isText(block, block.content.size))
    return undefined;
  const link = block.firstChild?.marks.filter(({ type }) => type.name === "link") ?? [];
  const title = isAddress(block.textContent, address) ? Fragment.from(state.schema.text(titleFrom(address, host), link)) : block.content;
  const card = block.copy(title.append(Fragment.fromArray([hardBreak.create(null, null, link), state.schema.text(host, link)])));
  const transaction = state.tr.replaceWith(at, at + block.nodeSize, card).setMeta(OWN_UNDO_STEP, true);
  // Typing replaces the title.
  return transaction.setSelection(TextSelection.create(transaction.doc, at + 1, at + 1 + title.size)).scrollIntoView();
}

export function fromCard(state: EditorState, at: number): Transaction | undefined {
  const block = state.doc.nodeAt(at);
  const card = cardOf(block);
  if (block === null || card === undefined) return undefined;
  const end = at + 1 + card.titleSize;
  const transaction = state.tr.delete(end, at + block.nodeSize - 1).setMeta(OWN_UNDO_STEP, true);
  return transaction.setSelection(TextSelection.create(transaction.doc, end)).scrollIntoView();
}

/** Leaves the title as text without a link. */
export function unlinkCard(state: EditorState, at: number): Transaction | undefined {
  const transaction = fromCard(state, at);
  return transaction?.removeMark(at + 1, transaction.selection.from, state.schema.marks.link);
}

/** Gives a card another address. An address that has no host makes it an ordinary link. */
export function withAddress(state: EditorState, at: number, href: string): Transaction | undefined {
  const transaction = fromCard(state, at);
  const { link } = state.schema.marks;
  const { hardBreak } = state.schema.nodes;
  const host = hostOf(href);
  if (transaction === undefined || link === undefined || hardBreak === undefined) return undefined;
  const end = transaction.selection.from;
  const mark = link.create({ href });
  transaction.addMark(at + 1, end, mark);
  if (host !== undefined) transaction.insert(end, [hardBreak.create(null, null, [mark]), state.schema.text(host, [mark])]);
  return transaction.setSelection(TextSelection.create(transaction.doc, end));
}

/** Address of the one link that all of a paragraph belongs to. */
function linkOf(block: Node): string | undefined {
  const addresses = new Set(block.children.map(({ marks }) => marks.find(({ type }) => type.name === "link")?.attrs.href as unknown));
  const [address] = addresses;
  return addresses.size === 1 && typeof address === "string" ? address : undefined;
}

/** True if a line has nothing but text up to `size`. */
function isText(block: Node, size: number): boolean {
  return block.content.cut(0, size).content.every((node) => node.isText);
}

function isAddress(text: string, address: string): boolean {
  const bare = (given: string): string =>
    given
      .trim()
      .replace(/^https?:\/\//i, "")
      .replace(/\/$/, "");
  return bare(text) === bare(address);
}

/** Last words of the address, such as `how-to-sail.html`, or else its host: the title until the writer types one. */
function titleFrom(address: string, host: string): string {
  const last = new URL(address).pathname.split("/").findLast((part) => /\p{L}{3}/u.test(part)) ?? "";
  const words = decode(last)
    .replace(/\.[a-z0-9]{1,5}$/i, "")
    .replace(/[-_+\s]+/g, " ")
    .trim();
  return words === "" ? host : words.charAt(0).toUpperCase() + words.slice(1);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
