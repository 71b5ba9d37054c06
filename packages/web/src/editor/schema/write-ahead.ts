/** Writes a note's HTML block by block while no one types, so that the first edit of a long one does not wait for all of it. */
import { Extension } from "@tiptap/core";
import { Plugin, PluginKey, type PluginView } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { writeAhead } from "./editor-html.ts";

export const WriteAhead = Extension.create({
  name: "writeAhead",
  addProseMirrorPlugins: () => [new Plugin({ key: new PluginKey("writeAhead"), view: createWriteAheadView })],
});

/** Written in less than a frame: a key that comes meanwhile is not held up. */
const BLOCKS_AT_ONCE = 30;

function createWriteAheadView(view: EditorView): PluginView {
  let from = 0;
  let forget = whenIdle(work);
  function work(): void {
    const { content } = view.state.doc;
    writeAhead(content.content.slice(from, from + BLOCKS_AT_ONCE));
    from += BLOCKS_AT_ONCE;
    if (from < content.childCount) forget = whenIdle(work);
  }
  return { destroy: () => forget() };
}

/** Runs something when the page has nothing else to do. Not every browser says when that is. Answers what cancels it. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const requested = requestIdleCallback(run);
    return () => cancelIdleCallback(requested);
  }
  const requested = setTimeout(run);
  return () => clearTimeout(requested);
}
