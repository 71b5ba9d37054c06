/**
 * Builds two modules from the emoji packages, with only the fields that the app reads: `virtual:emoji`, the table of the picker, and
 * `virtual:emoji-shortcodes`, emoji by their names on GitHub. Decision 0019.
 */
import { createRequire } from "node:module";
import type { EmojiRow } from "@satchel/core/document/emoji.ts";
import type { Plugin as EsbuildPlugin } from "esbuild";
import { gemoji } from "gemoji";
import type { Plugin } from "vite";

type UnicodeEmoji = { readonly name: string; readonly group: string; readonly skin_tone_support: boolean };

const require = createRequire(import.meta.url);

const wordsIn = (text: string): readonly string[] => text.toLowerCase().split(/[\s_:,-]+/);

/** Every emoji in Unicode's order. `words` does not repeat the words of the name. */
export function emojiTable(): readonly EmojiRow[] {
  const emoji = require("unicode-emoji-json/data-by-emoji.json") as Readonly<Record<string, UnicodeEmoji>>;
  const keywords = require("emojilib") as Readonly<Record<string, readonly string[]>>;
  return Object.entries(emoji).map(([unicode, { name, group, skin_tone_support: hasTones }]) => {
    const known = new Set(wordsIn(name));
    const words = new Set((keywords[unicode] ?? []).flatMap(wordsIn).filter((word) => !known.has(word)));
    return { unicode, name, group, words: [...words].join(" "), ...(hasTones && { hasTones }) };
  });
}

const withoutSelector = (emoji: string): string => emoji.replaceAll("\ufe0f", "");

/** Emoji by shortcode, each as the table has it: gemoji adds variation selectors that others leave out. */
function shortcodes(): Readonly<Record<string, string>> {
  const usual = new Map(emojiTable().map(({ unicode }) => [withoutSelector(unicode), unicode]));
  return Object.fromEntries(gemoji.flatMap(({ emoji, names }) => names.map((name) => [name, usual.get(withoutSelector(emoji)) ?? emoji])));
}

const MODULES: Readonly<Record<string, () => unknown>> = { "virtual:emoji": emojiTable, "virtual:emoji-shortcodes": shortcodes };

export function emojiModules(): Plugin {
  return {
    name: "satchel:emoji",
    resolveId: (id) => (id in MODULES ? `\0${id}.json` : undefined),
    load(id) {
      const make = MODULES[id.slice(1, -".json".length)];
      return id.startsWith("\0virtual:emoji") && make !== undefined ? JSON.stringify(make()) : undefined;
    },
  };
}

/** The same for pages that tests and benchmarks bundle with esbuild. */
export function emojiModulesForEsbuild(): EsbuildPlugin {
  return {
    name: "satchel:emoji",
    setup(build) {
      build.onResolve({ filter: /^virtual:emoji/ }, ({ path }) => ({ path, namespace: "emoji" }));
      build.onLoad({ filter: /^/, namespace: "emoji" }, ({ path }) => ({ contents: JSON.stringify(MODULES[path]?.()), loader: "json" }));
    },
  };
}
