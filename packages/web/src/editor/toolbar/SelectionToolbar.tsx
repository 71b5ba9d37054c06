/** Toolbar beside a selection on screens with a pointer; phones have the toolbar above the keyboard. */
import type { Editor } from "@tiptap/core";
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Toolbar } from "react-aria-components";
import { useFrame } from "../../shared/hooks/use-layout.ts";
import { editorText as text } from "../../text/editor/editor.ts";
import { useCaretState } from "../controls/caret-state.ts";
import { ToolbarButton } from "../controls/ToolbarButton.tsx";
import { ColorMenu } from "../controls/ToolbarMenus.tsx";
import { ToolbarContext, type ToolbarShared } from "../controls/toolbar-context.ts";
import { TOOLS, type ToolName } from "../controls/toolbar-items.ts";
import { AskAiButton } from "./AskAiButton.tsx";
import { LinkTool } from "./LinkTool.tsx";
import css from "./selection-toolbar.module.css";
import { type SelectedText, useSelectedText } from "./use-selected-text.ts";

type SelectionToolbarProps = {
  readonly editor: Editor;
  /** Buttons of the page at its end. They must not take the focus from the text when pressed by pointer (ToolbarButton). */
  readonly tools?: ((editor: Editor) => ReactNode) | undefined;
};

export function SelectionToolbar(props: SelectionToolbarProps) {
  const selected = useSelectedText(props.editor);
  const isPhone = useFrame() === "phone";
  const [isHeld, setHeld] = useState(false);
  const last = useRef<SelectedText>(undefined);
  if (selected !== undefined) last.current = selected;
  const shown = selected ?? (isHeld ? last.current : undefined);
  if (isPhone || shown === undefined) return null;
  return <Shown {...props} selected={shown} onHold={setHeld} />;
}

const MARKS: readonly ToolName[] = ["bold", "italic", "underline", "strike"];

type ShownProps = SelectionToolbarProps & { readonly selected: SelectedText; readonly onHold: (isHeld: boolean) => void };

function Shown({ editor, tools, selected, onHold }: ShownProps) {
  const caret = useCaretState(editor);
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => keepBeside(bar.current, editor, selected), [editor, selected]);
  const isByPointer = useRef(true);
  const shared = useMemo<ToolbarShared>(() => ({ isByPointer, done: () => onHold(false) }), [onHold]);
  return (
    <Toolbar ref={bar} aria-label={text.selectionToolbar} className={css.bar as string} data-selection-toolbar>
      <ToolbarContext value={shared}>
        {MARKS.map((name) => {
          const { label, Icon, keys, run } = TOOLS[name];
          return (
            <ToolbarButton key={name} label={label} Icon={Icon} keys={keys} isOn={caret.on[name] ?? false} onPress={() => run(editor)} />
          );
        })}
        <ColorMenu editor={editor} caret={caret} kind="backgroundColor" onOpenChange={onHold} />
        <LinkTool editor={editor} current={caret.link} hasShortcut={false} onOpenChange={onHold} />
        <AskAiButton editor={editor} />
        {tools?.(editor)}
      </ToolbarContext>
    </Toolbar>
  );
}

/** Keeps the toolbar beside the selection while the text scrolls or the window changes. */
function keepBeside(bar: HTMLElement | null, editor: Editor, selected: SelectedText): (() => void) | undefined {
  const host = bar?.offsetParent;
  const scroller = editor.view.dom.closest("[data-scroller]");
  if (!bar || !host || scroller === null) return undefined;
  const put = (): void => {
    const position = toolbarPosition(boxOf(editor, selected), scroller.getBoundingClientRect(), {
      width: bar.offsetWidth,
      height: bar.offsetHeight,
    });
    bar.style.visibility = position === undefined ? "hidden" : "visible";
    if (position === undefined) return;
    const { left, top } = host.getBoundingClientRect();
    bar.style.transform = `translate(${Math.round(position.left - left)}px, ${Math.round(position.top - top)}px)`;
  };
  put();
  scroller.addEventListener("scroll", put, { passive: true });
  const observer = typeof ResizeObserver === "undefined" ? undefined : new ResizeObserver(put);
  observer?.observe(scroller);
  observer?.observe(bar);
  return () => {
    scroller.removeEventListener("scroll", put);
    observer?.disconnect();
  };
}

function boxOf({ view }: Editor, { from, to }: SelectedText): Box {
  const size = view.state.doc.content.size;
  const [start, end] = [view.coordsAtPos(Math.min(from, size)), view.coordsAtPos(Math.min(to, size), -1)];
  const isOneLine = end.bottom - start.top < 2 * (start.bottom - start.top);
  const column = view.dom.getBoundingClientRect();
  return {
    left: isOneLine ? start.left : column.left,
    right: isOneLine ? end.right : column.right,
    top: start.top,
    bottom: end.bottom,
  };
}

type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
type Size = { readonly width: number; readonly height: number };

const GAP_PX = 8;

/** Upper left corner of the toolbar, above or below the selection; undefined while the selection is out of view. Pure. */
export function toolbarPosition(selection: Box, seen: Box, { width, height }: Size): { left: number; top: number } | undefined {
  if (selection.bottom < seen.top || selection.top > seen.bottom) return undefined;
  const middle = (selection.left + selection.right) / 2;
  const left = Math.max(seen.left + GAP_PX, Math.min(middle - width / 2, seen.right - width - GAP_PX));
  const above = selection.top - height - GAP_PX;
  if (above >= seen.top) return { left, top: above };
  const beneath = selection.bottom + GAP_PX;
  // If the selection fills the page, the toolbar is at its upper edge.
  return { left, top: beneath + height <= seen.bottom ? beneath : seen.top + GAP_PX };
}
