/** Input rules for `==highlight==`, `[text](address)`, `$$formula$$`, `:smile:`, `> [!tip]`, like typing-rules.ts. Decision 0014. */
import { BACKGROUND_COLORS } from "@satchel/core/document/colors/palette.ts";
import { toLinkAddress } from "@satchel/core/document/html/attribute-values.ts";
import { CALLOUT_KINDS } from "@satchel/core/document/html/stored-html.ts";
import { type Editor, Extension, InputRule } from "@tiptap/core";
import type { NodeType, Schema } from "@tiptap/pm/model";
import { OWN_UNDO_STEP } from "../undo-steps.ts";
import { rememberPosition } from "./insert-markdown.ts";
import { typedMarkRule } from "./typing-rules.ts";

const HIGHLIGHT = /(^|\s)(==)([^\s=](?:[^=]*[^\s=])?)==$/;
const LINK = /(?:^|[^!\]\p{L}\p{N}])(\[([^[\]\n\ufffc]+)\]\(([^\s()]+)\))$/u;
const FORMULA = /(?:^|\s)(\$\$([^$\s](?:[^$\n]*[^$\s])?)\$\$)$/;
const EMOJI = /(?:^|\s)(:([a-z0-9_+-]{2,30}):)$/;
const CALLOUT = /^\[!([a-z]+)\]\s$/i;

export const TypedInline = Extension.create({
  name: "typedInline",
  addInputRules() {
    const { schema } = this.editor;
    const { textStyle } = schema.marks;
    const { math, callout } = schema.nodes;
    return [
      ...(textStyle === undefined ? [] : [typedMarkRule(HIGHLIGHT, textStyle, { backgroundColor: BACKGROUND_COLORS.yellow })]),
      linkRule(schema),
      emojiRule(this.editor),
      ...(math === undefined ? [] : [formulaRule(math)]),
      ...(callout === undefined ? [] : [calloutRule(callout)]),
    ];
  },
});

/** The text keeps its marks, and text typed behind it is not part of the link. */
function linkRule(schema: Schema): InputRule {
  return new InputRule({
    find: LINK,
    handler({ state, range, match }) {
      const [, whole = "", text = "", address = ""] = match;
      const href = toLinkAddress(address);
      const { link } = schema.marks;
      const from = range.from + match[0].length - whole.length;
      if (href === undefined || link === undefined || state.doc.rangeHasMark(from, range.to, link)) return null;
      const behind = state.doc.resolve(range.to).marks();
      state.tr
        .delete(from + 1 + text.length, range.to)
        .delete(from, from + 1)
        .addMark(from, from + text.length, link.create({ href }))
        .setStoredMarks(behind);
      return undefined;
    },
  });
}

function formulaRule(type: NodeType): InputRule {
  return new InputRule({
    find: FORMULA,
    handler({ state, range, match }) {
      const [, whole = "", tex = ""] = match;
      state.tr.replaceWith(range.from + match[0].length - whole.length, range.to, type.create({ tex }));
    },
  });
}

/** Matches known names; they load with the second letter of a name (EmojiMenu.tsx). */
function emojiRule(editor: Editor): InputRule {
  return new InputRule({
    find: EMOJI,
    handler({ state, range, match }) {
      const [, whole = "", code = ""] = match;
      const from = range.from + match[0].length - whole.length;
      if (readyShortcodes() === undefined) void replaceOnceKnown(editor, whole, { code, from });
      const unicode = readyShortcodes()?.get(code);
      if (unicode === undefined) return null;
      state.tr.insertText(unicode, from, range.to);
      return undefined;
    },
  });
}

/** If the name was typed before the names loaded, replaces it only if it is still unchanged. */
async function replaceOnceKnown(
  editor: Editor,
  whole: string,
  { code, from }: { readonly code: string; readonly from: number },
): Promise<void> {
  const position = rememberPosition(editor, from);
  const codes = await loadShortcodes().catch(() => undefined);
  const at = position.at();
  position.forget();
  const unicode = codes?.get(code);
  if (unicode === undefined || editor.isDestroyed) return;
  const { doc, tr } = editor.state;
  const to = at + whole.length;
  if (to > doc.content.size || doc.textBetween(at, to) !== whole) return;
  editor.view.dispatch(tr.setMeta(OWN_UNDO_STEP, true).insertText(unicode, at, to));
}

/** Matches at the start of a quotation, which becomes the callout. */
function calloutRule(type: NodeType): InputRule {
  return new InputRule({
    find: CALLOUT,
    handler({ state, range, match }) {
      const kind = CALLOUT_KINDS.find((known) => known === match[1]?.toLowerCase());
      const $from = state.doc.resolve(range.from);
      const quote = $from.depth < 2 ? undefined : $from.node(-1);
      if (kind === undefined || quote?.type.name !== "blockquote" || $from.index(-1) > 0) return null;
      state.tr.delete(range.from, range.to).setNodeMarkup($from.before(-1), type, { kind, dir: quote.attrs.dir });
      return undefined;
    },
  });
}

/** Emoji by name, as in `:smile:`; loaded when the user begins to type a name. */
let codes: ReadonlyMap<string, string> | undefined;
let loading: Promise<ReadonlyMap<string, string>> | undefined;

export function readyShortcodes(): ReadonlyMap<string, string> | undefined {
  return codes;
}

/** A failed load is retried with the next name. */
export function loadShortcodes(): Promise<ReadonlyMap<string, string>> {
  loading ??= import("virtual:emoji-shortcodes").then(
    (file) => {
      codes = new Map(Object.entries(file.default as Readonly<Record<string, string>>));
      return codes;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
