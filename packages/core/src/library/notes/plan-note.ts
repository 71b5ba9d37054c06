/** Plans the user's edits of notes. sync.md §2, §7.2. Pure. */

import { withReferences } from "../../document/references.ts";
import { commonBase } from "../../merge/bases.ts";
import { conflictCopyId, toConflictCopy } from "../../merge/conflict-copy.ts";
import type { MergeNotes } from "../../merge/lazy-merge.ts";
import { toPurged } from "../../merge/purge.ts";
import { nextStamp, type Stamp, stampDelete, stampEdit } from "../../merge/stamp.ts";
import { toConflict } from "../../merge/to-conflict.ts";
import type { Entity, NoteEntity } from "../../model/entities/entity.ts";
import { findEditingDevice } from "../../model/entities/log-entry.ts";
import type { NoteDraft } from "../../model/entities/note.ts";
import { isContained, type VersionVector, withDot } from "../../model/entities/version-vector.ts";
import type { Seen, Writes, WritingMeta } from "../../ports/device/local-store.ts";
import { titleOrDefault } from "./check-note.ts";
import type { NoteMove } from "./note-moves.ts";
import type { NoteWrite } from "./notes-service-types.ts";

export type NoteChange = { readonly writes: Writes; readonly note: NoteEntity };

/** `unmerged`: the merge code must be loaded first. `changed-elsewhere`: another version arrived, and this save must not merge. */
export type NotSaved = "unmerged" | "changed-elsewhere";

/** The typed text and the version it was typed on; `base` and `text` as in `SeenVersion`. */
export type Typed = {
  readonly draft: NoteDraft;
  readonly seenVv: VersionVector;
  readonly text?: NoteDraft | undefined;
  readonly base?: NoteDraft | undefined;
  readonly onNewer?: "merge" | "refuse" | undefined;
  readonly keepsFormer?: true | undefined;
};

export function planCreate(
  noteId: string,
  {
    draft,
    folderId,
    mayLackTitle,
    tags,
  }: {
    readonly draft: NoteDraft;
    readonly folderId: string | null;
    readonly mayLackTitle?: boolean | undefined;
    readonly tags?: readonly string[] | undefined;
  },
  { meta, nowMs }: { readonly meta: WritingMeta; readonly nowMs: number },
): NoteChange {
  const blank: NoteEntity = {
    kind: "note",
    id: noteId,
    vv: {},
    alive: {},
    createdAt: nowMs,
    mtime: nowMs,
    title: mayLackTitle === true ? draft.title : titleOrDefault(draft.title),
    content: draft.content,
    folderId,
    isEncrypted: false,
    attachments: [],
    attIds: [],
  };
  const tagged = tags === undefined ? blank : { ...blank, tags };
  return change(stampEdit(withReferences(tagged, []), undefined, nextStamp(meta, nowMs)), meta);
}

/**
 * The editor opened `seenVv`; another tab or device may have changed `current` since. Stamping the text as newer than `current` would
 * silently drop that change, so the text is merged as a concurrent version. sync.md §2 "Trap".
 */
export function planSave(
  current: NoteEntity,
  { draft, seenVv: openedVv, text, base: typedOn, onNewer, keepsFormer }: Typed,
  { seen, nowMs, merge }: { readonly seen: Seen; readonly nowMs: number; readonly merge: MergeNotes | undefined },
): NoteChange | NotSaved {
  const stamp = nextStamp(seen.meta, nowMs);
  const { purged, ...before } = current;
  // If the text is still the opened one, the note was only moved or tagged since: nothing is overwritten.
  const seenVv = typedOn === undefined && hasText(current, text) ? current.vv : openedVv;
  const typed = withReferences({ ...before, title: draft.title, content: draft.content }, [current.content]);
  // The note was purged in the meantime: there is nothing to merge with, and only the typed text is left.
  if (purged !== undefined || isContained(current.vv, seenVv)) {
    const saved = change(stampEdit(typed, current, stamp), seen.meta);
    return keepsFormer === true ? keeping(saved) : saved;
  }
  if (onNewer === "refuse") return "changed-elsewhere";
  if (merge === undefined) return "unmerged";
  const known = commonBase(seen.basesOf.get(current.id) ?? [], current.vv, seenVv);
  const base = typedOn === undefined ? known : withReferences({ ...current, ...typedOn }, [current.content]);
  const buffer: NoteEntity = { ...typed, vv: seenVv, mtime: Math.max(nowMs, current.mtime + 1) };
  const { merged, lost } = merge(base?.kind === "note" ? base : undefined, current, buffer);
  const result = change(stampEdit(merged, current, stamp), seen.meta);
  const mergeRecord = recordMerge({ ...buffer, vv: withDot(seenVv, stamp.dot) }, current, { merged: result.note, stamp });
  const both = lost === undefined ? result : withCopy(result, lost, seen);
  return keeping({ ...both, writes: { ...both.writes, ...mergeRecord(lost) } });
}

