/** State of the toolbar at the caret. Read after the frame that shows an edit; the toolbar renders again only if the state changed. */
import type { Editor } from "@tiptap/core";
import { useLayoutEffect, useState } from "react";
import { createChangeDelivery } from "../schema/change-delivery.ts";
import type { Alignment, Direction } from "../typing/editor-commands.ts";
import { TOOLS, type Tool, type ToolName } from "./toolbar-items.ts";

export type CaretState = {
  readonly on: Readonly<Partial<Record<ToolName, boolean>>>;
  readonly blocked: Readonly<Partial<Record<ToolName, boolean>>>;
  readonly headingLevel: number;
  readonly alignment: Alignment | null;
  readonly direction: Direction | null;
  readonly color: string | null;
  readonly backgroundColor: string | null;
  readonly link: string | null;
  readonly isInTable: boolean;
};

export function useCaretState(editor: Editor): CaretState {
  const [caret, setCaret] = useState(() => readCaretState(editor));
  useLayoutEffect(() => {
    const delivery = createChangeDelivery(() => {
      if (editor.isDestroyed) return;
      const next = readCaretState(editor);
      setCaret((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    });
    editor.on("transaction", delivery.schedule);
    return () => {
      editor.off("transaction", delivery.schedule);
      delivery.end();
    };
  }, [editor]);
  return caret;
}

function readCaretState(editor: Editor): CaretState {
  const tools: readonly Tool[] = Object.values(TOOLS);
  const style = editor.getAttributes("textStyle");
  return {
    on: Object.fromEntries(tools.filter((tool) => tool.isToggle).map((tool) => [tool.name, editor.isActive(tool.name)])),
    blocked: Object.fromEntries(tools.filter((tool) => !tool.isToggle).map((tool) => [tool.name, !tool.canRun(editor)])),
    headingLevel: editor.isActive("heading") ? Number(editor.getAttributes("heading").level) : 0,
    alignment: (editor.state.selection.$from.parent.attrs.textAlign as Alignment | null | undefined) ?? null,
    direction: (editor.state.selection.$from.parent.attrs.dir as Direction | null | undefined) ?? null,
    color: (style.color as string | null | undefined) ?? null,
    backgroundColor: (style.backgroundColor as string | null | undefined) ?? null,
    link: (editor.getAttributes("link").href as string | undefined) ?? null,
    isInTable: editor.isActive("table"),
  };
}
