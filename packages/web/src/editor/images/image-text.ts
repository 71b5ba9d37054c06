/** Description and caption of an image, and the image that is selected. */
import { type EditorState, NodeSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { TYPED_ATTRIBUTE } from "../typing/undo-steps.ts";

/** Keeps the image selected, so that its bar stays open. */
export function setImageText(
  { state, dispatch }: Pick<EditorView, "state" | "dispatch">,
  at: number,
  { name, words }: { readonly name: "alt" | "caption"; readonly words: string },
): void {
  const node = state.doc.nodeAt(at);
  if (node?.type.name !== "image") return;
  // One step replaces the node, because the history does not group changes of attributes.
  const transaction = state.tr.setNodeMarkup(at, undefined, { ...node.attrs, [name]: words === "" ? null : words });
  dispatch(transaction.setSelection(NodeSelection.create(transaction.doc, at)).setMeta(TYPED_ATTRIBUTE, true));
}

/** Returns undefined if something else is selected. */
export function selectedImage({ selection }: EditorState): NodeSelection | undefined {
  return selection instanceof NodeSelection && selection.node.type.name === "image" ? selection : undefined;
}
