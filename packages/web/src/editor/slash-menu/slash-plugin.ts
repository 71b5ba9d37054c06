/**
 * Sees when a person types `/` at the beginning of a word, and what they type after it. Which commands there are and how they are drawn
 * is SlashMenu.tsx; this plugin hands it the keys while it is open. Issue 8 "Beyond the spec".
 */
import { type Editor, Extension } from "@tiptap/core";
import { type EditorState, Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import { asOneUndoStep, OWN_UNDO_STEP } from "../typing/undo-steps.ts";

export type SlashState = {
  /** From the slash to the caret. */
  readonly from: number;
  readonly to: number;
  readonly query: string;
};

const slashKey = new PluginKey<SlashState | null>("slash");
const CLOSE = "close";

/** Answers true when the key was for the menu. */
export type SlashKeyHandler = (key: string) => boolean;

export const SlashCommands = Extension.create<object, { handleKey: SlashKeyHandler | undefined }>({
  name: "slashCommands",
  addStorage: () => ({ handleKey: undefined }),
  addProseMirrorPlugins() {
    const { storage } = this;
    return [
      new Plugin<SlashState | null>({
        key: slashKey,
        state: { init: () => null, apply: nextState },
        props: {
          handleKeyDown: (view, event) => {
            if (slashKey.getState(view.state) === null || event.isComposing) return false;
            if (event.key !== "Escape") return storage.handleKey?.(event.key) ?? false;
            view.dispatch(view.state.tr.setMeta(slashKey, CLOSE));
            return true;
          },
          handleDOMEvents: {
            blur: (view) => {
              if (slashKey.getState(view.state)) view.dispatch(view.state.tr.setMeta(slashKey, CLOSE));
              return false;
            },
          },
        },
      }),
    ];
  },
});

export function slashState(editor: Editor): SlashState | null {
  return slashKey.getState(editor.state) ?? null;
}

export function setSlashKeys(editor: Editor, handleKey: SlashKeyHandler | undefined): void {
  const storage = editor.storage as { slashCommands?: { handleKey: SlashKeyHandler | undefined } };
  if (storage.slashCommands !== undefined) storage.slashCommands.handleKey = handleKey;
}

/** Takes the typed command away and does something in its place, as one step of undo. */
export function runSlashCommand(editor: Editor, run: (editor: Editor) => void): void {
  const typed = slashState(editor);
  if (typed === null) return;
  asOneUndoStep(editor, () => {
    editor.chain().focus().deleteRange({ from: typed.from, to: typed.to }).setMeta(OWN_UNDO_STEP, true).run();
    run(editor);
  });
}

function nextState(transaction: Transaction, before: SlashState | null, _old: EditorState, state: EditorState): SlashState | null {
  if (transaction.getMeta(slashKey) === CLOSE) return null;
  if (!transaction.docChanged && !transaction.selectionSet) return before;
  const typed = readTyped(state);
  if (typed === null) return null;
  // Only a slash that was typed just now opens the menu: not one that the caret comes by.
  const isNew = before === null && transaction.docChanged && typed.query === "";
  return isNew || before?.from === typed.from ? typed : null;
}

const TYPED = /(?:^|\s)\/([\p{L}\p{N}]{0,24})$/u;

function readTyped({ selection }: EditorState): SlashState | null {
  const { $from, empty } = selection;
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return null;
  const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - 40), $from.parentOffset, undefined, "\ufffc");
  const query = TYPED.exec(before)?.[1];
  return query === undefined ? null : { from: $from.pos - query.length - 1, to: $from.pos, query };
}
