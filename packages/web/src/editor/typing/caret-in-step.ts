/**
 * Keeps the editor's caret and the browser's equal. It reads the browser's before keys act on it: on a busy page, selectionchange arrives
 * after the following keys. It sets the browser's when a menu or dialog returns the focus.
 */
import { Extension } from "@tiptap/core";
import { Plugin, PluginKey, type PluginView } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

export const CaretInStep = Extension.create({
  name: "caretInStep",
  addProseMirrorPlugins: () => [createCaretInStepPlugin()],
});

export function createCaretInStepPlugin(): Plugin {
  return new Plugin({ key: new PluginKey("caretInStep"), view: createCaretReader, props: { handleScrollToSelection: isCaretInView } });
}

/**
 * True for a caret in a line of the note itself that is in view: nothing must scroll. ProseMirror would measure all elements around the
 * text at each key.
 */
function isCaretInView(view: EditorView): boolean {
  const { $head, empty } = view.state.selection;
  const scroller = view.dom.closest("[data-scroller]");
  // Code and tables have a scroller of their own.
  if (!empty || scroller === null || $head.depth !== 1 || !$head.parent.isTextblock || $head.parent.type.spec.code === true) return false;
  const caret = view.coordsAtPos($head.pos, 1);
  const seen = scroller.getBoundingClientRect();
  const bottom = Math.min(seen.bottom, window.visualViewport?.height ?? innerHeight);
  return caret.top >= Math.max(seen.top, 0) && caret.bottom <= bottom && caret.left >= seen.left && caret.right <= seen.right;
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
  const stopSetting = setCaretAtFocus(view);
  return {
    destroy() {
      stopSetting();
      for (const name of ACTING_EVENTS) window.removeEventListener(name, read, true);
    },
  };
}

/**
 * While the focus is elsewhere, a command moves only the editor's caret. ProseMirror sets the browser's 20 ms after the focus, and takes the
 * old place for the user's choice if selectionchange or a key comes first. Not for a press in the text, which sets the caret itself.
 */
function setCaretAtFocus(view: EditorView): () => void {
  let isPressed = false;
  const press = (): void => {
    isPressed = true;
  };
  const release = (): void => {
    isPressed = false;
  };
  const focus = (event: Event): void => {
    if (event.target === view.dom && !isPressed && !view.isDestroyed) view.focus();
  };
  const listeners = [
    ["mousedown", press],
    ["mouseup", release],
    ["dragend", release],
    ["focus", focus],
  ] as const;
  for (const [name, listen] of listeners) window.addEventListener(name, listen, true);
  return () => {
    for (const [name, listen] of listeners) window.removeEventListener(name, listen, true);
  };
}

/** Key code of keys that an input method handles; virtual keyboards send only this one. */
const COMPOSING_KEY_CODE = 229;
