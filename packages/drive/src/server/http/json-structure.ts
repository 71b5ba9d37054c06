/**
 * Limits the structure of a JSON text before it is parsed. A megabyte of brackets or names costs the parser, and any code that visits the
 * result, a hundred times as much as a megabyte of text. This scan knows only strings and signs; the parser decides whether the text is
 * JSON.
 */

/** Maximum number of signs; far more than any request of the app or of the drive protocol contains. */
export const MAX_JSON_SIGNS = 20_000;
export const MAX_JSON_DEPTH = 100;

export type JsonVisitor = {
  readonly onOpen?: () => void;
  readonly onClose?: () => void;
  /** Called with each string before a colon, including its quotes. Returns false if that name is not allowed here. */
  readonly onName?: (quoted: string) => boolean;
};

/** Returns false if the structure is too large, a string does not end, or the visitor rejected it. Linear in the text. */
export function hasFewValues(text: string, { onOpen, onClose, onName }: JsonVisitor = {}): boolean {
  const signs = /["{}[\],]/g;
  let [count, depth] = [0, 0];
  for (let match = signs.exec(text); match !== null; match = signs.exec(text)) {
    count += 1;
    if (count > MAX_JSON_SIGNS) return false;
    const sign = match[0];
    if (sign === "{" || sign === "[") depth += 1;
    else if (sign === "}" || sign === "]") depth -= 1;
    if (depth > MAX_JSON_DEPTH) return false;
    if (sign === "{") onOpen?.();
    else if (sign === "}") onClose?.();
    if (sign !== '"') continue;
    const end = endOfString(text, match.index);
    if (end === -1) return false;
    if (isBeforeColon(text, end + 1) && onName?.(text.slice(match.index, end + 1)) === false) return false;
    signs.lastIndex = end + 1;
  }
  return true;
}

/** Returns the position of the closing quote, or -1. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === "\\") slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}

const NOT_BLANK = /[^ \t\r\n]/g;

function isBeforeColon(text: string, from: number): boolean {
  NOT_BLANK.lastIndex = from;
  return NOT_BLANK.exec(text)?.[0] === ":";
}
