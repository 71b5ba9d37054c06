/**
 * Announces the headings of a note with a heading of level 1 one level deeper than their tags, because the page has one heading of that
 * level, its title. Other notes keep their levels, so that none is skipped. Stored tags stay.
 */
import { Extension, type NodeViewRenderer } from "@tiptap/core";
import { type DOMOutputSpec, DOMSerializer, type Node } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { createBlockCache } from "../schema/block-cache.ts";

type Shown = { isDeeper: boolean; readonly headings: Set<HTMLElement>; readonly holdsTop: (doc: Node) => boolean };

const shownIn = new WeakMap<EditorView, Shown>();

function findShown(view: EditorView): Shown {
  const known = shownIn.get(view);
  if (known !== undefined) return known;
  const blocks = createBlockCache(holdsTopHeading);
  const holdsTop = (doc: Node): boolean => blocks(doc).values.some(Boolean);
  const shown: Shown = { isDeeper: holdsTop(view.state.doc), headings: new Set(), holdsTop };
  shownIn.set(view, shown);
  return shown;
}

function holdsTopHeading(block: Node): boolean {
  if (block.isTextblock) return block.type.name === "heading" && block.attrs.level === 1;
  return block.children.some(holdsTopHeading);
}

export const createHeadingView: NodeViewRenderer = ({ node, view }) => {
  const { dom, contentDOM } = DOMSerializer.renderSpec(document, node.type.spec.toDOM?.(node) as DOMOutputSpec);
  const [heading, shown] = [dom as HTMLElement, findShown(view)];
  markHeading(heading, shown.isDeeper);
  shown.headings.add(heading);
  return { dom: heading, contentDOM: contentDOM as HTMLElement, destroy: () => void shown.headings.delete(heading) };
};

export const HeadingLevels = Extension.create({
  name: "headingLevels",
  addProseMirrorPlugins: () => [
    new Plugin({
      key: new PluginKey("headingLevels"),
      view: () => ({
        update(view, before) {
          if (view.state.doc === before.doc) return;
          const shown = findShown(view);
          const isDeeper = shown.holdsTop(view.state.doc);
          if (isDeeper === shown.isDeeper) return;
          shown.isDeeper = isDeeper;
          for (const heading of shown.headings) markHeading(heading, isDeeper);
        },
      }),
    }),
  ],
});

/** Same for the read view. */
export function markHeadings(host: HTMLElement): void {
  const isDeeper = host.querySelector("h1") !== null;
  for (const heading of host.querySelectorAll<HTMLElement>("h1, h2, h3, h4, h5, h6")) markHeading(heading, isDeeper);
}

/** Levels beyond 6 are allowed. */
function markHeading(heading: HTMLElement, isDeeper: boolean): void {
  if (isDeeper) heading.setAttribute("aria-level", String(Number(heading.tagName.slice(1)) + 1));
  else heading.removeAttribute("aria-level");
}
