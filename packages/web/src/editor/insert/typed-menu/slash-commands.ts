/**
 * Commands of the menu after `/`, in groups. `words` are other names to find a command by, in lower case, also those of other apps. `id` is
 * stored among the commands that were used last.
 */
import type { Editor } from "@tiptap/core";
import {
  Calendar,
  CalendarDays,
  FileSymlink,
  Heading1,
  Heading2,
  Heading3,
  Heading4,
  Heading5,
  Heading6,
  Image,
  Info,
  LayoutTemplate,
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
import type { slashText } from "../../../text/editor/slash.ts";
import { attachFiles } from "../../attachments/attachment-plugin.ts";
import { insertAtom } from "../../blocks/atom-selection.ts";
import { makeFormulaBlock, makeToggle, wrapInCallout } from "../../blocks/block-commands.ts";
import { actionOf } from "../../controls/toolbar-context.ts";
import { TOOLS } from "../../controls/toolbar-items.ts";
import { insertImages } from "../../images/image-plugin.ts";
import { setBlockStyle } from "../../typing/editor-commands.ts";
import { rememberPosition } from "../../typing/rules/insert-markdown.ts";
import { OWN_UNDO_STEP } from "../../typing/undo-steps.ts";
import { insertTemplate } from "../insert-template.ts";

export type SlashGroup = keyof typeof slashText.groups;

export type SlashCommand = {
  readonly id: keyof typeof slashText.hints;
  readonly group: SlashGroup;
  readonly name: string;
  readonly words: string;
  /** True if it inserts something into the line, so that it is offered inside a sentence as well. */
  readonly isInline?: boolean;
  /** Shortcut in the editor's notation: `Mod-Shift-8`. */
  readonly keys?: string;
  readonly Icon: LucideIcon;
  readonly run: (editor: Editor, host: EditorHost | undefined) => void;
  readonly isOffered?: (editor: Editor, host: EditorHost | undefined) => boolean;
};

const HEADING_ICONS = [Heading1, Heading2, Heading3, Heading4, Heading5, Heading6] as const;

const HEADING_WORDS = [" title", " subtitle section", " subsection"];

const HEADINGS = HEADING_ICONS.map((Icon, at): SlashCommand => {
  const level = at + 1;
  return {
    id: `heading${level}` as SlashCommand["id"],
    group: "text",
    name: text.heading(level),
    keys: `Mod-Alt-${level}`,
    words: `h${level}${HEADING_WORDS[at] ?? ""}`,
    Icon,
    run: (editor) => setBlockStyle(editor, level),
  };
});

type ToolCommand = "bulletList" | "orderedList" | "taskList" | "blockquote" | "codeBlock";

function ofTool(id: ToolCommand, group: SlashGroup, words: string): SlashCommand {
  const { label, Icon, run, keys } = TOOLS[id];
  return { id, group, name: label, words, Icon, run, ...(keys === undefined ? {} : { keys }) };
}

const BLOCKS: readonly SlashCommand[] = [
  ofTool("bulletList", "lists", "ul unordered points bulleted"),
  ofTool("orderedList", "lists", "ol ordered numbers"),
  ofTool("taskList", "lists", "todo to-do tasks checkbox tick"),
  ofTool("blockquote", "blocks", "blockquote citation"),
  ofTool("codeBlock", "blocks", "pre snippet source"),
  {
    id: "table",
    group: "blocks",
    name: text.tables.label,
    words: "grid spreadsheet",
    Icon: Table,
    run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
  {
    id: "callout",
    group: "blocks",
    name: blocks.callout,
    words: "note info box admonition tip warning hint",
    Icon: Info,
    run: (editor) => wrapInCallout(editor, "note"),
  },
  { id: "toggle", group: "blocks", name: blocks.toggle, words: "details collapse fold accordion", Icon: ListCollapse, run: makeToggle },
  {
    id: "divider",
    group: "blocks",
    name: text.horizontalRule,
    words: "hr horizontal rule line separator",
    Icon: Minus,
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
  {
    id: "formula",
    group: "insert",
    name: blocks.formula,
    words: "math tex latex equation",
    isInline: true,
    Icon: Sigma,
    run: (editor) => insertAtom(editor, "math"),
  },
  {
    id: "formulaBlock",
    group: "blocks",
    name: blocks.formulaBlock,
    words: "math tex latex equation",
    Icon: SquareSigma,
    run: makeFormulaBlock,
  },
  {
    id: "footnote",
    group: "insert",
    name: blocks.footnote,
    words: "reference citation",
    isInline: true,
    Icon: Superscript,
    run: (editor) => insertAtom(editor, "footnote"),
  },
];

const INSERTS: readonly SlashCommand[] = [
  {
    id: "image",
    group: "insert",
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
    id: "attachment",
    group: "insert",
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
    id: "noteLink",
    group: "insert",
    name: blocks.noteLink,
    words: "note link wiki page mention",
    isInline: true,
    Icon: FileSymlink,
    isOffered: (_, host) => host !== undefined,
    run: (editor) => editor.chain().focus().insertContent({ type: "text", text: "[[" }).run(),
  },
  {
    id: "template",
    group: "insert",
    name: blocks.template,
    words: "snippet boilerplate",
    Icon: LayoutTemplate,
    isOffered: (_, host) => host?.chooseTemplate !== undefined,
    run: (editor, host) => {
      const place = rememberPosition(editor);
      host?.chooseTemplate?.((html) => insertTemplate(editor, html, place));
    },
  },
  {
    id: "emoji",
    group: "insert",
    name: text.emoji.open,
    words: "smiley emoticon",
    isInline: true,
    Icon: Smile,
    isOffered: (editor) => actionOf(editor, "emoji") !== undefined,
    run: (editor) => actionOf(editor, "emoji")?.(),
  },
  {
    id: "date",
    group: "insert",
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
    id: "dayLink",
    group: "insert",
    name: blocks.dayLink,
    words: "date daily calendar today picker",
    isInline: true,
    Icon: CalendarDays,
    isOffered: (_, host) => host?.days !== undefined,
    run: (editor) => editor.chain().focus().insertContent({ type: "text", text: "@" }).run(),
  },
  {
    id: "askAi",
    group: "insert",
    name: blocks.askAi,
    words: "ai assistant write",
    Icon: Sparkles,
    isOffered: (editor) => actionOf(editor, "ai") !== undefined,
    run: (editor) => actionOf(editor, "ai")?.(),
  },
];

export const SLASH_COMMANDS: readonly SlashCommand[] = [
  {
    id: "paragraph",
    group: "text",
    name: text.normal,
    words: "p text plain paragraph",
    keys: "Mod-Alt-0",
    Icon: Pilcrow,
    run: (editor) => setBlockStyle(editor, 0),
  },
  ...HEADINGS,
  ...BLOCKS,
  ...INSERTS,
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
