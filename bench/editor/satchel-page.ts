/** Our editor as a note's page shows it: toolbar, counter, find bar, drafts. */
import type { Node } from "@tiptap/pm/model";
import { Selection } from "@tiptap/pm/state";
import "@satchel/web/editor/testing/browser-test-api.tsx";
import { createDrafts, timeOpening, watchKeys } from "./measure.ts";

const editor = window.satchelEditor;
if (editor === undefined) throw new Error("the editor's page did not open its door");
const drafts = createDrafts(() => editor.value());

window.bench = {
  async open(html) {
    const opened = await timeOpening(() => editor.load(html, false));
    editor.editor().on("update", drafts.changed);
    return opened;
  },
  toMiddle() {
    const { doc } = editor.editor().state;
    const middle = middleBlock(doc) ?? Selection.near(doc.resolve(Math.floor(doc.content.size / 2))).from;
    editor.editor().chain().focus().setTextSelection(middle).scrollIntoView().run();
  },
  keys: watchKeys(),
  draftBytes: drafts.bytes,
};

/** The beginning of the middle line; a note of few blocks has its middle inside of one. */
function middleBlock(doc: Node): number | undefined {
  let at: number | undefined;
  doc.forEach((block, offset, index) => {
    if (doc.childCount > 3 && index <= doc.childCount / 2 && block.isTextblock) at = offset + 1;
  });
  return at;
}
