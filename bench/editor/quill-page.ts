/** Quill 2 with its full toolbar, a counter and drafts. */
import Quill from "quill";
import "quill/dist/quill.snow.css";
import { createDrafts, timeOpening, watchKeys } from "./measure.ts";

const TOOLBAR = [
  [{ header: [1, 2, 3, false] }],
  ["bold", "italic", "underline", "strike"],
  [{ color: [] }, { background: [] }],
  [{ list: "ordered" }, { list: "bullet" }, { list: "check" }],
  [{ align: [] }, "link", "image", "blockquote", "code-block", "clean"],
];

let quill: Quill;
const counter = document.createElement("p");
const drafts = createDrafts(() => quill.root.innerHTML);

function build(html: string): void {
  const root = document.getElementById("root") as HTMLElement;
  root.innerHTML = '<div id="quill"></div>';
  root.append(counter);
  quill = new Quill("#quill", {
    theme: "snow",
    modules: { toolbar: TOOLBAR, table: true, history: { delay: 2000, maxStack: 500, userOnly: true } },
  });
  quill.setContents(quill.clipboard.convert({ html }), "silent");
  quill.on("text-change", () => {
    counter.textContent = `${quill.getLength() - 1} characters`;
    drafts.changed();
  });
}

window.bench = {
  open: (html) => timeOpening(() => build(html)),
  toMiddle() {
    const lines = quill.getLines();
    const middle = lines[Math.floor(lines.length / 2)];
    const start = middle === undefined ? 0 : quill.getIndex(middle);
    quill.setSelection(lines.length > 3 ? start : start + Math.floor((middle?.length() ?? 0) / 2), 0);
    quill.scrollSelectionIntoView();
  },
  keys: watchKeys(),
  draftBytes: drafts.bytes,
};
