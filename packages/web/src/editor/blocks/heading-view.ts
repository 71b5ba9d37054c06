/** Node view of a heading: its tag stays, but it is announced one level deeper, because a page has one heading of level 1, its title. */
import type { NodeViewRenderer } from "@tiptap/core";
import { type DOMOutputSpec, DOMSerializer } from "@tiptap/pm/model";

export const createHeadingView: NodeViewRenderer = ({ node }) => {
  const { dom, contentDOM } = DOMSerializer.renderSpec(document, node.type.spec.toDOM?.(node) as DOMOutputSpec);
  markHeading(dom as HTMLElement);
  return { dom: dom as HTMLElement, contentDOM: contentDOM as HTMLElement };
};

/** Levels beyond 6 are allowed. */
export function markHeading(heading: HTMLElement): void {
  heading.setAttribute("aria-level", String(Number(heading.tagName.slice(1)) + 1));
}
