/**
 * A JSON list of objects, written and read one object at a time, so that a library never has to lie in memory as one text. Ours has one
 * object a line; a list laid out otherwise is read as well. Pure but for the reader's own place in the text.
 */
export function jsonListHead(): string {
  return "[";
}

export function jsonListItem(value: unknown, at: number): string {
  return `${at === 0 ? "\n" : ",\n"}${JSON.stringify(value)}`;
}

export function jsonListTail(): string {
  return "\n]\n";
}

export type JsonListReader = {
  /** The objects that ended in this piece of text. */
  push(text: string): readonly unknown[];
  /** True when the list was whole and nothing came after it. */
  isWhole(): boolean;
  /** True as soon as this is no list of objects, or one of them is longer than it may be. */
  isBroken(): boolean;
};

const [TAB, NEW_LINE, RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20];
const [QUOTE, COMMA, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN, CLOSE] = [0x22, 0x2c, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d];

export function createJsonListReader(maxItemChars: number): JsonListReader {
  let [rest, scanned, from, depth] = ["", 0, 0, 0];
  let [isInText, isEscaped, isBroken] = [false, false, false];
  let expects: "list" | "item-or-end" | "comma-or-end" | "item" | "nothing" = "list";
  let items: unknown[] = [];

  const endOfItem = (end: number): void => {
    const item = parse(rest.slice(from, end));
    if (item === undefined) isBroken = true;
    else items.push(item);
    [from, expects] = [end, "comma-or-end"];
  };

  /** An object that is a line of its own, as we write them, need not be looked through sign by sign. */
  const takeLine = (start: number): boolean => {
    const line = rest.indexOf("\n", start);
    if (line === -1) return false;
    const end = rest.charCodeAt(line - 1) === COMMA ? line - 1 : line;
    const item = parse(rest.slice(start, end));
    if (item === undefined) return false;
    items.push(item);
    [scanned, from, expects] = [end - 1, end, "comma-or-end"];
    return true;
  };

  /** Between objects only white space, commas and the list's own brackets may stand, each in its place. */
  const between = (code: number, at: number): void => {
    if (code === SPACE || code === NEW_LINE || code === RETURN || code === TAB) return;
    if (code === OPEN && (expects === "item" || expects === "item-or-end")) {
      if (!takeLine(at)) [from, depth] = [at, 1];
    } else if (code === OPEN_LIST && expects === "list") expects = "item-or-end";
    else if (code === CLOSE_LIST && (expects === "item-or-end" || expects === "comma-or-end")) expects = "nothing";
    else if (code === COMMA && expects === "comma-or-end") expects = "item";
    else isBroken = true;
  };

  const inside = (code: number, at: number): void => {
    if (isInText) {
      if (isEscaped) isEscaped = false;
      else if (code === BACKSLASH) isEscaped = true;
      else if (code === QUOTE) isInText = false;
    } else if (code === QUOTE) isInText = true;
    else if (code === OPEN || code === OPEN_LIST) depth += 1;
    else if (code === CLOSE || code === CLOSE_LIST) {
      depth -= 1;
      if (depth === 0) endOfItem(at + 1);
    }
  };

  return {
    push(text) {
      rest += text;
      for (; scanned < rest.length && !isBroken; scanned += 1) {
        const code = rest.charCodeAt(scanned);
        if (depth === 0) between(code, scanned);
        else inside(code, scanned);
      }
      const kept = depth === 0 ? scanned : from;
      [rest, scanned, from] = [rest.slice(kept), scanned - kept, 0];
      if (rest.length > maxItemChars) isBroken = true;
      const ended = items;
      items = [];
      return ended;
    },
    isWhole: () => expects === "nothing" && !isBroken,
    isBroken: () => isBroken,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
