/** Gives input rules only the last characters before the caret; TipTap passes the whole paragraph, ten milliseconds per key. */
import { type AnyExtension, type InputRule, isRegExp } from "@tiptap/core";

/** No rule is about more. */
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

/** Where the text is cut is not its beginning. */
export function endOnly(find: RegExp): RegExp {
  return Object.assign(new RegExp(find), {
    exec(text: string) {
      if (text.length <= LOOKED_AT_CHARS) return find.exec(text);
      const match = find.exec(text.slice(-LOOKED_AT_CHARS));
      return match?.index === 0 ? null : match;
    },
  });
}
