/** Markdown input rules, only if the meaning is unambiguous; undo or Backspace restores the characters. Decision 0014. */
import { type AnyExtension, Extension, InputRule, isRegExp, nodeInputRule } from "@tiptap/core";
import { undo } from "@tiptap/pm/history";
import type { Attrs, MarkType, Node, NodeType } from "@tiptap/pm/model";
import { type EditorState, Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import { AddMarkStep } from "@tiptap/pm/transform";
import type { EditorView } from "@tiptap/pm/view";

/** Excludes double underscores: `__init__` is a name. */
export const TYPED_MARKS = {
  bold: /(^|\s)(\*\*)([^\s*](?:[^*]*[^\s*])?)\*\*$/,
  italicStar: /(^|\s)(\*)([^\s*](?:[^*]*[^\s*])?)\*$/,
  italicUnderscore: /(^|\s)(_)([^\s_](?:[^_]*[^\s_])?)_$/,
  strike: /(^|\s)(~~)([^\s~](?:[^~]*[^\s~])?)~~$/,
  code: /(^|[^\p{L}\p{N}_`])(`)([^`]+)`$/u,
} as const;

/** Matches `1. `, but not `2019. `, which may begin a sentence. */
export const ORDERED_LIST = /^(\d{1,3})\.\s$/;

const WORD = /^[\p{L}\p{N}_]/u;

/** The three groups of `find` are the text before, the mark, and the marked text. Both marks have the same length. */
export function typedMarkRule(find: RegExp, type: MarkType, attrs: Attrs | null = null): InputRule {
  return new InputRule({
    find,
    handler({ state, range, match }) {
      const [, before = "", mark = "", text = ""] = match;
      if (WORD.test(textAfter(state.doc, range.to))) return null;
      const from = range.from + before.length;
      const to = from + mark.length + text.length;
      if (state.doc.rangeHasMark(from, range.to, type)) return null;
      state.tr
        .delete(to, range.to)
        .delete(from, from + mark.length)
        .addMark(from, from + text.length, type.create(attrs))
        .removeStoredMark(type);
      return undefined;
    },
  });
}

/** Three dashes become a rule only if the line holds nothing else. */
export function typedRuleLine(type: NodeType): InputRule {
  const rule = nodeInputRule({ find: /^(?:---|—-|___\s|\*\*\*\s)$/, type });
  const insert = rule.handler;
  rule.handler = (props) => (textAfter(props.state.doc, props.range.to) === "" ? insert(props) : null);
  return rule;
}

function textAfter(doc: Node, at: number): string {
  const $at = doc.resolve(at);
  return $at.parent.textBetween($at.parentOffset, Math.min($at.parent.content.size, $at.parentOffset + 2), undefined, "\ufffc");
}

/** Undoes the last rule, as long as nothing else happened since. */
export const TypingRuleUndo = Extension.create({
  name: "typingRuleUndo",
  priority: 1000,
  addKeyboardShortcuts() {
    return { Backspace: () => takeRuleBack(this.editor.view) };
  },
  addProseMirrorPlugins: () => [
    new Plugin({
      key: new PluginKey("typingRuleUndo"),
      props: {
        // A letter right behind the closing mark: the marks were inside a word.
        // biome-ignore lint/complexity/useMaxParams: ProseMirror calls it so
        handleTextInput(view, _from, _to, text) {
          if (!WORD.test(text) || !hasMarked(firedRule(view.state)) || !takeRuleBack(view)) return false;
          view.dispatch(view.state.tr.insertText(text).scrollIntoView());
          return true;
        },
      },
    }),
  ],
});

function takeRuleBack(view: EditorView): boolean {
  return firedRule(view.state) !== undefined && undo(view.state, view.dispatch);
}

/** Each extension with rules has its own plugin, which forgets its rule at the next change of text or selection. */
function firedRule(state: EditorState): Transaction | undefined {
  for (const plugin of state.plugins) {
    if ((plugin.spec as { isInputRules?: boolean }).isInputRules !== true) continue;
    const fired = plugin.getState(state) as { readonly transform: Transaction } | null | undefined;
    if (fired) return fired.transform;
  }
  return undefined;
}

/** True if the rule marked text up to the caret. */
function hasMarked(fired: Transaction | undefined): boolean {
  return fired?.steps.some((step) => step instanceof AddMarkStep && step.to === fired.selection.from) ?? false;
}

/**
 * Passes input rules only the last characters before the caret, which is enough for every rule. TipTap passes the whole paragraph, which
 * takes ten milliseconds per key.
 */
export const LOOKED_AT_CHARS = 500;

export function withShortRules(extension: AnyExtension): AnyExtension {
  if (extension.config.addInputRules === undefined) return extension;
  return extension.extend({
    addInputRules(this: { readonly parent?: () => readonly InputRule[] }) {
      return (this.parent?.() ?? []).map(shorten);
    },
  });
}

function shorten(rule: InputRule): InputRule {
  return isRegExp(rule.find) ? Object.assign(rule, { find: endOnly(rule.find) }) : rule;
}

/** Ignores a match at the beginning of a cut text, because that is not the paragraph's beginning. */
export function endOnly(find: RegExp): RegExp {
  return Object.assign(new RegExp(find), {
    exec(text: string) {
      if (text.length <= LOOKED_AT_CHARS) return find.exec(text);
      const match = find.exec(text.slice(-LOOKED_AT_CHARS));
      return match?.index === 0 ? null : match;
    },
  });
}
