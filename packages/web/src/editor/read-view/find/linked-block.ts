/** Opens a note at the block that its address leads to. */
import { findLinkedBlock } from "@satchel/core/document/reading/block-link.ts";
import { toNotePath } from "@satchel/core/model/routes.ts";
import { openToggles } from "../../blocks/block-elements.ts";
import { readBlocks } from "./read-lines.ts";

/** An address inside the app; `key` is that of its history entry. */
export type LinkedPlace = { readonly noteId: string; readonly pathname: string; readonly hash: string; readonly key: string };

/** Entry of the history that has led to its block: coming back to the note later keeps the reader's own place. */
let followed = "";

export function goToLinkedBlock(host: HTMLElement, { noteId, pathname, hash, key }: LinkedPlace): void {
  if (hash === "" || key === followed || pathname !== toNotePath(noteId)) return;
  const blocks = readBlocks(host);
  const index = findLinkedBlock(
    blocks.map(({ size }) => size),
    hash,
  );
  const block = blocks[index ?? -1]?.element;
  if (block === undefined) return;
  followed = key;
  openToggles(block);
  block.classList.add("linked-block");
  block.tabIndex = -1;
  block.scrollIntoView({ block: "center" });
  block.focus({ preventScroll: true });
}
