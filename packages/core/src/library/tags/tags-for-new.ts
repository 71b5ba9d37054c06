/** Tags of a new note: those that filter the list. Decision 0047. Pure. */
import type { NoteSummary } from "../../model/entities/note.ts";
import { tagKey } from "../../model/entities/tags/tag.ts";

/**
 * Returns the names of the keys, in the spelling of one of the notes. A tag that only sensitive notes have is left out, because it must not
 * be seen while these are locked. Returns an empty object if there is none.
 */
export function tagsForNew(keys: readonly string[], notes: readonly NoteSummary[]): { readonly tags?: readonly string[] } {
  if (keys.length === 0) return {};
  const names = new Map<string, string>();
  for (const { isEncrypted, tags = [] } of notes) if (!isEncrypted) for (const tag of tags.flatMap(levelsOf)) names.set(tagKey(tag), tag);
  const tags = keys.flatMap((key) => names.get(key) ?? []);
  return tags.length === 0 ? {} : { tags };
}

/** The tag, and the tags that it is nested in. */
function levelsOf(tag: string): readonly string[] {
  const parts = tag.split("/");
  return parts.map((_part, at) => parts.slice(0, at + 1).join("/"));
}
