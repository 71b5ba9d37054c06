/** The emoji of the picker: six categories, search, skin tones, recents. Pure; the caller passes the table in. Spec A §2.14, decision 0029. */
import { EMOJI } from "../model/limits/limits.ts";
import { foldText } from "./html/find-text.ts";

/** The spec's six categories, which cover every emoji. */
export const EMOJI_CATEGORIES = ["people", "animals", "food", "activities", "travel", "objects"] as const;
export type EmojiCategory = (typeof EMOJI_CATEGORIES)[number];

export type EmojiRow = {
  readonly unicode: string;
  /** Unicode's short name. */
  readonly name: string;
  /** Unicode's group, such as "Food & Drink". */
  readonly group: string;
  /** Further words to find it by, separated by spaces. */
  readonly words: string;
  readonly hasTones?: boolean;
};

export type Emoji = {
  readonly unicode: string;
  readonly label: string;
  readonly category: EmojiCategory;
  /** Folded name and keywords. */
  readonly words: readonly string[];
  /** Variants from light to dark; empty if the emoji has none. */
  readonly tones: readonly string[];
};

/** 0 is the default yellow; 1 to 5 are light to dark. */
export type SkinTone = 0 | 1 | 2 | 3 | 4 | 5;
export const SKIN_TONES: readonly SkinTone[] = [0, 1, 2, 3, 4, 5];

const CATEGORY_BY_GROUP: Readonly<Record<string, EmojiCategory>> = {
  "Smileys & Emotion": "people",
  "People & Body": "people",
  "Animals & Nature": "animals",
  "Food & Drink": "food",
  "Travel & Places": "travel",
  Flags: "travel",
  Activities: "activities",
  Objects: "objects",
  Symbols: "objects",
};

export function toEmoji(rows: readonly EmojiRow[]): readonly Emoji[] {
  return rows.flatMap(({ unicode, name, group, words, hasTones }) => {
    const category = CATEGORY_BY_GROUP[group];
    if (category === undefined) return [];
    return [
      { unicode, label: name, category, words: foldText(`${name} ${words}`).split(/[\s:,-]+/), tones: hasTones ? tonesOf(unicode) : [] },
    ];
  });
}

const [FIRST_TONE, TONE_COUNT] = [0x1f3fb, 5];

/** A character that takes a tone, with the variation selector that a tone replaces. */
const TONED = /(\p{Emoji_Modifier_Base})\ufe0f?/gu;
const HANDSHAKE = "\u{1f91d}";

/** Two people get the same tone. The handshake that joins two people has none; alone it does. */
function tonesOf(emoji: string): readonly string[] {
  return Array.from({ length: TONE_COUNT }, (_, index) => {
    const tone = String.fromCodePoint(FIRST_TONE + index);
    return emoji.replace(TONED, (part: string, base: string) => (base === HANDSHAKE && emoji !== HANDSHAKE ? part : base + tone));
  });
}

export function withTone(emoji: Emoji, tone: SkinTone): string {
  return emoji.tones[tone - 1] ?? emoji.unicode;
}

/** Finds emoji in which every typed word begins a word; matches in the name come first. */
export function searchEmoji(all: readonly Emoji[], query: string): readonly Emoji[] {
  const wanted = foldText(query).split(/\s+/).filter(Boolean);
  const found = all.filter(({ words }) => wanted.every((start) => words.some((word) => word.startsWith(start))));
  const isNamed = ({ label }: Emoji): boolean => foldText(label).startsWith(wanted.join(" "));
  return [...found.filter(isNamed), ...found.filter((emoji) => !isNamed(emoji))].slice(0, EMOJI.foundMax);
}

/** Searches chat names such as `smile`: names that begin with the query first, shorter ones before longer. */
export function searchShortcodes(codes: ReadonlyMap<string, string>, query: string, limit: number): readonly (readonly [string, string])[] {
  const found = [...codes].filter(([code]) => code.includes(query));
  const rank = ([code]: readonly [string, string]): number => (code.startsWith(query) ? 0 : 1000) + code.length;
  return found.sort((one, other) => rank(one) - rank(other)).slice(0, limit);
}

/** Newest first, each once. */
export function rememberEmoji(recents: readonly string[], unicode: string): readonly string[] {
  return [unicode, ...recents.filter((one) => one !== unicode)].slice(0, EMOJI.recents);
}

export function parseRecents(kept: string | undefined): readonly string[] {
  return (kept ?? "").split(" ").filter(Boolean).slice(0, EMOJI.recents);
}

export function parseTone(kept: string | undefined): SkinTone {
  return SKIN_TONES.find((tone) => String(tone) === kept) ?? 0;
}

/** Index of the option that an arrow key leads to. */
export function moveInGrid(key: string, at: number, { count, columns }: { readonly count: number; readonly columns: number }): number {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key] ?? 0;
  return Math.max(0, Math.min(count - 1, at + step));
}