function hasText({ title, content }: NoteEntity, text: NoteDraft | undefined): boolean {
  return text !== undefined && title === text.title && content === text.content;
}

/**
 * Records the editor's text and the version that had arrived. The editor's version gets this save's dot, because two buffers of one version
 * are two texts.
 */
function recordMerge(
  local: NoteEntity,
  cloud: NoteEntity,
  { merged, stamp: { dot, nowMs } }: { readonly merged: NoteEntity; readonly stamp: Stamp },
) {
  const device = findEditingDevice(cloud.vv, local.vv, dot.device);
  return (lost: NoteEntity | undefined): Writes => {
    const lostId = lost && conflictCopyId(lost);
    const conflict = toConflict({ local, cloud, merged, device, nowMs, isCopied: (id) => id === lostId });
    if (conflict === undefined) return {};
    const entry = {
      kind: conflict.outcome,
      atMs: nowMs,
      id: merged.id,
      entity: "note",
      ...(device === undefined ? {} : { device }),
    } as const;
    return { conflicts: [conflict], log: [entry] };
  };
}

/** The typed text is later and wins an overlap; the overwritten text is kept as a copy with the same id on any device. */
function withCopy({ note, writes }: NoteChange, lost: NoteEntity, seen: Seen): NoteChange {
  const isKept = seen.entities.has(conflictCopyId(lost));
  return isKept ? { note, writes } : { note, writes: { ...writes, entities: [toConflictCopy(lost, note.vv), note] } };
}

export function planDelete(current: NoteEntity, meta: WritingMeta, nowMs: number): NoteChange {
  return change(stampDelete(current, nextStamp(meta, nowMs)), meta);
}

/** Purges a living note, together with the texts that this device holds of it for merging. decision 0042. */
export function planDiscard(current: NoteEntity, seen: Seen, nowMs: number): NoteChange {
  const bases = seen.basesOf.get(current.id) ?? [];
  const { note, writes } = change(stampDelete(toPurged(current), nextStamp(seen.meta, nowMs)), seen.meta);
  return { note, writes: { ...writes, bases: bases.map((base) => ({ ...base, entity: toPurged(base.entity) })) } };
}

/** Restoring is an edit: it wins over a delete that it has seen, and keeps the tombstone's text. */
export function planRestore(current: NoteEntity, meta: WritingMeta, nowMs: number): NoteChange {
  return change(stampEdit(current, current, nextStamp(meta, nowMs)), meta);
}

/** Moves a note. Pinning remembers the former folder (`pinnedFrom`); any other move forgets it. A pin is not an edit: decision 0030. */
export function planMove(
  current: NoteEntity,
  { folderId, pinnedFrom }: Omit<NoteMove, "noteId">,
  { meta, nowMs }: { readonly meta: WritingMeta; readonly nowMs: number },
): NoteChange {
  const { pinnedFrom: _left, ...rest } = current;
  const moved: NoteEntity = { ...rest, folderId, ...(pinnedFrom === undefined ? {} : { pinnedFrom }) };
  const stamped = stampEdit(moved, current, nextStamp(meta, nowMs));
  const isPin = (pinnedFrom === undefined) !== (current.pinnedFrom === undefined);
  return change(isPin ? { ...stamped, mtime: current.mtime } : stamped, meta);
}

/** Removes the draft whose text is saved with these writes. */
export function dropDraft({ draftId, takenAtMs = Number.MAX_SAFE_INTEGER }: NoteWrite): Pick<Writes, "forgetDrafts"> {
  return draftId === undefined ? {} : { forgetDrafts: [{ draftId, savedByMs: takenAtMs }] };
}

/** Changes several notes in one write, each with its own dot; skips missing and purged notes. */
export function planEach<Item extends { readonly noteId: string }>(
  items: readonly Item[],
  seen: Seen,
  plan: (current: NoteEntity, item: Item, meta: WritingMeta) => NoteChange,
): { readonly writes: Writes; readonly changed: readonly NoteEntity[] } {
  const changed: NoteEntity[] = [];
  for (const item of items) {
    const current = seen.entities.get(item.noteId);
    if (current?.kind === "note" && current.purged === undefined)
      changed.push(plan(current, item, { ...seen.meta, ctr: seen.meta.ctr + changed.length }).note);
  }
  return { writes: changed.length === 0 ? {} : { entities: changed, meta: { ctr: seen.meta.ctr + changed.length } }, changed };
}

/** Keeps both sides of a merge in the history, and the version that a former version replaces. */
function keeping({ note, writes }: NoteChange): NoteChange {
  return { note, writes: { ...writes, keepsVersionsOf: [note.id] } };
}

function change(note: NoteEntity, meta: WritingMeta): NoteChange {
  const entities: readonly Entity[] = [note];
  return { note, writes: { entities, meta: { ctr: meta.ctr + 1 } } };
}
