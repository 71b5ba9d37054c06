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

/** True if a note with these tags has each wanted one, or one nested in it. All are keys. */
export function hasTags(tagKeys: readonly string[] | undefined, wanted: readonly string[]): boolean {
  for (const key of wanted) if (tagKeys === undefined || !hasTag(tagKeys, key)) return false;
  return true;
}

/** A loop, because a filter asks for each note of the library. */
function hasTag(tagKeys: readonly string[], wanted: string): boolean {
  for (const key of tagKeys) if (isWithin(key, wanted)) return true;
  return false;
}

/** True if the tag is `parent` or nested in it. Both are keys. */
export function isWithin(key: string, parent: string): boolean {
  return key.startsWith(parent) && (key.length === parent.length || key[parent.length] === "/");
}

/** `tagKeys`: keys of `tags`, for filters, which ask for each note of the library. */
export type ShownTags = { readonly tags?: Tags; readonly tagKeys?: readonly string[] };

const NONE: ShownTags = {};
const shown = new WeakMap<Tags, ShownTags>();

/** Returns stored tags without those that can not be shown, which no version of the app writes. Cached by list. */
export function shownTags(stored: Tags | undefined): ShownTags {
  if (stored === undefined) return NONE;
  const known = shown.get(stored);
  if (known !== undefined) return known;
  const tags = (stored.every(isShowable) ? stored : stored.filter(isShowable)).slice(0, TAG.maxStored);
  const fields = tags.length === 0 ? NONE : { tags, tagKeys: tags.map(tagKey) };
  shown.set(stored, fields);
  return fields;
}

function isShowable(tag: string): boolean {
  return tag.trim() !== "" && tag.length <= TAG.maxChars * 2 && !UNSHOWABLE.test(tag);
}
