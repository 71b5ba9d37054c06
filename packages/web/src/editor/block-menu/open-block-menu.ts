/** Connects the handle beside a block, which ProseMirror renders, with the menu, which React renders. */
import type { Editor } from "@tiptap/core";

export type BlockMenuRequest = {
  /** Position before the block. */
  readonly at: number;
  /** Element that the menu opens beside. */
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
};

type Opener = (request: BlockMenuRequest) => void;

const openers = new WeakMap<Editor, Opener>();

/** Returns a function that removes the menu. */
export function provideBlockMenu(editor: Editor, open: Opener): () => void {
  openers.set(editor, open);
  return () => void openers.delete(editor);
}

/** Returns false if the editor has no menu. */
export function openBlockMenu(editor: Editor, request: BlockMenuRequest): boolean {
  const open = openers.get(editor);
  open?.(request);
  return open !== undefined;
}
