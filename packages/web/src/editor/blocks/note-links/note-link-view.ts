/** A link to a note while the note is edited: a click, or Enter while it is selected, opens the other note in a tab. */
import type { Editor, NodeViewRendererProps } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import type { NodeView } from "@tiptap/pm/view";
import type { FindHost } from "../../../shared/editor-host/editor-host.ts";
import { showNoteLink } from "./show-note-link.ts";

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
