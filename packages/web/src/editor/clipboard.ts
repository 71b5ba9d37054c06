/** What is pasted, cleaned before the editor reads it; what is copied out of the editor is left as it is. Spec A §2.14, decisions §7. */
import { cleanPastedHtml } from "@satchel/core/editor/paste-clean.ts";
import type { EditorProps } from "@tiptap/pm/view";

export const clipboardProps: EditorProps = {
  transformPastedHTML: (html) => (isOwnSlice(html) ? html : cleanPastedHtml(html)),
};

/** Copied in an editor of ours: it carries where the selection was open, which cleaning would take away. The schema still checks it. */
function isOwnSlice(html: string): boolean {
  return /<[a-z0-9]+\b[^>]*\sdata-pm-slice="/i.test(html);
}
