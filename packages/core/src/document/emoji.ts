/** The emoji of the picker: six categories, search, skin tones, recents. Pure; the table comes from emojibase, handed in. Spec A §2.14, decision 0029. */
import { EMOJI } from "../model/limits/limits.ts";
import { foldText } from "./html/find-text.ts";

/** The spec's six, which between them hold every emoji. */
export const EMOJI_CATEGORIES = ["people", "animals", "food", "activities", "travel", "objects"] as const;
export type EmojiCategory = (typeof EMOJI_CATEGORIES)[number];

/** As emojibase's compact table has them; rows without a group are parts of others and no emoji of their own. */
export type EmojiRow = {
  readonly unicode: string;
  readonly label: string;
  readonly group?: number;
  readonly order?: number;
  readonly tags?: readonly string[];
  readonly skins?: readonly { readonly unicode: string }[];
};

export type Emoji = {
  readonly unicode: string;
  readonly label: string;
  readonly category: EmojiCategory;
  /** Folded name and other words for it. */
  readonly words: readonly string[];
  /** From light to dark; empty where there are none. */
  readonly tones: readonly string[];
};

/** 0 is the yellow of no tone, 1 to 5 are light to dark. */
export type SkinTone = 0 | 1 | 2 | 3 | 4 | 5;
export const SKIN_TONES: readonly SkinTone[] = [0, 1, 2, 3, 4, 5];

/** emojibase's groups: 0 smileys, 1 people, 2 components, 3 animals, 4 food, 5 travel, 6 activities, 7 objects, 8 symbols, 9 flags. */
const CATEGORY_OF_GROUP: readonly (EmojiCategory | undefined)[] = [
  "people",
  "people",
  undefined,
  "animals",
  "food",
  "travel",
  "activities",
  "objects",
  "objects",
  "travel",
];

export function toEmoji(rows: readonly EmojiRow[]): readonly Emoji[] {
  const sorted = [...rows].sort((one, other) => (one.order ?? 0) - (other.order ?? 0));
  return sorted.flatMap((row) => {
    const category = CATEGORY_OF_GROUP[row.group ?? -1];
    if (category === undefined) return [];
    const words = foldText(`${row.label} ${(row.tags ?? []).join(" ")}`).split(/[\s:,-]+/);
    return [{ unicode: row.unicode, label: row.label, category, words, tones: tonesOf(row) }];
  });
}

const [FIRST_TONE, TONE_COUNT] = [0x1f3fb, 5];

/** Where two people may differ, the ones in which both have the same tone. */
function tonesOf({ skins = [] }: EmojiRow): readonly string[] {
  const tones = Array.from({ length: TONE_COUNT }, (_, index) => String.fromCodePoint(FIRST_TONE + index));
  const found = tones.map(
    (tone) => skins.find(({ unicode }) => tones.every((other) => unicode.includes(other) === (other === tone)))?.unicode,
  );
  return found.every((unicode) => unicode !== undefined) ? (found as readonly string[]) : [];
}

export function withTone(emoji: Emoji, tone: SkinTone): string {
  return emoji.tones[tone - 1] ?? emoji.unicode;
}

/** Every word typed begins a word of the emoji; names count above other words. */
export function searchEmoji(all: readonly Emoji[], query: string): readonly Emoji[] {
  const wanted = foldText(query).split(/\s+/).filter(Boolean);
  const found = all.filter(({ words }) => wanted.every((start) => words.some((word) => word.startsWith(start))));
  const isNamed = ({ label }: Emoji): boolean => foldText(label).startsWith(wanted.join(" "));
  return [...found.filter(isNamed), ...found.filter((emoji) => !isNamed(emoji))].slice(0, EMOJI.foundMax);
}

/** By the names of chats, as `smile`: those that begin with what is typed first, the shortest of them before the others. */
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

/** The option that an arrow key leads to, in a grid of so many columns. */
export function moveInGrid(key: string, at: number, { count, columns }: { readonly count: number; readonly columns: number }): number {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key] ?? 0;
  return Math.max(0, Math.min(count - 1, at + step));
}
