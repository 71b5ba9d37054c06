/** Formats pasted Markdown and tables. The plain text is inserted first as its own undo step, so that nothing is lost. */
import { cleanPaste } from "@satchel/core/document/paste/paste-clean.ts";
import { looksLikeMarkdown, readRows } from "@satchel/core/document/paste/plain-shapes.ts";
import { type Editor, Extension } from "@tiptap/core";
import { undo } from "@tiptap/pm/history";
import { Fragment, type Node, type Schema, Slice } from "@tiptap/pm/model";
import { type EditorState, Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { plainSlice } from "./plain-text.ts";

export type PasteShape = "markdown" | "table";

/** The last paste that was formatted, until anything else changes. */
type ShapedState = { readonly offered: PasteShape | undefined };

const shapedKey = new PluginKey<ShapedState>("shapedPaste");

export const ShapedPaste = Extension.create({
  name: "shapedPaste",
  addProseMirrorPlugins() {
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
            const rows = readRows(text);
            if (rows === undefined && !looksLikeMarkdown(text)) return false;
            const context = insertPlain(view, text);
            if (rows !== undefined) shape(view, context, { blocks: [toTable(view.state.schema, rows)], offered: "table" });
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

/** If anything was typed or pasted in the meantime, the plain text stays. */
function shape(
  view: EditorView,
  { from, to }: Context,
  { blocks, offered }: { readonly blocks: readonly Node[]; readonly offered: PasteShape },
): void {
  const transaction: Transaction = view.state.tr.replaceRange(from, to, new Slice(Fragment.fromArray(blocks), 0, 0));
  view.dispatch(transaction.setMeta(shapedKey, { offered }).setMeta("paste", true).scrollIntoView());
}

function toTable(schema: Schema, rows: readonly (readonly string[])[]): Node {
  const { table, tableRow, tableCell, paragraph, hardBreak } = schema.nodes;
  const line = (cell: string): Node[] =>
    cell
      .split("\n")
      .flatMap((part, index) => [...(index === 0 ? [] : [hardBreak?.create() as Node]), ...(part === "" ? [] : [schema.text(part)])]);
  const cells = (row: readonly string[]): Node[] => row.map((cell) => tableCell?.create(null, paragraph?.create(null, line(cell))) as Node);
  return table?.create(
    null,
    rows.map((row) => tableRow?.create(null, cells(row)) as Node),
  ) as Node;
}
