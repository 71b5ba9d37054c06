/**
 * What is pasted or dropped: cleaned before the editor reads it, then read to the space. What is copied is marked as ours, so that it can
 * come in with the blank lines and open ends it had. Spec A §2.14, decisions §7, decision 0014.
 */

import { STORED_SOURCE, writeBlocks } from "@satchel/core/document/html/write-stored-html.ts";
import { cleanPaste } from "@satchel/core/document/paste/paste-clean.ts";
import { OWN_COPY_ATTRIBUTE, SLICE_ATTRIBUTE } from "@satchel/core/document/paste/paste-own.ts";
import { Extension } from "@tiptap/core";
import { DOMParser, DOMSerializer, type Fragment, type ParseOptions, type Slice } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { admitOnce } from "../../shared/html-policy.ts";

/** After cleaning, every space is meant: the editor's parser would squeeze them. */
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
    return [
      new Plugin({
        key: new PluginKey("cleanClipboard"),
        props: {
          clipboardParser: new FaithfulParser(schema, DOMParser.fromSchema(schema).rules),
          clipboardSerializer: new MarkingSerializer(serializer.nodes, serializer.marks),
          transformPastedHTML: (html) => admitOnce(toCleanHtml(html)),
        },
      }),
    ];
  },
});

/** Nothing of the clipboard's own markup is left: the only mark on it that the editor obeys is set here. */
function toCleanHtml(html: string): string {
  const { doc, open } = cleanPaste(html);
  const clean = writeBlocks(doc.content, STORED_SOURCE);
  return open === undefined ? clean : clean.replace(/^<[a-z0-9]+/, (tag) => `${tag} ${SLICE_ATTRIBUTE}="${open.start} ${open.end} []"`);
}
