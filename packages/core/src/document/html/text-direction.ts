/** Whether a text may hold anything that is written from right to left. Pure. */

/**
 * Letters of right-to-left scripts (Unicode's classes R and AL, among them those beyond the first plane, by their leading surrogates) and the
 * control characters that change the direction.
 */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefe\ud802\ud803\ud83a\ud83b]/;

/** True only where every line is certain to read from left to right. */
export function isLeftToRight(text: string): boolean {
  return !RIGHT_TO_LEFT.test(text);
}

const FIRST_STRONG = /[\u200e\u200f]|\p{L}/u;

/** The direction of a line by its first letter, from left to right where it has none. Unicode's rules P2 and P3. */
export function firstDirection(text: string): "ltr" | "rtl" {
  return isLeftToRight(FIRST_STRONG.exec(text)?.[0] ?? "") ? "ltr" : "rtl";
}
