/** The menu behind `/`: blocks to begin, narrowed by what is typed. The focus stays in the text; arrow keys choose, Enter takes. Issue 8. */
import { foldText } from "@satchel/core/document/html/find-text.ts";
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import {
  Heading1,
  Heading2,
  Heading3,
  Heading4,
  Heading5,
  Heading6,
  Info,
  ListCollapse,
  type LucideIcon,
  Minus,
  Pilcrow,
  Sigma,
  SquareSigma,
  Superscript,
  Table,
} from "lucide-react";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { blocksText as blocks } from "../../text/blocks.ts";
import { editorText as text } from "../../text/editor.ts";
import { insertAtom } from "../blocks/atom-selection.ts";
import { makeFormulaBlock, makeToggle, wrapInCallout } from "../blocks/block-commands.ts";
import { TOOLS } from "../toolbar/toolbar-items.ts";
import { setBlockStyle } from "../typing/editor-commands.ts";
import css from "./slash.module.css";
import { runSlashCommand, type SlashState, setSlashKeys, slashState } from "./slash-plugin.ts";

type Command = { readonly name: string; readonly keywords: string; readonly Icon: LucideIcon; readonly run: (editor: Editor) => void };

const COMMANDS: readonly Command[] = [
  { name: text.normal, keywords: "p text", Icon: Pilcrow, run: (editor) => setBlockStyle(editor, 0) },
  { name: text.heading(1), keywords: "h1 title", Icon: Heading1, run: (editor) => setBlockStyle(editor, 1) },
  { name: text.heading(2), keywords: "h2", Icon: Heading2, run: (editor) => setBlockStyle(editor, 2) },
  { name: text.heading(3), keywords: "h3", Icon: Heading3, run: (editor) => setBlockStyle(editor, 3) },
  { name: text.heading(4), keywords: "h4", Icon: Heading4, run: (editor) => setBlockStyle(editor, 4) },
  { name: text.heading(5), keywords: "h5", Icon: Heading5, run: (editor) => setBlockStyle(editor, 5) },
  { name: text.heading(6), keywords: "h6", Icon: Heading6, run: (editor) => setBlockStyle(editor, 6) },
  { name: text.bulletList, keywords: "ul unordered", Icon: TOOLS.bulletList.Icon, run: TOOLS.bulletList.run },
  { name: text.orderedList, keywords: "ol ordered", Icon: TOOLS.orderedList.Icon, run: TOOLS.orderedList.run },
  { name: text.checklist, keywords: "todo task", Icon: TOOLS.taskList.Icon, run: TOOLS.taskList.run },
  { name: text.quote, keywords: "blockquote", Icon: TOOLS.blockquote.Icon, run: TOOLS.blockquote.run },
  { name: text.codeBlock, keywords: "pre", Icon: TOOLS.codeBlock.Icon, run: TOOLS.codeBlock.run },
  {
    name: text.tables.label,
    keywords: "grid",
    Icon: Table,
    run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
  { name: blocks.callout, keywords: "note info box admonition", Icon: Info, run: (editor) => wrapInCallout(editor, "note") },
  { name: blocks.toggle, keywords: "details collapse fold", Icon: ListCollapse, run: makeToggle },
  { name: blocks.formula, keywords: "math tex latex equation", Icon: Sigma, run: (editor) => insertAtom(editor, "math") },
  { name: blocks.formulaBlock, keywords: "math tex latex equation", Icon: SquareSigma, run: makeFormulaBlock },
  { name: blocks.footnote, keywords: "reference citation", Icon: Superscript, run: (editor) => insertAtom(editor, "footnote") },
  {
    name: text.horizontalRule,
    keywords: "hr divider rule",
    Icon: Minus,
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
];

export function SlashMenu({ editor }: { readonly editor: Editor }) {
  const typed = useEditorState({ editor, selector: ({ editor: current }) => slashState(current) });
  const commands = typed === null ? [] : commandsFor(typed.query);
  if (typed === null || commands.length === 0) return null;
  return createPortal(<OpenSlashMenu key={typed.from} editor={editor} typed={typed} commands={commands} />, document.body);
}

export function commandsFor(query: string): readonly Command[] {
  const wanted = foldText(query);
  return COMMANDS.filter(({ name, keywords }) => `${foldText(name)} ${keywords}`.split(" ").some((keyword) => keyword.startsWith(wanted)));
}

type OpenSlashMenuProps = { readonly editor: Editor; readonly typed: SlashState; readonly commands: readonly Command[] };

function OpenSlashMenu({ editor, typed, commands }: OpenSlashMenuProps) {
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = Math.min(chosen, commands.length - 1);
  useLayoutEffect(() => {
    const handleKey = (key: string): boolean => {
      if (key === "ArrowDown" || key === "ArrowUp") {
        setChosen((at + (key === "ArrowDown" ? 1 : -1) + commands.length) % commands.length);
        return true;
      }
      const command = commands[at];
      if ((key !== "Enter" && key !== "Tab") || command === undefined) return false;
      runSlashCommand(editor, command.run);
      return true;
    };
    setSlashKeys(editor, handleKey);
    return () => setSlashKeys(editor, undefined);
  }, [editor, commands, at]);
  useLayoutEffect(() => positionBeside(list.current, editor, typed.from), [editor, typed.from]);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: "nearest" });
    return announce(editor, id, at);
  }, [editor, id, at]);
  return (
    <div ref={list} id={id} role="listbox" aria-label={text.slashLabel} className={css.menu}>
      {commands.map(({ name, Icon, run }, index) => (
        <div
          key={name}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={css.item}
          onMouseDown={(event) => {
            event.preventDefault();
            runSlashCommand(editor, run);
          }}
          onMouseEnter={() => setChosen(index)}
        >
          <Icon aria-hidden />
          {name}
        </div>
      ))}
    </div>
  );
}

const GAP_PX = 6;

/** Beneath the caret or above it, wherever there is more room; never over it. */
function positionBeside(list: HTMLElement | null, editor: Editor, position: number): void {
  if (list === null) return;
  const caret = editor.view.coordsAtPos(position);
  const [above, below] = [caret.top - 2 * GAP_PX, window.innerHeight - caret.bottom - 2 * GAP_PX];
  const isBelow = list.offsetHeight <= below || below >= above;
  const height = Math.min(list.offsetHeight, Math.max(0, isBelow ? below : above));
  list.style.maxHeight = `${height}px`;
  list.style.top = `${isBelow ? caret.bottom + GAP_PX : caret.top - GAP_PX - height}px`;
  list.style.left = `${Math.max(GAP_PX, Math.min(caret.left, window.innerWidth - list.offsetWidth - GAP_PX))}px`;
}

/** The focus is in the text: the text says which option is chosen. */
function announce(editor: Editor, id: string, at: number): () => void {
  const { dom } = editor.view;
  dom.setAttribute("aria-controls", id);
  dom.setAttribute("aria-activedescendant", `${id}-${at}`);
  return () => {
    dom.removeAttribute("aria-controls");
    dom.removeAttribute("aria-activedescendant");
  };
}
