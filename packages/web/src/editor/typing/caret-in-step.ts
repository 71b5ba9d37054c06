/** Reads the browser's caret before keys act on it: a busy page gets its selectionchange after the keys that follow. */
import { Extension } from "@tiptap/core";
import { Plugin, PluginKey, type PluginView } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

export const CaretInStep = Extension.create({
  name: "caretInStep",
  addProseMirrorPlugins: () => [new Plugin({ key: new PluginKey("caretInStep"), view: createCaretReader })],
});

/** What may lead to a command: keys, the toolbar's buttons, by pointer or by a screen reader, and the clipboard. */
const ACTING_EVENTS = ["keydown", "pointerdown", "click", "paste", "cut", "copy"] as const;

/** What the view does when the browser reports a new selection, which its types leave out. */
type SelectionReader = { readonly domObserver: { forceFlush(): void; flush(): void } };

function createCaretReader(view: EditorView): PluginView {
  const read = (event: Event): void => {
    // An input method holds text that is not to be read before it is done.
    const isComposing = view.composing || (event instanceof KeyboardEvent && (event.isComposing || event.keyCode === COMPOSING_KEY_CODE));
    if (isComposing || view.isDestroyed || !view.hasFocus()) return;
    const { domObserver } = view as unknown as SelectionReader;
    domObserver.forceFlush();
    domObserver.flush();
  };
  // On the window, before every other handler: the app's own shortcuts act on the caret, too.
  for (const name of ACTING_EVENTS) window.addEventListener(name, read, true);
  return {
    destroy() {
      for (const name of ACTING_EVENTS) window.removeEventListener(name, read, true);
    },
  };
}

/** Of keys that an input method takes; virtual keyboards send no other. */
const COMPOSING_KEY_CODE = 229;
