/** Shows link cards in the editor. Their title is text; keys in the line of the host never change it. Decision 0058. */
import { Extension } from "@tiptap/core";
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from "@tiptap/pm/state";
import { Decoration, type EditorView } from "@tiptap/pm/view";
import { createLineDecorations } from "../schema/line-decorations.ts";
import { OWN_UNDO_STEP } from "../typing/undo-steps.ts";
import { type Card, cardOf, fromCard } from "./card-edits.ts";

export const LinkCards = Extension.create({
  name: "linkCards",
  // Must run before the keys of paragraphs, which would split the card.
  priority: 200,
  addKeyboardShortcuts() {
    const { view } = this.editor;
    return {
      Enter: () => run(view, (state) => lineBelow(state)),
      Backspace: () => run(view, (state) => removeFrame(state, (offset, { titleSize }) => offset > titleSize)),
      Delete: () => run(view, (state) => removeFrame(state, (offset, { titleSize }) => offset >= titleSize)),
    };
  },
  addProseMirrorPlugins: () => [
    createLineDecorations("linkCards", (line, at) => {
      const card = cardOf(line);
      const end = at + line.nodeSize;
      return card === undefined
        ? []
        : [
            Decoration.node(at, end, { class: "link-card" }),
            Decoration.inline(end - 1 - card.host.length, end - 1, { class: "link-card-host" }),
          ];
    }),
    new Plugin({
      key: new PluginKey("linkCardText"),
      props: {
        // biome-ignore lint/complexity/useMaxParams: ProseMirror calls it so
        handleTextInput: (view, from, to, text) => run(view, (state) => typeInto(state, { from, to }, text)),
      },
    }),
  ],
});

function run(view: EditorView, edit: (state: EditorState) => Transaction | undefined): boolean {
  const transaction = edit(view.state);
  if (transaction !== undefined) view.dispatch(transaction);
  return transaction !== undefined;
}

/** Letters at the begin of the title belong to the link, and letters behind it go below the card. */
function typeInto(state: EditorState, { from, to }: { readonly from: number; readonly to: number }, text: string): Transaction | undefined {
  const $from = state.doc.resolve(from);
  const card = cardOf($from.parent);
  if (card === undefined) return undefined;
  if ($from.parentOffset > card.titleSize) return lineBelow(state)?.insertText(text);
  if (to > $from.start() + card.titleSize) return undefined;
  const marks = $from.parentOffset > 0 && from === to ? $from.marks() : ($from.nodeAfter?.marks ?? []);
  const transaction = state.tr.replaceWith(from, to, state.schema.text(text, marks));
  return transaction.setSelection(TextSelection.create(transaction.doc, from + text.length)).scrollIntoView();
}

function caretIn({ selection }: EditorState): { readonly card: Card; readonly offset: number; readonly at: number } | undefined {
  const { $from, empty } = selection;
  const card = empty ? cardOf($from.parent) : undefined;
  return card && { card, offset: $from.parentOffset, at: $from.before() };
}

/** Deletes nothing: the title is selected when a card is made, and Enter accepts it. */
function lineBelow(state: EditorState): Transaction | undefined {
  const { $from, $to } = state.selection;
  const line = state.schema.nodes.paragraph?.create();
  if (!$from.sameParent($to) || cardOf($from.parent) === undefined || line === undefined) return undefined;
  const below = $from.after();
  const transaction = state.tr.insert(below, line).setMeta(OWN_UNDO_STEP, true);
  return transaction.setSelection(TextSelection.create(transaction.doc, below + 1)).scrollIntoView();
}

function removeFrame(state: EditorState, isAt: (offset: number, card: Card) => boolean): Transaction | undefined {
  const caret = caretIn(state);
  return caret !== undefined && isAt(caret.offset, caret.card) ? fromCard(state, caret.at) : undefined;
}
