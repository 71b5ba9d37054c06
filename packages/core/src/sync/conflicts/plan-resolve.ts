/**
 * Plans the writes of a decision about a conflict, which are ordinary later edits. The dropped side is first kept as a soft-deleted '(Cloud Copy)';
 * text that was written after the merge is merged with the choice and not overwritten. Pure. Spec B §4 "Resolutions", sync.md §9.
 */

import { toCanonicalHtml } from "../../document/html/canonical-html.ts";
import { withReferences } from "../../document/references.ts";
import { conflictCopyId, toConflictCopy } from "../../merge/conflict-copy.ts";
import { mergeNotes } from "../../merge/merge.ts";
import { markOrphans } from "../../merge/orphaned-attachment-marks.ts";
import { openConflict, sealWrites } from "../../merge/sealed-conflict.ts";
import { nextStamp, type Stamp, stampDelete, stampEdit } from "../../merge/stamp.ts";
import { type Conflict, isSealed, type Resolution, type ResolutionKind } from "../../model/entities/conflict.ts";
import { type Entity, isAlive, type NoteEntity } from "../../model/entities/entity.ts";
import type { SealedTexts } from "../../model/entities/parsing/sealed-texts.ts";
import { isContained, withDot } from "../../model/entities/version-vector.ts";
import { CONFLICT, NOTE } from "../../model/limits/limits.ts";
import type { Seen, Writes, WritingMeta } from "../../ports/device/local-store.ts";

export type ResolvePlan =
  | { readonly kind: "not-found" | "locked" }
  /** A further record has to be read before this can be planned. */
  | { readonly kind: "again"; readonly id: string }
  | { readonly kind: "done"; readonly writes: Writes };

/** The desired state of a side's copy. `gone`: its text is in the note, so an unedited copy has nothing to keep. */
type DesiredCopy = "kept-deleted" | "live" | "gone";

const DESIRED_COPIES: Readonly<Record<ResolutionKind, { readonly local: DesiredCopy; readonly cloud: DesiredCopy }>> = {
  keep_local: { local: "gone", cloud: "kept-deleted" },
  keep_cloud: { local: "kept-deleted", cloud: "gone" },
  merge: { local: "gone", cloud: "gone" },
  create_copy: { local: "gone", cloud: "live" },
};

export type Resolving = { readonly how: Resolution["how"]; readonly nowMs: number; readonly byItself: boolean };

/** Ids that the plan has to see, beside the copy that later edits may need. */
export function idsToResolve({ noteId, local, cloud }: Conflict): readonly string[] {
  return [noteId, conflictCopyId(local), conflictCopyId(cloud)];
}

/** Sides that are sealed are opened for the decision, and the result is written sealed again. */
export function planResolve(
  conflict: Conflict,
  resolving: Resolving,
  { seen, asked, texts }: { readonly seen: Seen; readonly asked: ReadonlySet<string>; readonly texts: SealedTexts },
): ResolvePlan {
  if (resolving.how === "as-merged" || !isSealed(conflict)) return planOpened(conflict, resolving, { seen, asked });
  const current = seen.entities.get(conflict.noteId);
  if (current?.kind !== "note") return { kind: "not-found" };
  const opened = openConflict(conflict, texts);
  const note = texts.open(current);
  if (opened === undefined || note === undefined) return { kind: "locked" };
  const plan = planOpened(opened, resolving, { seen: { ...seen, entities: new Map([...seen.entities, [note.id, note]]) }, asked });
  if (plan.kind !== "done") return plan;
  const writes = sealWrites(markOrphans(plan.writes, note, { meta: seen.meta, isJoined: true }), texts);
  return writes === undefined ? { kind: "locked" } : { kind: "done", writes };
}

function planOpened(
  conflict: Conflict,
  resolving: Resolving,
  { seen, asked }: { readonly seen: Seen; readonly asked: ReadonlySet<string> },
): ResolvePlan {
  const { how, nowMs, byItself } = resolving;
  const toResolved = (keptIds: readonly string[]): Conflict => ({ ...conflict, resolution: { how, atMs: nowMs, byItself, keptIds } });
  if (how === "as-merged") return { kind: "done", writes: { conflicts: [toResolved([])] } };
  const current = seen.entities.get(conflict.noteId);
  if (current?.kind !== "note" || !isAlive(current)) return { kind: "not-found" };
  if (!asked.has(conflictCopyId(current))) return { kind: "again", id: conflictCopyId(current) };
  const batch = new WriteBatch(seen.meta, nowMs);
  const note = choose(current, textOf(conflict, how), { conflict, batch, isOnlyHome: takesCopy(conflict, how, seen) });
  if (note.lost !== undefined) keepLost(note.lost, note.value, { seen, batch });
  const keptIds = (["local", "cloud"] as const).flatMap((side) =>
    planCopy(conflict[side], DESIRED_COPIES[how][side], { note: note.value, seen, batch }),
  );
  return { kind: "done", writes: { ...batch.writes(), conflicts: [toResolved(keptIds)] } };
}

/** Gathers what is written, each with a dot of its own. */
class WriteBatch {
  readonly #written: Entity[] = [];
  #meta: WritingMeta;

