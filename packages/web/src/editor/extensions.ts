/** TipTap extensions with the markup of stored-schema.ts; marks in the order of STORED_MARKS. Spec A §2.14, A §9 "Editor undo history". */

import { toLinkAddress } from "@satchel/core/document/html/attribute-values.ts";
import { EDITOR } from "@satchel/core/model/limits/limits.ts";
import { Extension, type Extensions, type InputRule, Mark, Node, type NodeViewRendererProps } from "@tiptap/core";
import { Blockquote } from "@tiptap/extension-blockquote";
import { Bold } from "@tiptap/extension-bold";
import { Code } from "@tiptap/extension-code";
import { CodeBlock } from "@tiptap/extension-code-block";
import { Document } from "@tiptap/extension-document";
import { HardBreak } from "@tiptap/extension-hard-break";
import { Heading } from "@tiptap/extension-heading";
import { HorizontalRule } from "@tiptap/extension-horizontal-rule";
import { Italic } from "@tiptap/extension-italic";
import { Link } from "@tiptap/extension-link";
import { BulletList, ListItem, ListKeymap, OrderedList, TaskItem, TaskList } from "@tiptap/extension-list";
import { Paragraph } from "@tiptap/extension-paragraph";
import { Strike } from "@tiptap/extension-strike";
import { Table, TableCell, TableHeader, TableRow, type TableView } from "@tiptap/extension-table";
import { Text } from "@tiptap/extension-text";
import { Underline } from "@tiptap/extension-underline";
import { Dropcursor, Gapcursor, UndoRedo } from "@tiptap/extensions";
import type { MarkType, NodeType } from "@tiptap/pm/model";
import type { FindHost } from "../shared/editor-host/editor-host.ts";
import { AttachmentFiles } from "./attachments/attachment-plugin.ts";
import { createAttachmentView } from "./attachments/attachment-view.ts";
import { BlockHandle } from "./block-menu/block-handle.ts";
import { createBlocks } from "./blocks/block-nodes.ts";
import { createHeadingView, HeadingLevels } from "./blocks/heading-view.ts";
import { CodeColors } from "./code/code-plugin.ts";
import { createCodeView } from "./code/code-view.ts";
import { FindInNote } from "./find/find-plugin.ts";
import { ImageRows } from "./image-rows/image-rows.ts";
import { ImageKeys } from "./images/image-edits.ts";
import { ImageFiles } from "./images/image-plugin.ts";
import { createImageView } from "./images/image-view.ts";
import { dayMenu, emojiMenu, noteMenu, slashMenu } from "./insert/typed-menu/menus.ts";
import { LinkCards } from "./link-cards/link-cards.ts";
import { FarBlocks } from "./long-documents/far-blocks.ts";
import { createLargeTableView } from "./long-documents/large-table.ts";
import { LeftToRight } from "./long-documents/left-to-right-plugin.ts";
import { CleanClipboard } from "./paste/clipboard.ts";
import { LargePaste } from "./paste/large-paste.ts";
import { PendingContent } from "./paste/pending-content.ts";
import { ShapedPaste } from "./paste/shaped-paste.ts";
import { EDITOR_HEADING_LEVELS, storedMark, storedNode } from "./schema/stored-schema.ts";
import { WriteAhead } from "./schema/write-ahead.ts";
import { TableKeys } from "./tables/table-keys.ts";
import { BlockKeys } from "./typing/block-keys.ts";
import { BlockEdges } from "./typing/block-moves/block-edges.ts";
import { BlockMoveKeys } from "./typing/block-moves/block-move.ts";
import { CaretInStep } from "./typing/caret-in-step.ts";
import { ComposedOverLinks } from "./typing/compositions.ts";
import { clearFormatting } from "./typing/editor-commands.ts";
import { LinkClicks } from "./typing/link-clicks.ts";
import { changingItems, needingSpace, taskItemRules } from "./typing/rules/item-rules.ts";
import { TypedInline } from "./typing/rules/typed-inline.ts";
import { isLinkable, linkingAtSpaces, typedAddressBeforeSign, withWholeAddresses } from "./typing/rules/typed-links.ts";
import { ORDERED_LIST, TYPED_MARKS, TypingRuleUndo, typedMarkRule, typedRuleLine, withShortRules } from "./typing/rules/typing-rules.ts";
import { TabKeys } from "./typing/tab-keys.ts";
import { UndoSteps } from "./typing/undo-steps.ts";

