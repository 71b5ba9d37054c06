/** Plans the change of one tag in all notes. Pure. Decision 0047. */
import { isWithin, type Tags, tagKey } from "../../model/entities/tags/tag.ts";
import type { TagChange } from "./plan-tags.ts";

/** Changes that replace a tag, and tags nested in it, by `to` in every note; without `to` they are removed. */
export function renamedTags(
  notes: readonly { readonly noteId: string; readonly tags?: Tags }[],
  from: string,
  to: string | undefined,
): readonly TagChange[] {
  const key = tagKey(from);
  const levels = from.split("/").length;
  return notes.flatMap(({ noteId, tags = [] }) => {
    const remove = tags.filter((tag) => isWithin(tagKey(tag), key));
    if (remove.length === 0) return [];
    const add = to === undefined ? [] : remove.map((tag) => [to, ...tag.split("/").slice(levels)].join("/"));
    return [{ noteId, remove, add }];
  });
}
