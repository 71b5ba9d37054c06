/** Actions, states and labels of the toolbar's plain buttons, one row per button; ToolbarButton.tsx renders them. Spec A §2.14. */
import type { Editor } from "@tiptap/core";
import {
  Bold,
  Braces,
  Italic,
  List,
  ListChecks,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  RemoveFormatting,
  Strikethrough,
  Underline,
  Undo2,
} from "lucide-react";
import { editorText as text } from "../../text/editor/editor.ts";
import { clearFormatting } from "../typing/editor-commands.ts";

export type ToolName =
  | "undo"
  | "redo"
  | "bold"
  | "italic"
  | "underline"
  | "strike"
  | "bulletList"
  | "orderedList"
  | "taskList"
  | "blockquote"
  | "codeBlock"
  | "clear";

export type Tool = {
  readonly name: ToolName;
  readonly label: string;
  readonly Icon: LucideIcon;
  /** In the editor's key map notation: `Mod` is Cmd on a Mac and Ctrl elsewhere. */
  readonly keys?: string;
  /** True if the tool is on or off at the caret. */
  readonly isToggle: boolean;
  readonly run: (editor: Editor) => void;
  readonly canRun: (editor: Editor) => boolean;
};

const always = (): boolean => true;

function toggle(name: ToolName, keys: string, run: Tool["run"]): Omit<Tool, "label" | "Icon"> {
  return { name, keys, isToggle: true, run, canRun: always };
}

export const TOOLS = {
  undo: {
    name: "undo",
    label: text.undo,
    Icon: Undo2,
    keys: "Mod-Z",
    isToggle: false,
    run: (editor) => editor.chain().focus().undo().run(),
    canRun: (editor) => editor.can().undo(),
  },
  redo: {
    name: "redo",
    label: text.redo,
    Icon: Redo2,
    keys: "Mod-Shift-Z",
    isToggle: false,
    run: (editor) => editor.chain().focus().redo().run(),
    canRun: (editor) => editor.can().redo(),
  },
  bold: { label: text.bold, Icon: Bold, ...toggle("bold", "Mod-B", (editor) => editor.chain().focus().toggleBold().run()) },
  italic: { label: text.italic, Icon: Italic, ...toggle("italic", "Mod-I", (editor) => editor.chain().focus().toggleItalic().run()) },
  underline: {
    label: text.underline,
    Icon: Underline,
    ...toggle("underline", "Mod-U", (editor) => editor.chain().focus().toggleUnderline().run()),
  },
  strike: {
    label: text.strike,
    Icon: Strikethrough,
    ...toggle("strike", "Mod-Shift-X", (editor) => editor.chain().focus().toggleStrike().run()),
  },
  bulletList: {
    label: text.bulletList,
    Icon: List,
    ...toggle("bulletList", "Mod-Shift-8", (editor) => editor.chain().focus().toggleBulletList().run()),
  },
  orderedList: {
    label: text.orderedList,
    Icon: ListOrdered,
    ...toggle("orderedList", "Mod-Shift-7", (editor) => editor.chain().focus().toggleOrderedList().run()),
  },
  taskList: {
    label: text.checklist,
    Icon: ListChecks,
    ...toggle("taskList", "Mod-Shift-9", (editor) => editor.chain().focus().toggleTaskList().run()),
  },
  blockquote: {
    label: text.quote,
    Icon: Quote,
    ...toggle("blockquote", "Mod-Shift-B", (editor) => editor.chain().focus().toggleBlockquote().run()),
  },
  codeBlock: {
    label: text.codeBlock,
    Icon: Braces,
    ...toggle("codeBlock", "Mod-Alt-C", (editor) => editor.chain().focus().toggleCodeBlock().run()),
  },
  clear: {
    name: "clear",
    label: text.clear,
    Icon: RemoveFormatting,
    keys: "Mod-\\",
    isToggle: false,
    run: (editor) => clearFormatting(editor),
    canRun: always,
  },
} as const satisfies Readonly<Record<ToolName, Tool>>;

export type ToolbarGroup = {
  readonly parts: readonly ToolbarPart[];
  /** Groups with the lowest rank move behind the overflow button first. */
  readonly rank: number;
};

/** Rank of groups that are visible at any width. */
const ALWAYS = 9;

export const NORMAL_GROUPS: readonly ToolbarGroup[] = [
  { parts: ["undo", "redo"], rank: 8 },
  { parts: ["blockStyle"], rank: 7 },
  { parts: ["bold", "italic"], rank: ALWAYS },
  { parts: ["underline", "strike"], rank: 6 },
  { parts: ["color", "background"], rank: 5 },
  { parts: ["bulletList", "orderedList", "taskList"], rank: ALWAYS },
  { parts: ["link", "image"], rank: ALWAYS },
  { parts: ["insert"], rank: ALWAYS },
  { parts: ["table", "emoji"], rank: 4 },
  { parts: ["align", "blockquote", "codeBlock"], rank: 3 },
  { parts: ["clear"], rank: 2 },
];

/** Order on phones: tools needed on the go come first; the row scrolls sideways for the rest. */
export const PHONE_GROUPS: readonly ToolbarGroup[] = [
  { parts: ["bold", "italic"], rank: ALWAYS },
  { parts: ["bulletList", "taskList"], rank: ALWAYS },
  { parts: ["link", "image"], rank: ALWAYS },
  { parts: ["insert"], rank: ALWAYS },
  { parts: ["undo", "redo"], rank: 8 },
  { parts: ["blockStyle"], rank: 7 },
  { parts: ["orderedList", "table"], rank: 6 },
  { parts: ["underline", "strike"], rank: 5 },
  { parts: ["color", "background"], rank: 4 },
  { parts: ["emoji"], rank: 3 },
  { parts: ["align", "blockquote", "codeBlock"], rank: 3 },
  { parts: ["clear"], rank: 2 },
];

export type ToolbarPart = ToolName | "blockStyle" | "color" | "background" | "align" | "link" | "image" | "insert" | "emoji" | "table";

/** Formats keys such as `Mod-Shift-8` for display. */
export function printKeys(keys: string, isMac: boolean): string {
  const names: Readonly<Record<string, string>> = isMac ? { Mod: "⌘", Shift: "⇧", Alt: "⌥" } : { Mod: "Ctrl", Shift: "Shift", Alt: "Alt" };
  return keys
    .split("-")
    .map((key) => names[key] ?? key)
    .join(isMac ? "" : " ");
}
