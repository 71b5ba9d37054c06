/** How names are compared when searching and sorting. Kept beside the name by the stores, so that SQL and memory sort alike. */
const KEY_CHARS = 120;
const DIGITS = /\d+/g;
const WORD_CHAR = /[\p{L}\p{N}]/u;
const WORD_MARK = "\u0001";

/** Letters without accents and case, compatibility forms unified. */
export function foldName(name: string): string {
  return name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Alphabetical: 1, 12, 2. Cut, because page tokens carry it. */
export function toNameKey(name: string): string {
  return cut(foldName(name));
}

/** Numeric-aware: 1, 2, 12. Each number is written as its length and its digits without leading zeros. */
export function toNaturalKey(name: string): string {
  return cut(foldName(name).replace(DIGITS, toSortableNumber));
}

/** Prefix match of words: "Hello" is in "say HelloWorld", "World" is not. */
export function containsWord(name: string, search: string): boolean {
  const text = foldAgain(name);
  const wanted = foldName(search);
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    if (at === 0 || !WORD_CHAR.test(text[at - 1] ?? "")) return true;
  }
  return false;
}

let lastFolded = { text: "", folded: "" };

/** A query with many terms asks the same text many times in a row; folding is what costs. */
function foldAgain(text: string): string {
  if (lastFolded.text !== text) lastFolded = { text, folded: foldName(text) };
  return lastFolded.folded;
}

/**
 * Words with a mark before each beginning, for a store that cannot call us: `containsWord(name, search)` is the same as
 * `toWords(name).includes(toWords(search))`.
 */
export function toWords(text: string): string {
  const folded = foldName(text);
  let marked = "";
  for (let at = 0; at < folded.length; at += 1) {
    const isHalf = /[\udc00-\udfff]/.test(folded[at] ?? "");
    if (!isHalf && (at === 0 || !WORD_CHAR.test(folded[at - 1] ?? ""))) marked += WORD_MARK;
    marked += folded[at];
  }
  return marked;
}

/** By code point, as databases compare UTF-8; JavaScript's own order differs beyond U+FFFF. */
export function compareText(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const a = left.charCodeAt(at);
    const b = right.charCodeAt(at);
    if (a !== b) return liftSurrogate(a) - liftSurrogate(b);
  }
  return left.length - right.length;
}

function liftSurrogate(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

function toSortableNumber(digits: string): string {
  const value = digits.replace(/^0+(?=\d)/, "");
  return `${String(Math.min(value.length, 999)).padStart(3, "0")}${value}`;
}

function cut(text: string): string {
  const short = text.slice(0, KEY_CHARS);
  return /[\ud800-\udbff]$/.test(short) ? short.slice(0, -1) : short;
}
