/**
 * What is pasted: cleaned before the editor reads it, then read to the space. What is copied out of the editor is left as it is.
 * Spec A §2.14, decisions §7.
 */
import { cleanPastedHtml } from "@satchel/core/editor/paste-clean.ts";
import { Extension } from "@tiptap/core";
import { DOMParser, type ParseOptions, type Slice } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";

/** After cleaning, every space is meant: the editor's parser would squeeze them. */
class FaithfulParser extends DOMParser {
  override parseSlice(dom: Node, options: ParseOptions = {}): Slice {
    return super.parseSlice(dom, { ...options, preserveWhitespace: "full" });
  }
}

export const CleanClipboard = Extension.create({
  name: "cleanClipboard",
  addProseMirrorPlugins() {
    const { schema } = this.editor;
    return [
      new Plugin({
        key: new PluginKey("cleanClipboard"),
        props: {
          clipboardParser: new FaithfulParser(schema, DOMParser.fromSchema(schema).rules),
          transformPastedHTML: (html) => (isOwnSlice(html) ? html : cleanPastedHtml(html)),
        },
      }),
    ];
  },
});

/** Copied in an editor of ours: it carries where the selection was open, which cleaning would take away. The schema still checks it. */
function isOwnSlice(html: string): boolean {
  return /<[a-z0-9]+\b[^>]*\sdata-pm-slice="/i.test(html);
}