  constructor(
    meta: WritingMeta,
    readonly nowMs: number,
  ) {
    this.#meta = meta;
  }

  write(make: (stamp: Stamp) => NoteEntity): NoteEntity {
    const made = make(nextStamp(this.#meta, this.nowMs));
    this.#meta = { ...this.#meta, ctr: this.#meta.ctr + 1 };
    this.#written.push(made);
    return made;
  }

  /** As it is, without a dot of this device: every device that needs this copy makes the same. */
  put(entity: NoteEntity): void {
    this.#written.push(entity);
  }

  writes(): Writes {
    return this.#written.length === 0 ? {} : { entities: this.#written, meta: { ctr: this.#meta.ctr } };
  }
}

type Text = Pick<NoteEntity, "title" | "content" | "sealed">;

function textOf({ local, cloud }: Conflict, how: ResolutionKind): Text {
  if (how === "keep_cloud") return cloud;
  return how === "merge" ? { title: mergedTitle(local.title), content: bothTexts(local, cloud) } : local;
}

function mergedTitle(title: string): string {
  const merged = `${title}${CONFLICT.mergedSuffix}`;
  return [...merged].length > NOTE.titleMaxChars ? title : merged;
}

/** The local text, the spec's separator (with the other title where it differs), the cloud's text. */
function bothTexts(local: NoteEntity, cloud: NoteEntity): string {
  const heading = local.title === cloud.title ? CONFLICT.separator : `${CONFLICT.separator}: ${escapeText(cloud.title)}`;
  return toCanonicalHtml(`${local.content}<hr><p><strong>${heading}</strong></p>${cloud.content}`);
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** The choice as an edit of what the merge had made: what the user wrote since stays where the two do not touch. */
function choose(
  current: NoteEntity,
  { title, content, sealed }: Text,
  { conflict: { merged }, batch, isOnlyHome }: { readonly conflict: Conflict; readonly batch: WriteBatch; readonly isOnlyHome: boolean },
): { readonly value: NoteEntity; readonly lost: NoteEntity | undefined } {
  const { sealed: _before, ...open } = current;
  const text: NoteEntity = { ...open, title, content, ...(sealed === undefined ? {} : { sealed }) };
  const chosen = withReferences(text, [current.content]);
  if (isContained(current.vv, merged.vv)) return { value: writeText(current, chosen, { batch, isOnlyHome }), lost: undefined };
  const buffer = { ...chosen, vv: merged.vv, mtime: Math.max(batch.nowMs, current.mtime + 1) };
  const both = mergeNotes(merged, current, buffer);
  return { value: writeText(current, both.merged, { batch, isOnlyHome }), lost: both.lost };
}

/** `isOnlyHome`: a copy is deleted because of it, so the note has to record that its text was chosen, even where that is the current one. */
function writeText(
  current: NoteEntity,
  next: NoteEntity,
  { batch, isOnlyHome }: { readonly batch: WriteBatch; readonly isOnlyHome: boolean },
): NoteEntity {
  const isSame = current.title === next.title && current.content === next.content && current.sealed === next.sealed;
  if (isSame && !isOnlyHome) return current;
  return batch.write((stamp) => ({ ...stampEdit(next, current, stamp), chosen: withDot({}, stamp.dot) }));
}

function takesCopy(conflict: Conflict, how: ResolutionKind, seen: Seen): boolean {
  return (["local", "cloud"] as const).some((side) => {
    const made = toConflictCopy(conflict[side], {});
    const copy = seen.entities.get(made.id);
    return DESIRED_COPIES[how][side] === "gone" && copy !== undefined && isAlive(copy) && isContained(copy.vv, made.vv);
  });
}

/** Written after the merge and overwritten by the choice: the user has seen neither beside the other, so it is listed. */
function keepLost(lost: NoteEntity, note: NoteEntity, { seen, batch }: { readonly seen: Seen; readonly batch: WriteBatch }): void {
  if (!seen.entities.has(conflictCopyId(lost))) batch.put(toConflictCopy(lost, note.vv));
}

/** Returns the ids of soft-deleted copies that now hold the side. A copy that someone has edited is a note of its own and stays. */
function planCopy(
  side: NoteEntity,
  desired: DesiredCopy,
  { note, seen, batch }: { readonly note: NoteEntity; readonly seen: Seen; readonly batch: WriteBatch },
): readonly string[] {
  const made = toConflictCopy(side, note.vv);
  const there = seen.entities.get(made.id);
  const copy = there?.kind === "note" ? there : undefined;
  if (desired === "live") {
    if (copy === undefined) batch.put(made);
    else if (!isAlive(copy)) batch.write((stamp) => stampEdit(copy, copy, stamp));
    return [];
  }
  if (copy === undefined) {
    if (desired === "kept-deleted") batch.write((stamp) => stampDelete(made, stamp));
    return desired === "kept-deleted" ? [made.id] : [];
  }
  const isUntouched = isContained(copy.vv, made.vv);
  if (isAlive(copy) && isUntouched) batch.write((stamp) => stampDelete(copy, stamp));
  return desired === "kept-deleted" ? [made.id] : [];
}
