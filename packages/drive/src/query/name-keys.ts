/** Normalizes names for searching and sorting. Stores keep these keys beside the name, so that SQL and memory sort alike. */
const KEY_CHARS = 120;
const DIGITS = /\d+/g;
const WORD_CHAR = /[\p{L}\p{N}]/u;
const WORD_MARK = "\u0001";

/** Strips accents and case, and unifies compatibility forms. */
function foldName(name: string): string {
  return name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Key for alphabetical order: 1, 12, 2. It is truncated because page tokens carry it. */
export function toNameKey(name: string): string {
  return cut(foldName(name));
}

/** Key for numeric order: 1, 2, 12. Each number is written as its length and its digits without leading zeros. */
export function toNaturalKey(name: string): string {
  return cut(foldName(name).replace(DIGITS, toSortableNumber));
}

/** True if a word of `name` starts with `search`: "Hello" matches "say HelloWorld", "World" does not. */
export function containsWord(name: string, search: string): boolean {
  const text = foldAgain(name);
  const wanted = foldAgain(search);
  if (text.length * wanted.length > NATIVE_COMPARISONS) return containsLongWord(text, wanted);
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) if (beginsWord(text, at)) return true;
  return false;
}

/**
 * Comparisons up to which `indexOf` is used. It is the fastest search, but its worst case is the product of both lengths, which an attacker
 * could choose.
 */
const NATIVE_COMPARISONS = 256 * 1024;

/** Knuth-Morris-Pratt: at most twice as many comparisons as the text has characters. */
function containsLongWord(text: string, wanted: string): boolean {
  const fallbacks = fallbacksOf(wanted);
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && wanted.charCodeAt(matched) !== unit) matched = fallbacks[matched - 1] ?? 0;
    if (wanted.charCodeAt(matched) === unit) matched += 1;
    if (matched < wanted.length) continue;
    if (beginsWord(text, at + 1 - wanted.length)) return true;
    matched = fallbacks[matched - 1] ?? 0;
  }
  return false;
}

/** Returns, for each prefix, the length of its longest proper prefix that is also its suffix. */
function fallbacksOf(wanted: string): Uint32Array {
  const fallbacks = new Uint32Array(wanted.length);
  let length = 0;
  for (let at = 1; at < wanted.length; at += 1) {
    const unit = wanted.charCodeAt(at);
    while (length > 0 && wanted.charCodeAt(length) !== unit) length = fallbacks[length - 1] ?? 0;
    if (wanted.charCodeAt(length) === unit) length += 1;
    fallbacks[at] = length;
  }
  return fallbacks;
}

function beginsWord(text: string, at: number): boolean {
  return at === 0 || !isWordUnit(text.charCodeAt(at - 1));
}

/**
 * Cache by UTF-16 code unit: 0 unknown, 1 not a word character, 2 a word character. It is read for each letter of long texts, where a
 * regular expression takes ten times as long.
 */
const wordUnits = new Uint8Array(0x1_00_00);

function isWordUnit(unit: number): boolean {
  if (wordUnits[unit] === 0) wordUnits[unit] = WORD_CHAR.test(String.fromCharCode(unit)) ? 2 : 1;
  return wordUnits[unit] === 2;
}

const [FOLDED_TEXTS, FOLDED_CHARS] = [64, 2 * 1024 * 1024];
/** Cache of folded texts. A query with many terms folds the same few texts many times in a row, and folding dominates the cost. */
const foldedTexts = new Map<string, string>();
let foldedChars = 0;

function foldAgain(text: string): string {
  const known = foldedTexts.get(text);
  if (known !== undefined) return known;
  const fresh = foldName(text);
  foldedChars += text.length + fresh.length;
  if (foldedTexts.size >= FOLDED_TEXTS || foldedChars > FOLDED_CHARS) {
    foldedTexts.clear();
    foldedChars = text.length + fresh.length;
  }
  foldedTexts.set(text, fresh);
  return fresh;
}

/** Prepares texts for SQL: `containsWord(name, search)` equals `toWords(name).includes(toWords(search))`. */
export function toWords(text: string): string {
  const folded = foldName(text);
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < folded.length; at += 1) {
    const unit = folded.charCodeAt(at);
    const isHalf = unit >= 0xdc00 && unit <= 0xdfff;
    if (isHalf || !beginsWord(folded, at)) continue;
    parts.push(folded.slice(from, at));
    from = at;
  }
  return [...parts, folded.slice(from)].join(WORD_MARK);
}

/** Compares by code point, as databases compare UTF-8. JavaScript's own order differs beyond U+FFFF. */
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
