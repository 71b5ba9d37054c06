/** Marks the paragraph or sentence with the caret; the rest of the text is dimmed by styles. */
import type { ResolvedPos } from "@tiptap/pm/model";
import { type EditorState, Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import type { Focus } from "../../shared/editor-host/writers-mode.ts";

export const focusKey = new PluginKey("writersFocus");

export function createFocusPlugin(focus: Exclude<Focus, "off">, className: string): Plugin {
  return new Plugin({
    key: focusKey,
    props: {
      attributes: { "data-dimmed": "" },
      decorations: ({ doc, selection }: EditorState) => {
        const { $from, $to } = selection;
        if (!$from.parent.isTextblock) return null;
        const marks = focus === "sentence" && $from.sameParent($to) ? sentence($from, className) : undefined;
        if (marks !== undefined) return DecorationSet.create(doc, [marks]);
        const blocks: Decoration[] = [];
        doc.nodesBetween($from.pos, $to.pos, (node, at) => {
          if (node.isTextblock) blocks.push(Decoration.node(at, at + node.nodeSize, { class: className }));
        });
        return DecorationSet.create(doc, blocks.slice(0, MAX_BLOCKS));
      },
    },
  });
}

/** A longer selection marks only its beginning. */
const MAX_BLOCKS = 200;
/** Characters around the caret in which its sentence is looked for, so that a long paragraph does not delay keys. */
const AROUND_CHARS = 2000;
const SENTENCES = new Intl.Segmenter(undefined, { granularity: "sentence" });

function sentence($caret: ResolvedPos, className: string): Decoration | undefined {
  const { parent, parentOffset } = $caret;
  const from = Math.max(0, parentOffset - AROUND_CHARS);
  const text = parent.textBetween(from, Math.min(parent.content.size, parentOffset + AROUND_CHARS), undefined, "\ufffc");
  if (text === "") return undefined;
  const offset = parentOffset - from;
  const segments = [...SENTENCES.segment(text)];
  const found = segments.find(({ index, segment }) => offset < index + segment.length) ?? segments.at(-1);
  if (found === undefined) return undefined;
  const start = $caret.start() + from + found.index;
  return Decoration.inline(start, start + found.segment.length, { class: className });
}
