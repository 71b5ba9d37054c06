/** Commands of the menu after `/`. `words` are other names to find a command by, in lower case, also those of other apps. */
import type { Editor } from "@tiptap/core";
import {
  Calendar,
  FileSymlink,
  Heading1,
  Heading2,
  Heading3,
  Heading4,
  Heading5,
  Heading6,
  Image,
  Info,
  ListCollapse,
  type LucideIcon,
  Minus,
  Paperclip,
  Pilcrow,
  Sigma,
  Smile,
  Sparkles,
  SquareSigma,
  Superscript,
  Table,
} from "lucide-react";
import type { EditorHost } from "../../../shared/editor-host/editor-host.ts";
import { blocksText as blocks } from "../../../text/editor/blocks.ts";
import { editorText as text } from "../../../text/editor/editor.ts";
import { attachFiles } from "../../attachments/attachment-plugin.ts";
import { insertAtom } from "../../blocks/atom-selection.ts";
import { makeFormulaBlock, makeToggle, wrapInCallout } from "../../blocks/block-commands.ts";
import { actionOf } from "../../controls/toolbar-context.ts";
import { TOOLS } from "../../controls/toolbar-items.ts";
import { insertImages } from "../../images/image-plugin.ts";
import { setBlockStyle } from "../../typing/editor-commands.ts";
import { OWN_UNDO_STEP } from "../../typing/undo-steps.ts";

export type SlashCommand = {
  readonly name: string;
  readonly words: string;
  /** True if it inserts something into the line, so that it is offered inside a sentence as well. */
  readonly isInline?: boolean;
  readonly Icon: LucideIcon;
  readonly run: (editor: Editor, host: EditorHost | undefined) => void;
  readonly isOffered?: (editor: Editor, host: EditorHost | undefined) => boolean;
};

const HEADING_ICONS = [Heading1, Heading2, Heading3, Heading4, Heading5, Heading6] as const;

const HEADING_WORDS = [" title", " subtitle section", " subsection"];

const HEADINGS = HEADING_ICONS.map((Icon, at): SlashCommand => {
  const level = at + 1;
  return {
    name: text.heading(level),
    words: `h${level}${HEADING_WORDS[at] ?? ""}`,
    Icon,
    run: (editor) => setBlockStyle(editor, level),
  };
});

const BLOCKS: readonly SlashCommand[] = [
  { name: text.bulletList, words: "ul unordered points bulleted", Icon: TOOLS.bulletList.Icon, run: TOOLS.bulletList.run },
  { name: text.orderedList, words: "ol ordered numbers", Icon: TOOLS.orderedList.Icon, run: TOOLS.orderedList.run },
  { name: text.checklist, words: "todo to-do tasks checkbox tick", Icon: TOOLS.taskList.Icon, run: TOOLS.taskList.run },
  { name: text.quote, words: "blockquote citation", Icon: TOOLS.blockquote.Icon, run: TOOLS.blockquote.run },
  { name: text.codeBlock, words: "pre snippet source", Icon: TOOLS.codeBlock.Icon, run: TOOLS.codeBlock.run },
  {
    name: text.tables.label,
    words: "grid spreadsheet",
    Icon: Table,
    run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
  { name: blocks.callout, words: "note info box admonition tip warning hint", Icon: Info, run: (editor) => wrapInCallout(editor, "note") },
  { name: blocks.toggle, words: "details collapse fold accordion", Icon: ListCollapse, run: makeToggle },
  {
    name: text.horizontalRule,
    words: "hr horizontal rule line separator",
    Icon: Minus,
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
  { name: blocks.formula, words: "math tex latex equation", isInline: true, Icon: Sigma, run: (editor) => insertAtom(editor, "math") },
  { name: blocks.formulaBlock, words: "math tex latex equation", Icon: SquareSigma, run: makeFormulaBlock },
  {
    name: blocks.footnote,
    words: "reference citation",
    isInline: true,
    Icon: Superscript,
    run: (editor) => insertAtom(editor, "footnote"),
  },
];

const INSERTS: readonly SlashCommand[] = [
  {
    name: text.image.insert,
    words: "picture photo",
    isInline: true,
    Icon: Image,
    isOffered: (_, host) => host !== undefined,
    run: (editor, host) =>
      pickFiles("image/*", (files) => {
        editor.view.focus();
        if (host !== undefined) void insertImages(editor.view, files, { range: editor.state.selection, source: "picked", host });
      }),
  },
  {
    name: text.attachment.attach,
    words: "file attachment upload pdf document",
    isInline: true,
    Icon: Paperclip,
    isOffered: (_, host) => host !== undefined,
    run: (editor, host) =>
      pickFiles("", (files) => {
        editor.view.focus();
        if (host !== undefined) void attachFiles(editor, files, { at: editor.state.selection.to, attachmentHost: host.attachments });
      }),
  },
  {
    name: blocks.noteLink,
    words: "note link wiki page mention",
    isInline: true,
    Icon: FileSymlink,
    isOffered: (_, host) => host !== undefined,
    run: (editor) => editor.chain().focus().insertContent({ type: "text", text: "[[" }).run(),
  },
  {
    name: text.emoji.open,
    words: "smiley emoticon",
    isInline: true,
    Icon: Smile,
    isOffered: (editor) => actionOf(editor, "emoji") !== undefined,
    run: (editor) => actionOf(editor, "emoji")?.(),
  },
  {
    name: blocks.date,
    words: "today now",
    isInline: true,
    Icon: Calendar,
    isOffered: (_, host) => host !== undefined,
    run: (editor, host) =>
      editor
        .chain()
        .focus()
        .insertContent({ type: "text", text: `${host?.today() ?? ""} ` })
        .setMeta(OWN_UNDO_STEP, true)
        .run(),
  },
  {
    name: blocks.askAi,
    words: "ai assistant write",
    Icon: Sparkles,
    isOffered: (editor) => actionOf(editor, "ai") !== undefined,
    run: (editor) => actionOf(editor, "ai")?.(),
  },
];

export const SLASH_COMMANDS: readonly SlashCommand[] = [
  { name: text.normal, words: "p text plain paragraph", Icon: Pilcrow, run: (editor) => setBlockStyle(editor, 0) },
  ...HEADINGS.slice(0, 3),
  ...BLOCKS,
  ...INSERTS,
  ...HEADINGS.slice(3),
];

/** Opens the browser's file picker after a key or a click. Spec A §5 "Image picker". */
function pickFiles(accept: string, take: (files: readonly File[]) => void): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.accept = accept;
  input.addEventListener("change", () => take([...(input.files ?? [])]));
  input.click();
}
