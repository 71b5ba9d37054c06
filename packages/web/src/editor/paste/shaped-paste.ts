/** Formats pasted Markdown and tables. The plain text is inserted first as its own undo step, so that nothing is lost. */
import { NO_MARKS, type StoredElement, type StoredNode } from "@satchel/core/document/html/stored-doc.ts";
import { cleanPaste } from "@satchel/core/document/paste/paste-clean.ts";
import { looksLikeMarkdown, readRows } from "@satchel/core/document/paste/plain-shapes.ts";
import { type Editor, Extension } from "@tiptap/core";
import { undo } from "@tiptap/pm/history";
import { Fragment, type Node, type Schema, Slice } from "@tiptap/pm/model";
import { type EditorState, Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import type { EditorHost, FindHost } from "../../shared/editor-host/editor-host.ts";
import { editorText } from "../../text/editor/editor.ts";
import { fillCells } from "../tables/fill-cells.ts";
import { createNodes } from "./large-paste.ts";
import { beginPending } from "./pending-content.ts";
import { plainSlice } from "./plain-text.ts";

export type PasteShape = "markdown" | "table";

/** Longer text is formatted in slices and by the worker, with progress. */
const SHAPED_AT_ONCE_CHARS = 20_000;

/** The last paste that was formatted, until anything else changes. */
type ShapedState = { readonly offered: PasteShape | undefined };

const shapedKey = new PluginKey<ShapedState>("shapedPaste");

export const ShapedPaste = Extension.create<{ host: FindHost }>({
  name: "shapedPaste",
  addOptions: () => ({ host: () => undefined }),
  addProseMirrorPlugins() {
    const { host: findHost } = this.options;
    let isPlainWanted = false;
    return [
      new Plugin<ShapedState>({
        key: shapedKey,
        state: {
          init: () => ({ offered: undefined }),
          apply(transaction, before) {
            const offer = transaction.getMeta(shapedKey) as ShapedState | undefined;
            return offer ?? (transaction.docChanged ? { offered: undefined } : before);
          },
        },
        props: {
          handleDOMEvents: {
            keydown: (_, event) => {
              isPlainWanted = event.shiftKey && event.key !== "Insert";
              return false;
            },
          },
          handlePaste(view, event) {
            const text = isPlainWanted ? undefined : plainText(event.clipboardData);
            if (text === undefined || view.state.selection.$from.parent.type.spec.code) return false;
            if (fillCells(view, event, text)) return true;
            const rows = readRows(text);
            if (rows === undefined && !looksLikeMarkdown(text)) return false;
            const context = insertPlain(view, text);
            const host = findHost();
            if (text.length > SHAPED_AT_ONCE_CHARS && host !== undefined) void shapeLarge(view, context, { text, rows, host });
            else if (rows !== undefined) shape(view, context, { blocks: [toTable(view.state.schema, rows)], offered: "table" });
            else void shapeMarkdown(view, context, text);
            return true;
          },
        },
      }),
    ];
  },
});

export function offeredShape(state: EditorState): PasteShape | undefined {
  return shapedKey.getState(state)?.offered;
}

export function keepPlain({ state, view }: Editor): void {
  if (offeredShape(state) !== undefined) undo(state, view.dispatch);
  view.focus();
}

export function keepShape({ state, view }: Editor): void {
  view.dispatch(state.tr.setMeta(shapedKey, { offered: undefined }));
}

function plainText(data: DataTransfer | null): string | undefined {
  const text = data?.getData("text/plain") ?? "";
  return data === null || data.files.length > 0 || text === "" || data.getData("text/html") !== "" ? undefined : text;
}

type Context = { readonly from: number; readonly to: number; readonly doc: Node };

function insertPlain(view: EditorView, text: string): Context {
  const { tr, schema, selection } = view.state;
  tr.replaceSelection(plainSlice(schema, text, selection.$from.marks()))
    .setMeta("paste", true)
    .setMeta("uiEvent", "paste")
    .scrollIntoView();
  view.dispatch(tr);
  const [from, to] = [tr.mapping.map(selection.from, -1), tr.mapping.map(selection.to, 1)];
  return { from, to, doc: view.state.doc };
}

async function shapeMarkdown(view: EditorView, context: Context, text: string): Promise<void> {
  const { markdownToHtml } = await import("@satchel/core/document/markdown/markdown-html.ts");
  if (view.isDestroyed || !view.state.doc.eq(context.doc)) return;
  const { doc } = cleanPaste(markdownToHtml(text));
  shape(view, context, { blocks: doc.content.map((block) => view.state.schema.nodeFromJSON(block)), offered: "markdown" });
}

type Large = { readonly text: string; readonly rows: readonly (readonly string[])[] | undefined; readonly host: EditorHost };

/** The plain text is in the note already: if this is canceled, it stays. */
async function shapeLarge(view: EditorView, context: Context, { text, rows, host }: Large): Promise<void> {
  const pending = beginPending(view, { from: context.to, to: context.to }, { sentences: editorText.paste });
  const readMarkdown = async () => {
    const { markdownToHtml } = await import("@satchel/core/document/markdown/markdown-html.ts");
    return (await host.pasteCleaner.clean(markdownToHtml(text), pending.showShare, pending.signal))?.doc.content;
  };
  const stored = rows === undefined ? await readMarkdown().catch(() => undefined) : [toStoredTable(rows)];
  const blocks = stored === undefined ? undefined : await createNodes(view.state.schema, stored);
  pending.finish((transaction) => {
    const isUnchanged = transaction.doc.eq(context.doc);
    if (blocks !== undefined && isUnchanged)
      replaceWithShape(transaction, context, { blocks, offered: rows === undefined ? "markdown" : "table" });
  });
}

type Shape = { readonly blocks: readonly Node[]; readonly offered: PasteShape };

/** If anything was typed or pasted in the meantime, the plain text stays. */
function shape(view: EditorView, context: Context, shaped: Shape): void {
  const transaction = view.state.tr;
  replaceWithShape(transaction, context, shaped);
  view.dispatch(transaction);
}

function replaceWithShape(transaction: Transaction, { from, to }: Context, { blocks, offered }: Shape): void {
  transaction.replaceRange(from, to, new Slice(Fragment.fromArray([...blocks]), 0, 0));
  transaction.setMeta(shapedKey, { offered }).setMeta("paste", true).scrollIntoView();
}

function toTable(schema: Schema, rows: readonly (readonly string[])[]): Node {
  return schema.nodeFromJSON(toStoredTable(rows));
}

function toStoredTable(rows: readonly (readonly string[])[]): StoredElement {
  const line = (cell: string): StoredNode[] =>
    cell
      .split("\n")
      .flatMap((text, index) => [
        ...(index === 0 ? [] : [element("hardBreak")]),
        ...(text === "" ? [] : [{ type: "text" as const, text, marks: NO_MARKS }]),
      ]);
  const cells = (row: readonly string[]) => row.map((cell) => element("tableCell", [element("paragraph", line(cell))]));
  return element(
    "table",
    rows.map((row) => element("tableRow", cells(row))),
  );
}

function element(type: StoredElement["type"], content: readonly StoredNode[] = []): StoredElement {
  return { type, attrs: {}, content };
}
