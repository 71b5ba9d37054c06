/** Detects `/`, `[[` and `:` and the text after them, and passes keys to the open menu (TypedMenu.tsx). */
import { type Editor, Extension } from "@tiptap/core";
import { Plugin, PluginKey, type Selection, type Transaction } from "@tiptap/pm/state";
import { asOneUndoStep, OWN_UNDO_STEP } from "../../typing/undo-steps.ts";

export type TypedState = {
  /** Range from the trigger character to the caret. */
  readonly from: number;
  readonly to: number;
  readonly query: string;
  /** True if the line has text before the trigger. */
  readonly isInText: boolean;
};

/** Returns true if the menu handled the key. */
export type MenuKeyHandler = (key: string) => boolean;

type Trigger = {
  readonly name: string;
  /** Ends at the caret; its first group is the text after the trigger. */
  readonly pattern: RegExp;
  readonly signLength: number;
  /** Length of the query from which the menu opens. */
  readonly minQuery?: number;
};

const CLOSE = "close";
const MOST_CHARS = 80;

export type TypedMenuPlugin = ReturnType<typeof createTypedMenu>;

export function createTypedMenu(trigger: Trigger) {
  const key = new PluginKey<TypedState | null>(trigger.name);
  const handlers = new WeakMap<object, MenuKeyHandler>();
  const extension = Extension.create({
    name: trigger.name,
    addProseMirrorPlugins() {
      const { editor } = this;
      return [
        new Plugin<TypedState | null>({
          key,
          state: {
            init: () => null,
            apply(transaction, before) {
              if (transaction.getMeta(key) === CLOSE) return null;
              return nextState(trigger, transaction, before);
            },
          },
          props: {
            handleKeyDown: (view, event) => {
              if (key.getState(view.state) === null || event.isComposing) return false;
              if (event.key !== "Escape") return handlers.get(editor)?.(event.key) ?? false;
              view.dispatch(view.state.tr.setMeta(key, CLOSE));
              return true;
            },
            handleDOMEvents: {
              blur: (view) => {
                if (key.getState(view.state)) view.dispatch(view.state.tr.setMeta(key, CLOSE));
                return false;
              },
            },
          },
        }),
      ];
    },
  });
  return {
    extension,
    stateOf: (editor: Editor): TypedState | null => key.getState(editor.state) ?? null,
    setKeys(editor: Editor, handleKey: MenuKeyHandler | undefined): void {
      if (handleKey === undefined) handlers.delete(editor);
      else handlers.set(editor, handleKey);
    },
    /** Deletes the typed text and runs a command in its place, as one undo step. */
    run(editor: Editor, act: (editor: Editor) => void): void {
      const typed = key.getState(editor.state);
      if (!typed) return;
      asOneUndoStep(editor, () => {
        editor.chain().focus().deleteRange({ from: typed.from, to: typed.to }).setMeta(OWN_UNDO_STEP, true).run();
        act(editor);
      });
    },
  };
}

function nextState(trigger: Trigger, transaction: Transaction, before: TypedState | null): TypedState | null {
  if (!transaction.docChanged && !transaction.selectionSet) return before;
  const typed = readTyped(trigger, transaction.selection);
  if (typed === null) return null;
  // Only a trigger that was just typed opens the menu, not one that the caret passes.
  const isNew = before === null && transaction.docChanged && typed.query.length === (trigger.minQuery ?? 0);
  // The menu moves along if something above it changes.
  const isSame = before !== null && transaction.mapping.map(before.from, -1) === typed.from;
  return isNew || isSame ? typed : null;
}

function readTyped({ pattern, signLength }: Trigger, { $from, empty }: Selection): TypedState | null {
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return null;
  const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - MOST_CHARS), $from.parentOffset, undefined, "\ufffc");
  const query = pattern.exec(before)?.[1];
  if (query === undefined) return null;
  const length = query.length + signLength;
  return { from: $from.pos - length, to: $from.pos, query, isInText: before.slice(0, -length).trim() !== "" };
}
