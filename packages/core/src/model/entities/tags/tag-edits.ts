/**
 * Edits and merges a note's tags: a set of names, nested by `/`, equal whatever their case and shown as first written. Stored sorted, so that
 * equal sets have equal bytes. Pure. Decision 0047.
 */
import { TAG } from "../../limits/limits.ts";
import { type Tags, tagKey } from "./tag.ts";

const NO_TAGS: Tags = [];

/** Control characters, line separators, direction overrides and halves of surrogate pairs. */
const UNSHOWABLE =
  /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu;

/** Returns the name as it is stored; undefined if nothing of it can be shown. */
export function toTag(text: string): string | undefined {
  // Far longer names are cut first, so that a hostile one costs no time.
  const plain = text
    .slice(0, TAG.maxChars * 8)
    .replace(UNSHOWABLE, " ")
    .normalize("NFC")
    .replace(/\s+/gu, " ");
  const levels = plain.split("/").flatMap((level) => (level.trim() === "" ? [] : [level.trim()]));
  const name = cutName(levels.join("/"));
  return name === "" ? undefined : name;
}

/** A cut can leave a space or a slash at the end. */
function cutName(name: string): string {
  const chars = [...name];
  return chars.length <= TAG.maxChars
    ? name
    : chars
        .slice(0, TAG.maxChars)
        .join("")
        .replace(/[\s/]+$/u, "");
}

/** Normalizes names; the first spelling of each tag wins. Keeps at most `TAG.maxStored`. */
export function toTags(names: readonly string[]): Tags {
  const byKey = new Map<string, string>();
  for (const name of names.slice(0, TAG.maxRead)) {
    const tag = toTag(name);
    if (tag !== undefined && !byKey.has(tagKey(tag))) byKey.set(tagKey(tag), tag);
  }
  return sortedTags(byKey);
}

function sortedTags(byKey: ReadonlyMap<string, string>): Tags {
  if (byKey.size === 0) return NO_TAGS;
  const sorted = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.slice(0, TAG.maxStored).map(([, tag]) => tag);
}

/** Tags of a value from outside: a backup, an import, a row, another tab. Ignores what is not a text. */
export function readTagList(value: unknown): Tags {
  return Array.isArray(value) ? toTags(value.filter((name) => typeof name === "string")) : NO_TAGS;
}

/** `remove` first, so that a tag can be written in another way. */
export type TagEdit = { readonly add?: readonly string[] | undefined; readonly remove?: readonly string[] | undefined };

/** Adds as many as `TAG.maxPerNote` allows. A tag that the note has keeps its spelling. */
export function editTags(stored: Tags | undefined, { add = [], remove = [] }: TagEdit): Tags {
  const removed = new Set(remove.map(tagKey));
  const kept = toTags(stored ?? []).filter((tag) => !removed.has(tagKey(tag)));
  const keys = new Set(kept.map(tagKey));
  const added = toTags(add).filter((tag) => !keys.has(tagKey(tag)));
  return toTags([...kept, ...added.slice(0, Math.max(0, TAG.maxPerNote - kept.length))]);
}

export function areSameTags(a: Tags, b: Tags): boolean {
  return a.length === b.length && a.every((tag, at) => tag === b[at]);
}

/** Merges element by element: keeps what either side added, drops what one side removed since the base. Without a base: the union. */
export function mergeTags(base: Tags | undefined, winner: Tags | undefined, loser: Tags | undefined): Tags {
  const [was, ours, theirs] = [byKey(base), byKey(winner), byKey(loser)];
  const merged = new Map<string, string>();
  for (const key of [...ours.keys(), ...theirs.keys()]) {
    const [before, our, their] = [was.get(key), ours.get(key), theirs.get(key)];
    const isRemoved = before !== undefined && (our === undefined || their === undefined);
    const spelling = our === undefined || (our === before && their !== undefined) ? their : our;
    if (!isRemoved && spelling !== undefined) merged.set(key, spelling);
  }
  return sortedTags(merged);
}

function byKey(tags: Tags | undefined): ReadonlyMap<string, string> {
  return new Map(toTags(tags ?? []).map((tag) => [tagKey(tag), tag]));
}
