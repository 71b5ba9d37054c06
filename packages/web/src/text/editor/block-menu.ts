/** Text of the menu of a block. */
import { blocksText } from "./blocks.ts";
import { editorText } from "./editor.ts";

export const blockMenuText = {
  turnInto: "Turn into",
  kinds: {
    paragraph: "Text",
    heading1: editorText.heading(1),
    heading2: editorText.heading(2),
    heading3: editorText.heading(3),
    bulletList: editorText.bulletList,
    orderedList: editorText.orderedList,
    taskList: editorText.checklist,
    blockquote: editorText.quote,
    codeBlock: editorText.codeBlock,
    formulaBlock: blocksText.formulaBlock,
    toggle: blocksText.toggle,
    callout: blocksText.callout,
  },
  color: editorText.color,
  background: editorText.background,
  images: "Images",
  actions: "Block",
  toCard: editorText.linkToCard,
  fromCard: editorText.linkFromCard,
  moveUp: "Move up",
  moveDown: "Move down",
  duplicate: "Duplicate",
  copyLink: "Copy link to block",
  linkCopied: "Link copied",
  linkNotCopied: "Your browser blocked copying.",
  delete: "Delete",
} as const;
