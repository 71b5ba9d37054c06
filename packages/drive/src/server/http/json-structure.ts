/**
 * How much structure a JSON text has, seen before it is parsed: a megabyte of brackets or of names takes the parser, and anyone who goes through
 * what it made, a hundred times as long as a megabyte of text. Knows strings and signs only; whether the text is JSON, the parser says.
 */

/** Far more values than any request of ours or of the drive protocol holds. */
export const MAX_JSON_SIGNS = 20_000;
export const MAX_JSON_DEPTH = 100;

export type JsonVisitor = {
  readonly onOpen?: () => void;
  readonly onClose?: () => void;
  /** A string before a colon, with its quotes. False: it may not stand here. */
  readonly onName?: (quoted: string) => boolean;
};

/** False: too much structure, a string that does not end, or what the visitor refused. Linear in the text. */
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

/** Of the closing quote; -1 where there is none. */
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
