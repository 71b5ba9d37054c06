/** Completes a tag that is being typed, from the tags of the library. Pure. */
import { foldText } from "../../document/html/find-text.ts";
import { type Tags, tagKey } from "../../model/entities/tags/tag.ts";
import { toTag } from "../../model/entities/tags/tag-edits.ts";
import type { TagCount, TagList } from "./tag-index.ts";

export type TagSuggestion = { readonly tag: string; readonly count: number; readonly isNew: boolean };

const MOST = 8;

/** Tags that begin as typed first, then those with a level that does, then the rest; the most used first among equals. */
export function suggestTags(list: TagList, typed: string, has: Tags): readonly TagSuggestion[] {
  const text = typed.replace(/^#/, "");
  const wanted = foldText(text.trim());
  const keys = new Set(has.map(tagKey));
  const found = list
    .filter(({ key, tag }) => !keys.has(key) && foldText(tag).includes(wanted))
    .map((entry) => ({ entry, rank: rankOf(entry, wanted) }))
    .sort((a, b) => a.rank - b.rank || b.entry.count - a.entry.count || (a.entry.key < b.entry.key ? -1 : 1))
    .slice(0, MOST)
    .map(({ entry }): TagSuggestion => ({ tag: entry.tag, count: entry.count, isNew: false }));
  const made = toTag(text);
  const isKnown = made === undefined || keys.has(tagKey(made)) || list.some(({ key }) => key === tagKey(made));
  return isKnown ? found : [...found, { tag: made, count: 0, isNew: true }];
}

function rankOf({ tag }: TagCount, wanted: string): number {
  const name = foldText(tag);
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  return name.split("/").some((level) => level.startsWith(wanted)) ? 2 : 3;
}
