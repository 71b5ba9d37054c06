/** Edit distance of a typed word to the beginning of another: letters added, omitted, changed or swapped. Pure. Decision 0012. */

/** Short words have too many neighbors to guess. */
export function editsAllowed(word: string): number {
  if (word.length < 4) return 0;
  return word.length < 8 ? 1 : 2;
}

/** One bit per letter, to skip most words that cannot be near. */
export function letterMask(word: string): number {
  let mask = 0;
  for (let at = 0; at < word.length; at += 1) mask |= 1 << bitOf(word.charCodeAt(at));
  return mask;
}

const FIRST_LETTER = 97;
const LETTERS = 26;
const OTHERS = 6;

/** Digits share the bits that letters do not use. */
function bitOf(code: number): number {
  return code < FIRST_LETTER ? LETTERS + (code % OTHERS) : (code - FIRST_LETTER) % LETTERS;
}

/** An edit removes at most one letter of the typed word. */
export function mayBeNear(typedMask: number, mask: number, edits: number): boolean {
  let missing = typedMask & ~mask;
  let count = 0;
  for (; missing !== 0 && count <= edits; missing &= missing - 1) count += 1;
  return count <= edits;
}

/** True if at most `edits` edits turn `typed` into a prefix of `word`, because typing may not be finished. */
export function isNear(typed: string, word: string, edits: number): boolean {
  if (word.length < typed.length - edits) return false;
  const width = Math.min(word.length, typed.length + edits);
  let [before, previous] = [[] as number[], Array.from({ length: width + 1 }, (_, column) => column)];
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= width; column += 1) {
      const isSame = typed[row - 1] === word[column - 1];
      const isSwap = row > 1 && column > 1 && typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1];
      const cheapest = Math.min(at(previous, column) + 1, at(current, column - 1) + 1, at(previous, column - 1) + (isSame ? 0 : 1));
      current.push(isSwap ? Math.min(cheapest, at(before, column - 2) + 1) : cheapest);
    }
    if (Math.min(...current) > edits) return false;
    [before, previous] = [previous, current];
  }
  return Math.min(...previous) <= edits;
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
