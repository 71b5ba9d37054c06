/** Stored tags as lists show them. Small, because every start loads it; edits: tag-edits.ts. Pure. Decision 0047. */
import { TAG } from "../../limits/limits.ts";

/** Names as tag-edits.ts normalizes them, sorted by key. */
export type Tags = readonly string[];

/** Control characters, line separators and direction overrides. */
const UNSHOWABLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** Tags with the same key are the same tag. */
export function tagKey(tag: string): string {
  return tag.normalize("NFC").toLowerCase().normalize("NFC");
}

/** True if a note has each of these tags, or one nested in it. Keys. */
export function hasTags(tags: Tags | undefined, keys: readonly string[]): boolean {
  if (tags === undefined) return keys.length === 0;
  return keys.every((key) => keysOf(tags).some((own) => isWithin(own, key)));
}

const known = new WeakMap<Tags, readonly string[]>();

/** Cached by list, because a filter asks for each note of the library. */
function keysOf(tags: Tags): readonly string[] {
  const keys = known.get(tags) ?? tags.map(tagKey);
  known.set(tags, keys);
  return keys;
}

/** True if the tag is `parent` or nested in it. Both are keys. */
export function isWithin(key: string, parent: string): boolean {
  return key === parent || key.startsWith(`${parent}/`);
}

const shown = new WeakMap<Tags, Tags>();

/**
 * Returns stored tags without those that can not be shown, which no version of the app writes. Cached by list, because every update of the
 * list of notes asks.
 */
export function shownTags(stored: Tags | undefined): Tags | undefined {
  if (stored === undefined) return undefined;
  const known = shown.get(stored);
  if (known !== undefined) return known.length === 0 ? undefined : known;
  const tags = stored.every(isShowable) ? stored : stored.filter(isShowable);
  shown.set(stored, tags.slice(0, TAG.maxStored));
  return shownTags(stored);
}

function isShowable(tag: string): boolean {
  return tag.trim() !== "" && tag.length <= TAG.maxChars * 2 && !UNSHOWABLE.test(tag);
}
