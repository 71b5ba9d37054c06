/** Our editor as on a note's page: toolbar, counter, find bar, drafts. */
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
    editor.editor().chain().focus().setTextSelection(middleOf(editor.editor().state.doc)).scrollIntoView().run();
  },
  keys: watchKeys(),
  draftBytes: drafts.bytes,
};

type Doc = ReturnType<typeof editor.editor>["state"]["doc"];

/** The start of the middle line. In a note of few blocks the middle is inside a block. */
function middleOf(doc: Doc): number {
  let at = 1;
  doc.forEach((block, offset, index) => {
    if (index <= doc.childCount / 2 && block.isTextblock) at = offset + 1;
  });
  if (doc.childCount > 3) return at;
  const half = Math.floor(doc.content.size / 2);
  doc.descendants((node, position) => {
    if (node.isTextblock && position <= half) at = Math.min(position + node.nodeSize - 1, Math.max(position + 1, half));
  });
  return at;
}
