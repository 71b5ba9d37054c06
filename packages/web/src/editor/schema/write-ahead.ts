/** Writes a note's HTML block by block while the user is idle, so that the first edit of a long note does not wait for all of it. */
import { Extension } from "@tiptap/core";
import { Plugin, PluginKey, type PluginView } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { writeAhead } from "./editor-html.ts";

export const WriteAhead = Extension.create({
  name: "writeAhead",
  addProseMirrorPlugins: () => [new Plugin({ key: new PluginKey("writeAhead"), view: createWriteAheadView })],
});

/** Blocks written at once; they take less than a frame, so that keys are not delayed. */
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

/** Runs `run` when the page is idle, or after a delay in browsers that do not report it. Returns a function that cancels it. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const requested = requestIdleCallback(run);
    return () => cancelIdleCallback(requested);
  }
  const requested = setTimeout(run);
  return () => clearTimeout(requested);
}
