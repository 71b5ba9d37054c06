/** Cleans and limits pasted and dropped content; marks copied content as ours, so that it keeps its form. A §2.14, decisions 0007, 0014. */

import { STORED_SOURCE, writeBlocks } from "@satchel/core/document/html/write-stored-html.ts";
import { cleanPaste } from "@satchel/core/document/paste/paste-clean.ts";
import { OWN_COPY_ATTRIBUTE, SLICE_ATTRIBUTE } from "@satchel/core/document/paste/paste-own.ts";
import { withRtfImages } from "@satchel/core/document/paste/rtf-images.ts";
import { Extension } from "@tiptap/core";
import { DOMParser, DOMSerializer, type Fragment, type ParseOptions, Slice } from "@tiptap/pm/model";
import { type EditorState, Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import { admitOnce } from "../../shared/html-policy.ts";
import { itemSlice, itemsOfParagraphs, plainSlice, writeSlice } from "./plain-text.ts";

/** After cleaning, every space is significant; the editor's parser would collapse them. */
class FaithfulParser extends DOMParser {
  override parseSlice(dom: Node, options: ParseOptions = {}): Slice {
    return super.parseSlice(dom, { ...options, preserveWhitespace: "full" });
  }
}

class MarkingSerializer extends DOMSerializer {
  override serializeFragment(
    fragment: Fragment,
    options?: { document?: Document },
    target?: HTMLElement | DocumentFragment,
  ): HTMLElement | DocumentFragment {
    const copied = super.serializeFragment(fragment, options, target);
    if (target === undefined) copied.firstElementChild?.setAttribute(OWN_COPY_ATTRIBUTE, "");
    return copied;
  }
}

export const CleanClipboard = Extension.create({
  name: "cleanClipboard",
  addProseMirrorPlugins() {
    const { schema } = this.editor;
    const serializer = DOMSerializer.fromSchema(schema);
    let [rtf, isOurs, isPasting, areItems] = ["", false, false, false];
    return [
      new Plugin({
        key: new PluginKey("cleanClipboard"),
        props: {
          clipboardParser: new FaithfulParser(schema, DOMParser.fromSchema(schema).rules),
          clipboardSerializer: new MarkingSerializer(serializer.nodes, serializer.marks),
          clipboardTextParser: (text, $context) => {
            const items = isPasting ? itemSlice($context, text) : undefined;
            areItems = items !== undefined;
            return items ?? plainSlice(schema, text, $context.marks());
          },
          handlePaste: ({ state, dispatch }, _, slice) => {
            const items = areItems ? slice : itemsOfParagraphs(state.selection.$from, slice);
            if (items !== undefined) dispatch(insertItems(state, items));
            return items !== undefined;
          },
          clipboardTextSerializer: writeSlice,
          handleDOMEvents: {
            paste: (_, event) => {
              rtf = event.clipboardData?.getData("text/rtf") ?? "";
              [isPasting, areItems] = [true, false];
              return false;
            },
            drop: () => {
              isPasting = false;
              return false;
            },
          },
          transformPastedHTML: (html) => {
            const { clean, isOwn } = toCleanHtml(withRtfImages(html, rtf));
            [rtf, isOurs] = ["", isOwn];
            return admitOnce(clean);
          },
          transformPasted: (slice, view, isPlain) => (isOurs || isPlain ? slice : inEmptyLine(slice, view.state)),
        },
      }),
    ];
  },
});

/** At the start of an item, the editor's own replacement would nest the list inside the item. */
function insertItems({ selection, tr }: EditorState, items: Slice): Transaction {
  return tr.replace(selection.from, selection.to, items).setMeta("paste", true).setMeta("uiEvent", "paste").scrollIntoView();
}

/** Removes the clipboard's own markup, so the only mark that the editor obeys is set here. */
function toCleanHtml(html: string): { readonly clean: string; readonly isOwn: boolean } {
  const { doc, open } = cleanPaste(html);
  const clean = writeBlocks(doc.content, STORED_SOURCE);
  if (open === undefined) return { clean, isOwn: false };
  return { clean: clean.replace(/^<[a-z0-9]+/, (tag) => `${tag} ${SLICE_ATTRIBUTE}="${open.start} ${open.end} []"`), isOwn: true };
}

/** Pasting into an empty line gives the content that line's alignment, direction and quotation. */
function inEmptyLine(slice: Slice, { selection }: EditorState): Slice {
  const { $from, empty } = selection;
  const isEmptyLine = empty && $from.depth === 1 && $from.parent.type.name === "paragraph" && $from.parent.content.size === 0;
  return isEmptyLine && slice.openStart > 0 && slice.content.childCount > 0 ? new Slice(slice.content, 0, slice.openEnd) : slice;
}
