/**
 * The source of the note in an editor, as a second view of that editor: each change of the source changes only the blocks whose Markdown
 * changed, in one transaction of the editor. So saving, drafts, locks and merges work as for rich text. decision 0055.
 */
import { findChanges } from "@satchel/core/document/find-changes.ts";
import { readStoredHtml } from "@satchel/core/document/html/read-stored-html.ts";
import { createKeptParts, type KeptParts } from "@satchel/core/document/markdown/source/kept-parts.ts";
import { createSourceReader } from "@satchel/core/document/markdown/source/read-source.ts";
import { createSourceWriter } from "@satchel/core/document/markdown/source/write-source.ts";
import type { Editor } from "@tiptap/core";
import { baseKeymap, splitBlock } from "@tiptap/pm/commands";
import { dropCursor } from "@tiptap/pm/dropcursor";
import { history, redo, undo } from "@tiptap/pm/history";
import { keymap } from "@tiptap/pm/keymap";
import { EditorState } from "@tiptap/pm/state";
import { EditorView } from "@tiptap/pm/view";
import { editorText } from "../../text/editor/editor.ts";
import { sourceText } from "../../text/editor/source.ts";
import { createFarBlocksPlugin } from "../long-documents/far-blocks.ts";
import { keepPosition } from "../position/keep-position.ts";
import { writeDocBlocks } from "../schema/editor-html.ts";
import { typedInSource } from "../schema/mounted-editor.ts";
import { createCaretInStepPlugin } from "../typing/caret-in-step.ts";
import { createLeaveByEscapePlugin } from "../typing/leave-by-escape.ts";
import { closeFence } from "./close-fence.ts";
import { putCaretInRich, putCaretInSource } from "./source-caret.ts";
import { createClipboard } from "./source-clipboard.ts";
import { linesOf, sizeOf, sourceSchema, toNodes } from "./source-schema.ts";

type SourceOptions = {
  readonly titleOf: (noteId: string) => string | undefined;
  readonly className: string;
  readonly isEditable: () => boolean;
};

export function createSourceView(place: HTMLElement, editor: Editor, options: SourceOptions) {
  const parts = createKeptParts();
  const read = createSourceReader(parts);
  const write = createSourceWriter({ kept: parts, read, titleOf: options.titleOf });
  const sources = (): readonly string[] => write(writeDocBlocks(editor.state.doc));
  const { isEditable } = options;
  let isOwn = false;
  const asOwn = (run: () => void): void => {
    isOwn = true;
    run();
    isOwn = false;
  };
  /** Puts the caret of the rich text to the same place, for tools that insert there. */
  const putRichCaret = (): void => {
    if (!editor.isDestroyed) putCaretInRich(editor, { sources: sources(), source: view.state, parts });
  };
  const fromRich = (): void => {
    if (view.isDestroyed || view.composing) return;
    const now = linesOf(view.state.doc, parts);
    if (read(now.join("\n")).join("") === writeDocBlocks(editor.state.doc).join("")) return;
    asOwn(() => replaceLines(view, now, { next: toLines(sources()), parts }));
  };
  const view: EditorView = new EditorView(place, {
    state: EditorState.create({ doc: sourceSchema.node("doc", null, toNodes(toLines(sources()), parts)), plugins: createPlugins() }),
    editable: isEditable,
    attributes: {
      class: `note-content ${options.className}`,
      role: "textbox",
      "aria-multiline": "true",
      "aria-label": sourceText.label,
      "aria-description": editorText.leaveHint,
      spellcheck: "false",
    },
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction));
      if (transaction.docChanged && !isOwn) asOwn(() => replaceBlocks(editor, read(linesOf(view.state.doc, parts).join("\n"))));
    },
    handleDOMEvents: {
      ...createClipboard(parts, isEditable),
      focus: () => void typedInSource.add(editor),
      blur: () => {
        typedInSource.delete(editor);
        putRichCaret();
      },
      compositionend: () => void setTimeout(fromRich),
    },
  });
  const handleTransaction = ({ transaction }: { readonly transaction: { readonly docChanged: boolean } }): void => {
    if (transaction.docChanged && !isOwn) fromRich();
  };
  editor.on("transaction", handleTransaction);
  return {
    view,
    putCaret: (): void => putCaretInSource(view, { sources: sources(), rich: editor.state }),
    destroy(): void {
      if (typedInSource.has(editor)) putRichCaret();
      editor.off("transaction", handleTransaction);
      typedInSource.delete(editor);
      view.destroy();
    },
  };
}

function toLines(sources: readonly string[]): readonly string[] {
  return sources.join("\n\n").split("\n");
}

function replaceBlocks(editor: Editor, next: readonly string[]): void {
  const { doc, tr, schema } = editor.state;
  const now = writeDocBlocks(doc);
  const [from, end] = sharedEnds(now, next);
  if (from === now.length && from === next.length) return;
  const html = next.slice(from, next.length - end).join("");
  const blocks = html === "" ? [] : readStoredHtml(html).content.map((block) => schema.nodeFromJSON(block));
  const [start, stop] = [sizeOf(doc.children.slice(0, from)), sizeOf(doc.children.slice(0, now.length - end))];
  editor.view.dispatch(tr.replaceWith(start, stop, blocks));
}

type Lines = { readonly next: readonly string[]; readonly parts: KeptParts };

/** Takes changes of the note that were not typed here, line by line, so that caret and undo steps stay. */
function replaceLines(view: EditorView, now: readonly string[], { next, parts }: Lines): void {
  const { children } = view.state.doc;
  const { tr } = view.state;
  const isAligned = now.length === children.length;
  const changes = isAligned ? findChanges(now, next) : [{ from: 0, cut: children.length, at: 0, added: next.length }];
  for (const { from, cut, at, added } of changes.toReversed()) {
    const [start, stop] = [sizeOf(children.slice(0, from)), sizeOf(children.slice(0, from + cut))];
    tr.replaceWith(start, stop, [...toNodes(next.slice(at, at + added), parts)]);
  }
  const restore = keepPosition(view);
  view.dispatch(tr.setMeta("addToHistory", false));
  restore(tr.mapping);
}

function createPlugins() {
  return [
    createFarBlocksPlugin(),
    createCaretInStepPlugin(),
    history(),
    keymap({ "Mod-z": undo, "Mod-y": redo, "Mod-Shift-z": redo, "Shift-Enter": splitBlock }),
    keymap(baseKeymap),
    dropCursor({ color: "currentColor" }),
    closeFence,
    createLeaveByEscapePlugin(),
  ];
}

/** Returns the number of equal blocks at the beginning and at the end. */
function sharedEnds(now: readonly string[], next: readonly string[]): readonly [number, number] {
  const most = Math.min(now.length, next.length);
  let [from, end] = [0, 0];
  while (from < most && now[from] === next[from]) from += 1;
  while (end < most - from && now.at(-1 - end) === next.at(-1 - end)) end += 1;
  return [from, end];
}
