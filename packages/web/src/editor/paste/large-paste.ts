/** Large pastes: a worker cleans HTML as pending content; plain text is inserted without the DOM. Decision 0014. */

import { countChars } from "@satchel/core/document/html/html-text.ts";
import { isText, type StoredNode } from "@satchel/core/document/html/stored-doc.ts";
import { toForeignText } from "@satchel/core/document/paste/foreign-text.ts";
import type { CleanPaste } from "@satchel/core/document/paste/paste-clean.ts";
import { withRtfImages } from "@satchel/core/document/paste/rtf-images.ts";
import { EDITOR, NOTE } from "@satchel/core/model/limits/limits.ts";
import { Extension } from "@tiptap/core";
import { Fragment, type Node, type Schema, Slice } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import type { EditorHost, FindHost } from "../../shared/editor-host/editor-host.ts";
import { editorText } from "../../text/editor/editor.ts";
import { beginPending, type DocRange, insertSlice } from "./pending-content.ts";
import { plainSlice } from "./plain-text.ts";

export const LargePaste = Extension.create<{ host: FindHost }>({
  name: "largePaste",
  // Must run before anything that reads the clipboard on the page's thread.
  priority: 2000,
  addOptions: () => ({ host: () => undefined }),
  addProseMirrorPlugins() {
    const { host } = this.options;
    let isPlainWanted = false;
    return [
      new Plugin({
        key: new PluginKey("largePaste"),
        props: {
          handleDOMEvents: {
            keydown: (_, event) => {
              isPlainWanted = event.shiftKey && event.key !== "Insert";
              return false;
            },
            paste: (view, event) => take(view, event.clipboardData, { range: view.state.selection, event, isPlainWanted, host: host() }),
            drop: (view, event) => {
              // The editor itself moves content dragged within the note.
              if (view.dragging) return false;
              const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
              const range = at === undefined ? undefined : { from: at, to: at };
              return take(view, event.dataTransfer, { range, event, isPlainWanted: false, host: host() });
            },
          },
        },
      }),
    ];
  },
});

type Asked = { readonly event: Event; readonly isPlainWanted: boolean; readonly host: EditorHost | undefined };

function take(
  view: EditorView,
  data: DataTransfer | null,
  { range, event, isPlainWanted, host }: Asked & { readonly range: DocRange | undefined },
): boolean {
  // Code takes the text unchanged, and HTML with only an image counts as an image.
  if (data === null || range === undefined || !view.editable || data.files.length > 0) return false;
  if (view.state.doc.resolve(range.from).parent.type.spec.code) return false;
  const plain = data.getData("text/plain");
  const html = isPlainWanted ? "" : withRtfImages(data.getData("text/html"), data.getData("text/rtf"));
  if (Math.max(html.length, html === "" ? plain.length : 0) <= EDITOR.pasteInWorkerAboveChars) return false;
  if (host === undefined) return false;
  event.preventDefault();
  const { from, to } = range;
  const plainContent = plain === "" ? toForeignText(html) : plain;
  // A note of this length cannot be saved, and inserting it would block the page for minutes.
  if (countChars(plainContent) > NOTE.contentMaxChars) host.notify({ id: "paste-too-large" });
  else if (html === "") pastePlain(view, { from, to }, plainContent);
  else void pasteHtml(view, { html, plain: plainContent }, { range: { from, to }, host });
  return true;
}

function pastePlain(view: EditorView, range: DocRange, plain: string): void {
  const { tr, schema } = view.state;
  insertSlice(tr, range, plainSlice(schema, plain));
  view.dispatch(tr);
}

type Pasted = { readonly html: string; readonly plain: string };

/** The words of the paste are part of the reported text from the first frame. */
async function pasteHtml(
  view: EditorView,
  { html, plain }: Pasted,
  { range, host: { pasteCleaner, notify } }: { readonly range: DocRange; readonly host: EditorHost },
): Promise<void> {
  const { schema } = view.state;
  const plainContent = plainSlice(schema, plain);
  const pending = beginPending(view, range, { sentences: editorText.paste, placeholder: plainContent });
  const cleaned = await pasteCleaner.clean(html, pending.showShare, pending.signal).catch(() => undefined);
  const content = cleaned === undefined ? plainContent : await toSlice(schema, cleaned);
  const isInserted = pending.finish((transaction, at) => insertSlice(transaction, at, content));
  if (isInserted && cleaned === undefined) notify({ id: "pasted-as-plain-text" });
}

/** Builds the slice from the cleaner's document, without a DOM in between. */
async function toSlice(schema: Schema, { doc, open }: CleanPaste): Promise<Slice> {
  const whole = Slice.maxOpen(Fragment.fromArray(await createNodes(schema, doc.content)), open === undefined);
  if (open === undefined) return whole;
  return new Slice(whole.content, Math.min(open.start, whole.openStart), Math.min(open.end, whole.openEnd));
}

/** Children of blocks and rows created at once, a few milliseconds of work. */
const CHILDREN_AT_ONCE = 1000;

/** Creates the editor's nodes in slices, so that the page handles keys in between. */
export async function createNodes(schema: Schema, blocks: readonly StoredNode[]): Promise<Node[]> {
  let children = 0;
  const create = async (stored: StoredNode): Promise<Node> => {
    const { content = [] } = isText(stored) ? {} : stored;
    if (stored.type === "table") {
      const rows: Node[] = [];
      for (const row of content) rows.push(await create(row));
      return schema.nodeFromJSON({ ...stored, content: undefined }).copy(Fragment.fromArray(rows));
    }
    children += 1 + content.length;
    if (children > CHILDREN_AT_ONCE) {
      children = 0;
      await new Promise((resolve) => setTimeout(resolve));
    }
    return schema.nodeFromJSON(stored);
  };
  const nodes: Node[] = [];
  for (const block of blocks) nodes.push(await create(block));
  return nodes;
}
