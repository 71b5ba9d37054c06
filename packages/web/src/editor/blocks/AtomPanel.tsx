/** Edits the source of the selected formula or footnote live and removes it if empty. Enter and Escape return to the text. */
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { NodeSelection, TextSelection } from "@tiptap/pm/state";
import { useEditorState } from "@tiptap/react";
import { type KeyboardEvent, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { Button } from "../../shared/ui/Button.tsx";
import { blocksText as text } from "../../text/editor/blocks.ts";
import css from "./atom-panel.module.css";
import { atomStorage } from "./atom-selection.ts";
import { showFormula } from "./math/formulas.ts";

type Atom = { readonly at: number; readonly type: "math" | "footnote"; readonly value: string };

const FIELDS = { math: "tex", footnote: "text" } as const;

export function AtomPanel({ editor }: { readonly editor: Editor }) {
  const atom = useEditorState({ editor, selector: ({ editor: current }) => selectedAtom(current), equalityFn: isSameAtom });
  if (atom === null) return null;
  return createPortal(<OpenPanel key={`${atom.type} ${atom.at}`} editor={editor} atom={atom} />, document.body);
}

function selectedAtom({ state, isEditable }: Editor): Atom | null {
  const { selection } = state;
  if (!(selection instanceof NodeSelection) || !isEditable) return null;
  const { name } = selection.node.type;
  if (name !== "math" && name !== "footnote") return null;
  return { at: selection.from, type: name, value: String(selection.node.attrs[FIELDS[name]] ?? "") };
}

function isSameAtom(one: Atom | null, other: Atom | null): boolean {
  return one === other || (one?.at === other?.at && one?.type === other?.type && one?.value === other?.value);
}

function OpenPanel({ editor, atom }: { readonly editor: Editor; readonly atom: Atom }) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const storage = atomStorage(editor);
    if (storage.isWanted) field.current?.focus();
    storage.isWanted = false;
    storage.focus = () => field.current?.focus();
    return () => {
      storage.focus = undefined;
    };
  }, [editor]);
  useLayoutEffect(() => positionUnder(panel.current, editor, atom.at));
  const change = (value: string): void => {
    const { state, view } = editor;
    const transaction = state.tr.setNodeAttribute(atom.at, FIELDS[atom.type], value);
    view.dispatch(transaction.setSelection(NodeSelection.create(transaction.doc, atom.at)));
  };
  const handleKey = (event: KeyboardEvent): void => {
    const isDone = event.key === "Escape" || (event.key === "Enter" && !event.shiftKey);
    if (!isDone || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    leave(editor, atom);
  };
  const label = atom.type === "math" ? text.formulaSource : text.footnoteText;
  return (
    <div ref={panel} className={css.panel} role="dialog" aria-label={atom.type === "math" ? text.formula : text.footnote}>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      <textarea
        ref={field}
        id={id}
        className={atom.type === "math" ? css.source : css.field}
        rows={2}
        dir={atom.type === "math" ? "ltr" : "auto"}
        spellCheck={atom.type !== "math"}
        placeholder={atom.type === "math" ? text.formulaHint : undefined}
        value={atom.value}
        onChange={(event) => change(event.target.value.replaceAll("\n", " "))}
        onKeyDown={handleKey}
      />
      {atom.type === "math" && <Preview tex={atom.value} />}
      <div className={css.row}>
        <Button label={text.remove} tone="quiet" size="small" onPress={() => remove(editor, atom)} />
        <Button label={text.done} tone="primary" size="small" onPress={() => leave(editor, atom)} />
      </div>
    </div>
  );
}

function Preview({ tex }: { readonly tex: string }) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(tex);
  useLayoutEffect(() => {
    latest.current = tex;
    if (host.current !== null) showFormula(host.current, () => latest.current, true);
  }, [tex]);
  return <div ref={host} className={css.preview} aria-hidden />;
}

/** Returns the caret to the text behind the atom, and removes an empty atom. */
function leave(editor: Editor, { at, value }: Atom): void {
  const { state, view } = editor;
  const node: Node | null = state.doc.nodeAt(at);
  const transaction = state.tr;
  if (node === null) return;
  if (value.trim() === "") transaction.delete(at, at + node.nodeSize).setSelection(TextSelection.create(transaction.doc, at));
  else transaction.setSelection(TextSelection.create(transaction.doc, at + node.nodeSize));
  view.dispatch(transaction);
  view.focus();
}

function remove(editor: Editor, atom: Atom): void {
  leave(editor, { ...atom, value: "" });
}

/** Places a panel below a position in the text, or above it if there is more space; never over it, and always on the page. */
const GAP_PX = 6;

function positionUnder(panel: HTMLElement | null, editor: Editor, position: number): void {
  if (panel === null) return;
  const caret = editor.view.coordsAtPos(position);
  const [above, below] = [caret.top - 2 * GAP_PX, window.innerHeight - caret.bottom - 2 * GAP_PX];
  const isBelow = panel.offsetHeight <= below || below >= above;
  const height = Math.min(panel.offsetHeight, Math.max(0, isBelow ? below : above));
  panel.style.top = `${Math.max(GAP_PX, isBelow ? caret.bottom + GAP_PX : caret.top - GAP_PX - height)}px`;
  panel.style.left = `${Math.max(GAP_PX, Math.min(caret.left, window.innerWidth - panel.offsetWidth - GAP_PX))}px`;
}
