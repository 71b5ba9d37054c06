/** Our editor as a note's page shows it: toolbar, counter, find bar, drafts. */
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
    let at = 1;
    doc.forEach((block, offset, index) => {
      if (index <= doc.childCount / 2 && block.isTextblock) at = offset + 1;
    });
    editor.editor().chain().focus().setTextSelection(at).scrollIntoView().run();
  },
  keys: watchKeys(),
  draftBytes: drafts.bytes,
};
