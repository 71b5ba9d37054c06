/** Our editor as a note's page shows it: toolbar, counter, find bar, drafts. */
import "@satchel/web/editor/testing/browser-door.tsx";
import { createDrafts, timeOpening, watchKeys } from "./measure.ts";

const door = window.satchelEditor;
if (door === undefined) throw new Error("the editor's page did not open its door");
const drafts = createDrafts(() => door.value());

window.bench = {
  async open(html) {
    const opened = await timeOpening(() => door.load(html, false));
    door.editor().on("update", drafts.changed);
    return opened;
  },
  toMiddle() {
    const { doc } = door.editor().state;
    let at = 1;
    doc.forEach((block, offset, index) => {
      if (index <= doc.childCount / 2 && block.isTextblock) at = offset + 1;
    });
    door.editor().chain().focus().setTextSelection(at).scrollIntoView().run();
  },
  keys: watchKeys(),
  draftBytes: drafts.bytes,
};