/** Marks nest by priority: the highest is outermost. */
const MARK_PRIORITY = {
  link: 1000,
  textStyle: 190,
  bold: 180,
  italic: 170,
  underline: 160,
  strike: 150,
  subscript: 140,
  superscript: 130,
  code: 120,
} as const;

const Image = Node.create<{ host: FindHost }>({
  name: "image",
  addOptions: () => ({ host: () => undefined }),
  group: "inline",
  inline: true,
  draggable: true,
  ...storedNode("image"),
  addNodeView() {
    return (rendered) => createImageView(this.options.host, rendered);
  },
});
const AttachmentLink = Node.create<{ host: FindHost }>({
  name: "attachment",
  addOptions: () => ({ host: () => undefined }),
  group: "inline",
  inline: true,
  atom: true,
  draggable: true,
  ...storedNode("attachment"),
  addNodeView() {
    return (rendered) => createAttachmentView(this.options.host, rendered);
  },
});
const TextStyle = Mark.create({ name: "textStyle", priority: MARK_PRIORITY.textStyle, ...storedMark("textStyle") });
const Subscript = Mark.create({ name: "subscript", priority: MARK_PRIORITY.subscript, ...storedMark("subscript") });
const Superscript = Mark.create({
  name: "superscript",
  priority: MARK_PRIORITY.superscript,
  ...storedMark("superscript"),
});

/** Text typed behind a link is not part of it. */
const SafeLink = Link.extend({
  inclusive: false,
  ...storedMark("link"),
  addInputRules() {
    return [...(this.parent?.() ?? []), typedAddressBeforeSign(this.type)];
  },
  addPasteRules() {
    return (this.parent?.() ?? []).map((rule) => withWholeAddresses(rule, this.type));
  },
  addProseMirrorPlugins() {
    return (this.parent?.() ?? []).map(linkingAtSpaces);
  },
}).configure({
  openOnClick: false,
  autolink: true,
  linkOnPaste: true,
  defaultProtocol: "https",
  isAllowedUri: (address) => toLinkAddress(address) !== undefined,
  shouldAutoLink: isLinkable,
  HTMLAttributes: {},
});

/** Pasted text keeps its characters: the marks' own paste rules would remove `*`, `_` and `~`. */
const noPasteRules = { addPasteRules: () => [] };

/** Typed characters that make the text between them bold, italic, struck out or code. */
const typedAs = (...finds: readonly RegExp[]) => ({
  ...noPasteRules,
  addInputRules(this: { readonly type: MarkType }) {
    return finds.map((find) => typedMarkRule(find, this.type));
  },
});

const blocksBySpace = {
  addInputRules(this: { readonly parent: (() => InputRule[]) | undefined }) {
    return (this.parent?.() ?? []).map(needingSpace);
  },
};

const itemsBySpace = {
  addInputRules(this: { readonly type: NodeType; readonly parent: (() => InputRule[]) | undefined }) {
    return changingItems(this.parent?.() ?? [], this.type).map(needingSpace);
  },
};

/** Mod-Shift-S saves the note (A §2.15), so strike-through needs another key than TipTap's. */
const Keys = Extension.create({
  name: "satchelKeys",
  // Must run before bold, whose key also matches with Shift.
  priority: 1000,
  addKeyboardShortcuts() {
    return {
      "Mod-Shift-b": () => this.editor.commands.toggleBlockquote(),
      "Mod-Shift-x": () => this.editor.commands.toggleStrike(),
      "Mod-\\": () => clearFormatting(this.editor),
      "Mod-.": () => this.editor.commands.toggleMark("superscript"),
      "Mod-,": () => this.editor.commands.toggleMark("subscript"),
    };
  },
});

const MIN_COLUMN_PX = 25;

/** Builds the table like the column resizing plugin does. */
const createTableView = ({ node, view }: NodeViewRendererProps): TableView => createLargeTableView(node, MIN_COLUMN_PX, view);

