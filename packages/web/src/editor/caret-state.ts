/** What the toolbar shows about the place of the caret. Read after each transaction; the toolbar draws again only when it differs. */
import type { Editor } from "@tiptap/core";
import type { Alignment } from "./editor-commands.ts";
import { TOOLS, type Tool, type ToolName } from "./toolbar-items.ts";

export type CaretState = {
  readonly on: Readonly<Partial<Record<ToolName, boolean>>>;
  readonly blocked: Readonly<Partial<Record<ToolName, boolean>>>;
  readonly headingLevel: number;
  readonly alignment: Alignment | null;
  readonly color: string | null;
  readonly backgroundColor: string | null;
  readonly link: string | null;
  readonly isInTable: boolean;
};

export function readCaretState(editor: Editor): CaretState {
  const tools: readonly Tool[] = Object.values(TOOLS);
  const style = editor.getAttributes("textStyle");
  return {
    on: Object.fromEntries(tools.filter((tool) => tool.isToggle).map((tool) => [tool.name, editor.isActive(tool.name)])),
    blocked: Object.fromEntries(tools.filter((tool) => !tool.isToggle).map((tool) => [tool.name, !tool.canRun(editor)])),
    headingLevel: editor.isActive("heading") ? Number(editor.getAttributes("heading").level) : 0,
    alignment: (editor.state.selection.$from.parent.attrs.textAlign as Alignment | null | undefined) ?? null,
    color: (style.color as string | null | undefined) ?? null,
    backgroundColor: (style.backgroundColor as string | null | undefined) ?? null,
    link: (editor.getAttributes("link").href as string | undefined) ?? null,
    isInTable: editor.isActive("table"),
  };
}
