/** Commands that TipTap's extensions lack: block style, colors, alignment, links. Each returns the focus to the text. */
import { HEADING_LEVELS } from "@satchel/core/document/html/stored-html.ts";
import type { Editor } from "@tiptap/core";
import { OWN_UNDO_STEP } from "./undo-steps.ts";

export type Alignment = "left" | "center" | "right" | "justify";

/** Level 0 is a plain paragraph. */
export function setBlockStyle(editor: Editor, level: number): void {
  const chain = editor.chain().focus();
  const known = HEADING_LEVELS.find((one) => one === level);
  if (known !== undefined) chain.setHeading({ level: known }).run();
  else chain.setParagraph().run();
}

/** Left is the default, so it is stored only in a right-to-left block. */
export function setAlignment(editor: Editor, alignment: Alignment): void {
  const { from } = editor.state.selection;
  const isRightToLeft = editor.state.doc.resolve(from).parent.attrs.dir === "rtl";
  const textAlign = alignment === "left" && !isRightToLeft ? null : alignment;
  editor.chain().focus().updateAttributes("paragraph", { textAlign }).updateAttributes("heading", { textAlign }).run();
}

export type Direction = "ltr" | "rtl";

/** Applies to the selected blocks and the lists and quotations around them; null lets each line follow its own letters. One undo step. */
export function setDirection(editor: Editor, direction: Direction | null): void {
  const { state, view } = editor;
  const transaction = state.tr;
  for (const { $from, $to } of state.selection.ranges) {
    state.doc.nodesBetween($from.pos, $to.pos, (node, at) => {
      if (node.type.name !== "table" && "dir" in node.attrs) transaction.setNodeAttribute(at, "dir", direction);
    });
  }
  view.dispatch(transaction.setMeta(OWN_UNDO_STEP, true));
  view.focus();
}

export function setColor(editor: Editor, kind: "color" | "backgroundColor", color: string | null): void {
  const other = kind === "color" ? "backgroundColor" : "color";
  const isBare = color === null && (editor.getAttributes("textStyle")[other] ?? null) === null;
  const chain = editor.chain().focus();
  if (isBare) chain.unsetMark("textStyle").run();
  else chain.setMark("textStyle", { [kind]: color }).run();
}

export function clearFormatting(editor: Editor): boolean {
  return editor.chain().focus().unsetAllMarks().clearNodes().run();
}

/** Without a selection, the address itself becomes the text. */
export function setLink(editor: Editor, href: string): void {
  const { selection } = editor.state;
  const isInLink = editor.isActive("link");
  if (selection.empty && !isInLink) {
    editor
      .chain()
      .focus()
      .insertContent({ type: "text", text: href.replace(/^(?:mailto|tel):/, ""), marks: [{ type: "link", attrs: { href } }] })
      .setMeta(OWN_UNDO_STEP, true)
      .run();
  } else editor.chain().focus().extendMarkRange("link").setLink({ href }).run();
}

export function removeLink(editor: Editor): void {
  editor.chain().focus().extendMarkRange("link").unsetLink().run();
}
