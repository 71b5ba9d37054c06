/**
 * Last lines of hashtags, into which imports wrote the tags of a note before notes had a field for them. Pure. Decision 0047.
 */
import { toText } from "../../document/html/html-text.ts";

const NO_NAME = /^(?:[\d/]+|(?=[a-f]*\d)(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8}))$/i;

/** False for a number and for a color. */
export function isTagName(name: string): boolean {
  return !NO_NAME.test(name);
}

/** Returns undefined if the line has anything but hashtags. */
export function tagsOfLine(line: string): readonly string[] | undefined {
  const words = line.trim().split(/\s+/);
  const isTag = (word: string): boolean => /^#[^\s#]/.test(word) && isTagName(word.slice(1));
  return words.every(isTag) ? words.map((word) => word.slice(1)) : undefined;
}

export type TagLine = {
  /** Stored HTML before the line. */
  readonly content: string;
  /** Stored HTML of the line. */
  readonly line: string;
  readonly tags: readonly string[];
};

const LAST_PARAGRAPH = /<p>(?:(?!<)[^\n]){2,20000}<\/p>$/;

/** Splits stored HTML before such a line; undefined if there is none. */
export function splitTagLine(content: string): TagLine | undefined {
  const line = LAST_PARAGRAPH.exec(content.slice(-20_010))?.[0];
  const tags = line === undefined ? undefined : tagsOfLine(toText(line));
  return line === undefined || tags === undefined ? undefined : { content: content.slice(0, content.length - line.length), line, tags };
}
