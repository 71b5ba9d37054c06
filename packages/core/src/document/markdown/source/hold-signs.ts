/** Prepares typed Markdown so that the reader keeps what it would drop: extra spaces, blank lines, comments and unknown tags. Pure. */
import { BEGINS_BLOCK, closingOf } from "../split-markdown.ts";
import { tokenOf } from "./kept-parts.ts";

/** Token of an empty paragraph. */
export const EMPTY_ID = "e";

const HELD: Readonly<Record<string, string>> = { " ": "\ufdd4", "\t": "\ufdd5", "<": "\ufdd6", "\u00a0": "\ufdd7" };
const SIGNS: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(HELD).map(([sign, held]) => [held, sign]));

export function releaseSigns(text: string): string {
  return text.replace(/[\ufdd4-\ufdd7]/g, (held) => SIGNS[held] ?? held);
}

/** Chunks are at least this long, so that a key parses little and most text is found in the cache. */
const CHUNK_CHARS = 2000;

/** Cuts the source between blocks. Two blank lines more than needed are an empty paragraph. */
export function toChunks(text: string, isWhole: boolean): readonly string[] {
  const chunks: string[] = [];
  let [chunk, chars, blank, isFirst]: [string[], number, number, boolean] = [[], 0, 0, true];
  let closes: RegExp | undefined;
  let isCode = false;
  const add = (line: string): void => {
    chunk.push(line);
    chars += line.length + 1;
  };
  const endBlank = (next: string | undefined): void => {
    const isInside = next !== undefined && /^[ \t]/.test(next);
    for (let empty = emptyBetween({ blank, isFirst, isLast: next === undefined }); empty > 0 && !isInside; empty -= 1)
      for (const line of ["", tokenOf(EMPTY_ID)]) add(line);
    if (blank > 0) add("");
    if (blank > 0 && next !== undefined && !isWhole && chars > CHUNK_CHARS && (BEGINS_BLOCK.test(next) || next.startsWith("\ufdd2"))) {
      chunks.push(chunk.join("\n"));
      [chunk, chars] = [[], 0];
    }
    blank = 0;
  };
  for (const line of text.split("\n")) {
    if (closes === undefined && line.trim() === "") {
      blank += 1;
      continue;
    }
    endBlank(line);
    isFirst = false;
    const held = isCode && closes !== undefined ? line : holdSigns(line);
    if (closes === undefined) {
      closes = closingOf(held);
      isCode = closes !== undefined && /^[ \t>]{0,20}(?:[-*+] )?(?:`{3}|~{3}|\$\$)/.test(line);
      add(isCode ? line : held);
    } else {
      if (closes.test(line)) closes = undefined;
      add(held);
    }
  }
  endBlank(undefined);
  return [...chunks, chunk.join("\n")];
}

type BlankRun = { readonly blank: number; readonly isFirst: boolean; readonly isLast: boolean };

/** One blank line separates two blocks. At the beginning and the end of the source, the line end of a neighbor is missing. */
function emptyBetween({ blank, isFirst, isLast }: BlankRun): number {
  if (isFirst && isLast) return Math.floor((blank + 1) / 2);
  return Math.floor((isFirst || isLast ? blank : blank - 1) / 2);
}

/** Indents, marks of quotes, lists, tasks and headings: their spaces are syntax. */
const LINE_START = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$))?(?:\[[ xX]\][ \t]+)?(?:#{1,6}[ \t]+)?/;
const HAS_WORDS = /[\p{L}\p{N}\ufdd2]/u;

function holdSigns(line: string): string {
  const text = line.replace(UNKNOWN_TAG, HELD["<"] as string).replaceAll("\u00a0", HELD["\u00a0"] as string);
  if (/^[ \t>]*\|/.test(text) || !HAS_WORDS.test(text) || !/[ \t]{2}|\t|[ \t]$/.test(text)) return text;
  const start = LINE_START.exec(text)?.[0].length ?? 0;
  const held = text.slice(start).replace(/[ \t]{2,}|\t|[ \t]+$/g, holdRun);
  return text.slice(0, start) + held;
}

/** The first of several spaces stays, because a sign of Markdown may need it. */
function holdRun(run: string, at: number, whole: string): string {
  const isAtEnd = at + run.length === whole.length;
  return [...run].map((sign, index) => (index === 0 && sign === " " && !isAtEnd ? sign : HELD[sign])).join("");
}

/** Elements that a note can express, and addresses in angle brackets. Every other tag and all comments are text. */
const KNOWN_TAGS =
  "a|b|blockquote|br|code|del|details|div|em|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|q|s|span|strike|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|u|ul";
const UNKNOWN_TAG = new RegExp(
  `<(?=[!?/A-Za-z])(?!/?(?:${KNOWN_TAGS})(?=[\\s/>])[^<>]*>)(?!(?:https?|mailto|ftp|tel):[^\\s<>]*>|[^\\s<>@]+@[^\\s<>]+>)`,
  "gi",
);
