/** How a picture looks while the note is edited: the picture, or what stands for one on another server. Its markup is the schema's. */
import type { NodeViewRendererProps } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import { createPictureElsewhere } from "./picture-elsewhere.ts";

export function createImageView({ node }: NodeViewRendererProps): NodeView {
  return { dom: createPictureElsewhere(textOf(node, "src"), textOf(node, "remoteSrc"), textOf(node, "alt")) ?? createPicture(node) };
}

function createPicture(node: Node): HTMLElement {
  const picture = document.createElement("img");
  picture.alt = textOf(node, "alt") ?? "";
  picture.draggable = true;
  const src = textOf(node, "src");
  if (src !== null) picture.src = src;
  for (const side of ["width", "height"] as const) if (typeof node.attrs[side] === "number") picture[side] = node.attrs[side];
  return picture;
}

function textOf(node: Node, name: string): string | null {
  const value: unknown = node.attrs[name];
  return typeof value === "string" ? value : null;
}
