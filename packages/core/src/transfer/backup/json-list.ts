/**
 * Reads and writes a JSON list one object at a time, so that a library never has to be in memory as one text. Satchel writes one object per
 * line but reads other layouts too. After a broken object, reading continues at the next line that begins with an object.
 */
import { parseJson } from "../../model/entities/parsing/record-values.ts";
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
  /** Returns the objects that are complete after this piece of text. */
  push(text: string): readonly unknown[];
  /** True if the list was closed, nothing follows it, and no object was skipped. */
  isWhole(): boolean;
  /** Number of places at which something was skipped. */
  brokenCount(): number;
};

const [TAB, NEW_LINE, RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20];
const [QUOTE, COMMA, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN, CLOSE] = [0x22, 0x2c, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d];
/** Maximum nesting of objects and lists; Satchel's own records have at most six levels. */
const MAX_DEPTH = 64;
/** Lines up to this length are parsed without a check of their nesting. */
const PLAIN_CHARS = 262_144;
/** Start of every line that Satchel writes. */
const RECORD = '{"id":';
/**
 * End of an object, two damaged characters in place of `,
 * `, and the next object. Valid records never contain this sequence.
 */
const JOINED = /\}[\s\S]{2}(?=\{"id":)/;
const JOINED_CHARS = 3;

export function createJsonListReader(maxItemChars: number): JsonListReader {
  let [rest, scanned, from, depth] = ["", 0, 0, 0];
  let [isInText, isEscaped, isPassing, hasLines, broken] = [false, false, false, false, 0];
  let expects: "list" | "item-or-end" | "comma-or-end" | "item" | "nothing" = "list";
  let items: unknown[] = [];

  /** Skips to the next line that begins with an object. */
  const passOver = (): void => {
    if (!isPassing) broken += 1;
    [isPassing, isInText, isEscaped, depth] = [true, false, false, 0];
  };

  /** True if the list has one object per line, so that damage ends with its line. */
  const isLined = (start: number): boolean => hasLines || rest.startsWith(RECORD, start);
  const beginsLine = (at: number): boolean => at > 0 && rest.charCodeAt(at - 1) === NEW_LINE;

  const take = (start: number, end: number): boolean => {
    const text = rest.slice(start, end);
    if (text.length > PLAIN_CHARS && !isShallow(text)) return false;
    const item = parseJson(text);
    if (item === undefined) return false;
    items.push(item);
    expects = "comma-or-end";
    return true;
  };

  const endOfItem = (end: number): void => {
    const isTaken = take(from, end);
    from = end;
    if (!isTaken) passOver();
  };

  /** Keeps the first object if only the characters after it were damaged. */
  const takeFirst = (lines: string): void => {
    const end = JOINED.exec(lines)?.index ?? lines.lastIndexOf("}");
    const text = lines.slice(0, end + 1);
    const item = text.length > PLAIN_CHARS && !isShallow(text) ? undefined : parseJson(text);
    if (item !== undefined) items.push(item);
  };

  /** Fast path: parses a whole line as one object, without scanning its characters. */
  const takeLine = (start: number): "taken" | "broken" | "unknown" => {
    const line = rest.indexOf("\n", start);
    if (line === -1) return "unknown";
    const end = rest.charCodeAt(line - 1) === COMMA ? line - 1 : line;
    if (!take(start, end)) {
      if (!isLined(start)) return "unknown";
      takeFirst(rest.slice(start, line));
      return "broken";
    }
    [scanned, from] = [end - 1, end];
    return "taken";
  };

  const beginItem = (at: number): void => {
    if (expects === "item-or-end") hasLines = beginsLine(at) && rest.charCodeAt(at + 1) !== NEW_LINE;
    const line = takeLine(at);
    if (line === "unknown") [from, depth] = [at, 1];
    else if (line === "broken") passOver();
  };

  /** Accepts only white space, commas and the list's brackets between objects, in valid order. */
  const between = (code: number, at: number): void => {
    if (code === SPACE || code === NEW_LINE || code === RETURN || code === TAB) return;
    if (code === OPEN && (expects === "item" || expects === "item-or-end")) beginItem(at);
    else if (code === OPEN_LIST && expects === "list") expects = "item-or-end";
    else if (code === CLOSE_LIST && (expects === "item-or-end" || expects === "comma-or-end")) expects = "nothing";
    else if (code === COMMA && expects === "comma-or-end") expects = "item";
    else passOver();
  };

  const isJoined = (at: number): boolean => rest.charCodeAt(at - JOINED_CHARS) === CLOSE && rest.startsWith(RECORD, at);

  /** Resumes at the start of a line, or at a sequence that can only separate two objects. */
  const pass = (code: number, at: number): void => {
    if (code !== OPEN && code !== CLOSE_LIST) return;
    if (!beginsLine(at) && !(code === OPEN && isJoined(at))) return;
    isPassing = false;
    expects = code === OPEN ? "item" : "comma-or-end";
    between(code, at);
  };

  const inside = (code: number, at: number): void => {
    // JSON strings do not contain line breaks, so the record is broken.
    if (code === NEW_LINE && isInText) passOver();
    else if (code === OPEN && !isInText && beginsLine(at) && isLined(from)) {
      passOver();
      pass(code, at);
    } else if (isInText) {
      if (isEscaped) isEscaped = false;
      else if (code === BACKSLASH) isEscaped = true;
      else if (code === QUOTE) isInText = false;
    } else if (code === QUOTE) isInText = true;
    else if (code === OPEN || code === OPEN_LIST) {
      depth += 1;
      if (depth > MAX_DEPTH) passOver();
    } else if (code === CLOSE || code === CLOSE_LIST) {
      depth -= 1;
      if (depth === 0) endOfItem(at + 1);
    }
  };

  return {
    push(text) {
      rest += text;
      for (; scanned < rest.length; scanned += 1) {
        const code = rest.charCodeAt(scanned);
        if (isPassing) pass(code, scanned);
        else if (depth === 0) between(code, scanned);
        else inside(code, scanned);
      }
      if (depth > 0 && rest.length - from > maxItemChars) passOver();
      // Keeps the last characters, which show whether a line begins.
      const kept = depth === 0 ? Math.max(0, scanned - JOINED_CHARS) : from;
      [rest, scanned, from] = [rest.slice(kept), scanned - kept, 0];
      const ended = items;
      items = [];
      return ended;
    },
    isWhole: () => expects === "nothing" && broken === 0,
    brokenCount: () => broken,
  };
}

/** True if brackets outside of strings nest at most `MAX_DEPTH` deep. */
function isShallow(text: string): boolean {
  let [depth, isInText] = [0, false];
  for (let at = 0; at < text.length && depth <= MAX_DEPTH; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH && isInText) at += 1;
    else if (code === QUOTE) isInText = !isInText;
    else if (!isInText && (code === OPEN || code === OPEN_LIST)) depth += 1;
    else if (!isInText && (code === CLOSE || code === CLOSE_LIST)) depth -= 1;
  }
  return depth <= MAX_DEPTH;
}
