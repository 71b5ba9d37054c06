/** Reads the browser's caret before keys act on it: on a busy page, selectionchange arrives after the following keys. */
import { Extension } from "@tiptap/core";
import { Plugin, PluginKey, type PluginView } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

export const CaretInStep = Extension.create({
  name: "caretInStep",
  addProseMirrorPlugins: () => [createCaretInStepPlugin()],
});

export function createCaretInStepPlugin(): Plugin {
  return new Plugin({ key: new PluginKey("caretInStep"), view: createCaretReader });
}

/** Events that may run a command: keys, toolbar buttons by pointer or screen reader, and the clipboard. */
const ACTING_EVENTS = ["keydown", "pointerdown", "click", "paste", "cut", "copy"] as const;

/** The view's handler for a new browser selection, which its types omit. */
type SelectionReader = { readonly domObserver: { forceFlush(): void; flush(): void } };

function createCaretReader(view: EditorView): PluginView {
  const read = (event: Event): void => {
    // An input method's unfinished text must not be read.
    const isComposing = view.composing || (event instanceof KeyboardEvent && (event.isComposing || event.keyCode === COMPOSING_KEY_CODE));
    if (isComposing || view.isDestroyed || !view.hasFocus()) return;
    const { domObserver } = view as unknown as SelectionReader;
    domObserver.forceFlush();
    domObserver.flush();
  };
  // Listens on the window and before all other handlers, because the app's own shortcuts also act on the caret.
  for (const name of ACTING_EVENTS) window.addEventListener(name, read, true);
  return {
    destroy() {
      for (const name of ACTING_EVENTS) window.removeEventListener(name, read, true);
    },
  };
}

/** Key code of keys that an input method handles; virtual keyboards send only this one. */
const COMPOSING_KEY_CODE = 229;