export function createExtensions(host: FindHost = () => undefined): Extensions {
  const extensions: Extensions = [
    Document,
    Paragraph.extend(storedNode("paragraph")),
    Text,
    Heading.extend({ ...storedNode("heading"), ...blocksBySpace, addNodeView: () => createHeadingView }).configure({
      levels: EDITOR_HEADING_LEVELS,
    }),
    BulletList.extend({ ...storedNode("bulletList"), ...itemsBySpace }),
    OrderedList.extend({
      ...storedNode("orderedList"),
      addInputRules() {
        const rules = (this.parent?.() ?? []).map((rule) => Object.assign(rule, { find: ORDERED_LIST }));
        return changingItems(rules, this.type).map(needingSpace);
      },
      // Disables the extension's plugin, which turns pasted lines with a number into a list, even in code.
      addProseMirrorPlugins: () => [],
    }),
    ListItem.extend({ content: "block+", ...storedNode("listItem") }),
    TaskList.extend(storedNode("taskList")),
    TaskItem.extend({
      content: "block+",
      ...storedNode("taskItem", { checked: false }),
      addInputRules() {
        return taskItemRules(this.parent?.() ?? []);
      },
    }).configure({ nested: true }),
    FarBlocks,
    LeftToRight,
    WriteAhead,
    ListKeymap,
    Blockquote.extend({ ...storedNode("blockquote"), ...blocksBySpace }),
    CodeBlock.extend({ ...storedNode("codeBlock"), addNodeView: () => createCodeView }),
    CodeColors,
    HorizontalRule.extend({
      ...storedNode("horizontalRule"),
      addInputRules() {
        return [typedRuleLine(this.type)];
      },
    }),
    Table.extend({ ...storedNode("table"), addNodeView: () => createTableView }).configure({
      resizable: true,
      cellMinWidth: MIN_COLUMN_PX,
      allowTableNodeSelection: true,
    }),
    TableRow.extend(storedNode("tableRow")),
    TableCell.extend(storedNode("tableCell")),
    TableHeader.extend(storedNode("tableHeader")),
    ...createBlocks(host),
    HardBreak.extend(storedNode("hardBreak")),
    Image.configure({ host }),
    AttachmentLink.configure({ host }),
    SafeLink,
    ComposedOverLinks,
    TextStyle,
    Bold.extend({ priority: MARK_PRIORITY.bold, ...typedAs(TYPED_MARKS.bold), ...storedMark("bold") }),
    Italic.extend({
      priority: MARK_PRIORITY.italic,
      ...typedAs(TYPED_MARKS.italicStar, TYPED_MARKS.italicUnderscore),
      ...storedMark("italic"),
    }),
    Underline.extend({ priority: MARK_PRIORITY.underline, ...storedMark("underline") }),
    Strike.extend({
      priority: MARK_PRIORITY.strike,
      addKeyboardShortcuts: () => ({}),
      ...typedAs(TYPED_MARKS.strike),
      ...storedMark("strike"),
    }),
    Subscript,
    Superscript,
    Code.extend({ priority: MARK_PRIORITY.code, excludes: "", ...typedAs(TYPED_MARKS.code), ...storedMark("code") }),
    Dropcursor.configure({ color: "currentColor" }),
    Gapcursor,
    CaretInStep,
    BlockEdges,
    BlockKeys,
    TableKeys,
    HeadingLevels,
    TabKeys,
    TypingRuleUndo,
    TypedInline,
    Keys,
    CleanClipboard,
    PendingContent,
    LargePaste.configure({ host }),
    ShapedPaste.configure({ host }),
    LinkClicks,
    LinkCards,
    FindInNote.configure({ host }),
    slashMenu.extension,
    noteMenu.extension,
    dayMenu.extension,
    emojiMenu.extension,
    ImageFiles.configure({ host }),
    // The last extension runs first: it leaves images beside other files to the one before it.
    AttachmentFiles.configure({ host }),
    ImageKeys,
    ImageRows,
    BlockMoveKeys,
    BlockHandle,
    UndoSteps,
    UndoRedo.configure({ depth: EDITOR.historySteps, newGroupDelay: EDITOR.historyDelayMs }),
  ];
  return extensions.map(withShortRules);
}
