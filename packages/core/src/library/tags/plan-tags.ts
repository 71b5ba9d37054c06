/** Plans edits of the tags of several notes in one write. Pure. Decision 0047. */
import { nextStamp, stampEdit } from "../../merge/stamp.ts";
import { isAlive, type NoteEntity } from "../../model/entities/entity.ts";
import { type Tags, tagKey } from "../../model/entities/tags/tag.ts";
import { areSameTags, editTags, type TagEdit, toTags } from "../../model/entities/tags/tag-edits.ts";
import type { Seen, Writes } from "../../ports/device/local-store.ts";
import { splitTagLine } from "./tag-line.ts";

/**
 * `line`: takes the tags of a last line of hashtags and the line out of the text, or puts that line back, as stored HTML. Skips a note without
 * such a line.
 */
export type TagChange = TagEdit & { readonly noteId: string; readonly line?: "take" | { readonly put: string } | undefined };

/** `keepsTime`: the notes keep their time of modification and so their place in the list, as pins do: decision 0030. */
export type TagOptions = { readonly keepsTime?: boolean };

export type PlannedTags = {
  readonly writes: Writes;
  /** Changes that take this one back. */
  readonly undo: readonly TagChange[];
  /** A note could not be read, so that nothing is to be written. */
  readonly isLocked: boolean;
};

/** `open` returns undefined for a note that cannot be read. Skips notes that are gone, and those that already have these tags. */
export function planTags(
  changes: readonly TagChange[],
  { seen, nowMs, open }: { readonly seen: Seen; readonly nowMs: number; readonly open: (note: NoteEntity) => NoteEntity | undefined },
  { keepsTime = false }: TagOptions = {},
): PlannedTags {
  const changed: NoteEntity[] = [];
  const undo: TagChange[] = [];
  let isLocked = false;
  for (const { noteId, line, ...edit } of changes) {
    const stored = seen.entities.get(noteId);
    if (stored?.kind !== "note" || !isAlive(stored)) continue;
    const current = open(stored);
    isLocked ||= current === undefined;
    if (current === undefined) continue;
    const taken = line === "take" ? splitTagLine(current.content) : undefined;
    if (line === "take" && taken === undefined) continue;
    const add = [...(edit.add ?? []), ...(taken?.tags ?? [])];
    const [before, after] = [toTags(current.tags ?? []), editTags(current.tags, { ...edit, add })];
    // A line that does not fit into the field stays.
    const keys = new Set(after.map(tagKey));
    if (taken !== undefined && !toTags(add).every((tag) => keys.has(tagKey(tag)))) continue;
    const content = taken?.content ?? (typeof line === "object" ? `${current.content}${line.put}` : current.content);
    if (areSameTags(before, after) && content === current.content) continue;
    const stamp = nextStamp({ ...seen.meta, ctr: seen.meta.ctr + changed.length }, nowMs);
    const stamped = stampEdit({ ...withTags(current, after), content }, current, stamp);
    changed.push(keepsTime ? { ...stamped, mtime: current.mtime } : stamped);
    const putsBack = taken === undefined ? {} : { line: { put: taken.line } };
    undo.push({ noteId, remove: missingIn(after, before), add: missingIn(before, after), ...putsBack });
  }
  const writes = changed.length === 0 ? {} : { entities: changed, meta: { ctr: seen.meta.ctr + changed.length } };
  return { writes, undo, isLocked };
}

function withTags({ tags: _tags, ...note }: NoteEntity, tags: Tags): NoteEntity {
  return tags.length === 0 ? note : { ...note, tags };
}

/** Tags of `one` that `other` does not have in this spelling. */
function missingIn(one: Tags, other: Tags): Tags {
  const spelled = new Set(other);
  return one.filter((tag) => !spelled.has(tag));
}
