/** Copies the address of a block: it opens the note there, for anyone who can open the note. */
import { toBlockHash } from "@satchel/core/document/reading/block-link.ts";
import { toNotePath } from "@satchel/core/model/routes.ts";
import type { Node } from "@tiptap/pm/model";
import { linkedBlocks } from "./linked-blocks.ts";

/** Resolves to false if the browser does not allow it. */
export async function copyBlockLink(doc: Node, at: number, noteId: string | null | undefined): Promise<boolean> {
  if (noteId == null) return false;
  const blocks = linkedBlocks(doc);
  // A block inside of another one counts as the one around it.
  const index = blocks.findLastIndex((block) => block.at <= at);
  const address = new URL(
    `${toNotePath(noteId)}${toBlockHash(
      blocks.map(({ size }) => size),
      Math.max(0, index),
    )}`,
    location.origin,
  );
  return navigator.clipboard.writeText(address.href).then(
    () => true,
    () => false,
  );
}
