/** Footnotes, formulas and note links in the editor: how each is rendered. AtomPanel.tsx edits their content. */
import type { Editor, NodeViewRendererProps } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { NodeSelection } from "@tiptap/pm/state";
import type { NodeView } from "@tiptap/pm/view";
import type { FindHost } from "../../shared/editor-host/editor-host.ts";
import { blocksText } from "../../text/editor/blocks.ts";
import { showFormula } from "./math/formulas.ts";
import { showNoteLink } from "./note-links/show-note-link.ts";

export function createFootnoteView({ node }: NodeViewRendererProps): NodeView {
  const dom = document.createElement("sup");
  dom.className = "footnote";
  const show = ({ attrs }: Node): void => {
    dom.title = String(attrs.text ?? "");
  };
  return { dom, update: showEach(node, show), ignoreMutation: () => true };
}

export function createMathView({ node }: NodeViewRendererProps): NodeView {
  const dom = document.createElement("span");
  dom.className = "formula";
  let tex = "";
  const show = (shown: Node): void => {
    tex = String(shown.attrs.tex ?? "");
    dom.toggleAttribute("data-empty", tex === "");
    if (tex === "") dom.textContent = blocksText.formula;
    else showFormula(dom, () => tex, false);
  };
  return { dom, update: showEach(node, show), ignoreMutation: () => true };
}

/** A note link in the editor: a click, or Enter while it is selected, opens the other note in a tab. */
export function createNoteLinkView(findHost: FindHost, { node }: NodeViewRendererProps): NodeView {
  const links = findHost()?.noteLinks;
  const noteId = String(node.attrs.noteId);
  const dom = document.createElement("a");
  dom.className = "note-link";
  dom.dataset.noteId = noteId;
  const show = (): void => showNoteLink(dom, links?.targetOf(noteId) ?? { kind: "unknown" });
  show();
  const stop = links?.onChange(show);
  dom.addEventListener("click", (event) => {
    event.preventDefault();
    if (dom.dataset.state !== "deleted") links?.open(noteId);
  });
  return { dom, ignoreMutation: () => true, destroy: () => stop?.() };
}

export function openSelectedNoteLink(editor: Editor, findHost: FindHost): boolean {
  const { selection } = editor.state;
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== "noteLink") return false;
  findHost()?.noteLinks.open(String(selection.node.attrs.noteId));
  return true;
}

/** Calls `show` now, and returns an `update` that calls it for each later node of the same type. */
export function showEach(node: Node, show: (node: Node) => void): (next: Node) => boolean {
  show(node);
  return (next) => {
    if (next.type !== node.type) return false;
    show(next);
    return true;
  };
}
