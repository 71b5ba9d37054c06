/** New values for the user's edits of notes and folders: what to write, never how. sync.md §2, §7.2. Pure. */

import { withReferences } from "../../document/references.ts";
import { basesUnderOwnName, commonBase } from "../../merge/bases.ts";
import { conflictCopyId, toConflictCopy } from "../../merge/conflict-copy.ts";
import type { MergeNotes } from "../../merge/lazy-merge.ts";
import { nextStamp, type Stamp, stampDelete, stampEdit } from "../../merge/stamp.ts";
import { toConflict } from "../../merge/to-conflict.ts";
import type { Entity, NoteEntity } from "../../model/entities/entity.ts";
import { findEditingDevice } from "../../model/entities/log-entry.ts";
import type { NoteDraft } from "../../model/entities/note.ts";
import { isContained, type VersionVector, withDot } from "../../model/entities/version-vector.ts";
import type { Seen, SyncMeta, Writes } from "../../ports/device/local-store.ts";
import { titleOrDefault } from "./check-note.ts";
import type { NoteMove } from "./note-moves.ts";

export type NoteChange = { readonly writes: Writes; readonly note: NoteEntity };

/** `unmerged`: the merge's code is wanted first. `changed-elsewhere`: another version came in, and this save is not to merge. */
export type NotSaved = "unmerged" | "changed-elsewhere";

/** What was typed, and the version it was typed on; `base` as in `SeenVersion`. */
export type Typed = {
  readonly draft: NoteDraft;
  readonly seenVv: VersionVector;
  readonly base?: NoteDraft | undefined;
  readonly onNewer?: "merge" | "refuse" | undefined;
  readonly keepsFormer?: true | undefined;
};

export function planCreate(
  noteId: string,
  { draft, folderId }: { readonly draft: NoteDraft; readonly folderId: string | null },
  { meta, nowMs }: { readonly meta: SyncMeta; readonly nowMs: number },
): NoteChange {
  const blank: NoteEntity = {
    kind: "note",
    id: noteId,
    vv: {},
    alive: {},
    createdAt: nowMs,
    mtime: nowMs,
    title: titleOrDefault(draft.title),
    content: draft.content,
    folderId,
    isEncrypted: false,
    attachments: [],
    attIds: [],
  };
  return change(stampEdit(withReferences(blank, []), undefined, nextStamp(meta, nowMs)), meta);
}

/**
 * The editor opened `seenVv`; `current` may have moved on since (another tab, another device). Stamping the buffer as newer
 * than `current` would silently drop what came in between: it is merged as a concurrent version instead, for which nothing is in.
 * sync.md §2 "Trap".
 */
export function planSave(
  current: NoteEntity,
  { draft, seenVv, base: typedOn, onNewer, keepsFormer }: Typed,
  { seen, nowMs, merge }: { readonly seen: Seen; readonly nowMs: number; readonly merge: MergeNotes | undefined },
): NoteChange | NotSaved {
  const stamp = nextStamp(seen.meta, nowMs);
  const { purged, ...before } = current;
  const typed = withReferences({ ...before, title: draft.title, content: draft.content }, [current.content]);
  // Deleted for good meanwhile: there is nothing to merge with, and what was typed is all that is left.
  if (purged !== undefined || isContained(current.vv, seenVv)) {
    const saved = change(stampEdit(typed, current, stamp), seen.meta);
    return keepsFormer === true ? keeping(saved) : saved;
  }
  if (onNewer === "refuse") return "changed-elsewhere";
  if (merge === undefined) return "unmerged";
  const known = commonBase(basesUnderOwnName(seen.basesOf.get(current.id) ?? [], seen.meta), current.vv, seenVv);
  const base = typedOn === undefined ? known : withReferences({ ...current, ...typedOn }, [current.content]);
  const buffer: NoteEntity = { ...typed, vv: seenVv, mtime: Math.max(nowMs, current.mtime + 1) };
  const { merged, lost } = merge(base?.kind === "note" ? base : undefined, current, buffer);
  const result = change(stampEdit(merged, current, stamp), seen.meta);
  const mergeRecord = recordMerge({ ...buffer, vv: withDot(seenVv, stamp.dot) }, current, { merged: result.note, stamp });
  const both = lost === undefined ? result : withCopy(result, lost, seen);
  return keeping({ ...both, writes: { ...both.writes, ...mergeRecord(lost) } });
}

/** The editor's text beside what had arrived. Its version gets this save's dot: two buffers of one version are two texts. */
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

/** The buffer is the later one and wins an overlap; what it would overwrite stays as a copy that any device would name the same. */
function withCopy({ note, writes }: NoteChange, lost: NoteEntity, seen: Seen): NoteChange {
  const isKept = seen.entities.has(conflictCopyId(lost));
  return isKept ? { note, writes } : { note, writes: { ...writes, entities: [toConflictCopy(lost, note.vv), note] } };
}

export function planDelete(current: NoteEntity, meta: SyncMeta, nowMs: number): NoteChange {
  return change(stampDelete(current, nextStamp(meta, nowMs)), meta);
}

/** Restoring is an edit: it beats a delete it has seen, and keeps the text the tombstone carried. */
export function planRestore(current: NoteEntity, meta: SyncMeta, nowMs: number): NoteChange {
  return change(stampEdit(current, current, nextStamp(meta, nowMs)), meta);
}

/** A note in its new folder; pinning remembers where it was (`pinnedFrom`), any other move forgets it. A pin is no edit: decision 0030. */
export function planMove(
  current: NoteEntity,
  { folderId, pinnedFrom }: Omit<NoteMove, "noteId">,
  { meta, nowMs }: { readonly meta: SyncMeta; readonly nowMs: number },
): NoteChange {
  const { pinnedFrom: _left, ...rest } = current;
  const moved: NoteEntity = { ...rest, folderId, ...(pinnedFrom === undefined ? {} : { pinnedFrom }) };
  const stamped = stampEdit(moved, current, nextStamp(meta, nowMs));
  const isPin = (pinnedFrom === undefined) !== (current.pinnedFrom === undefined);
  return change(isPin ? { ...stamped, mtime: current.mtime } : stamped, meta);
}

/** Several notes in one write, each with a dot of its own; what is not there, or deleted for good, is left out. */
export function planEach<Item extends { readonly noteId: string }>(
  items: readonly Item[],
  seen: Seen,
  plan: (current: NoteEntity, item: Item, meta: SyncMeta) => NoteChange,
): { readonly writes: Writes; readonly changed: readonly NoteEntity[] } {
  const changed: NoteEntity[] = [];
  for (const item of items) {
    const current = seen.entities.get(item.noteId);
    if (current?.kind === "note" && current.purged === undefined)
      changed.push(plan(current, item, { ...seen.meta, ctr: seen.meta.ctr + changed.length }).note);
  }
  return { writes: changed.length === 0 ? {} : { entities: changed, meta: { ctr: seen.meta.ctr + changed.length } }, changed };
}

/** Both sides of a merge are history, and what a former version takes the place of. */
function keeping({ note, writes }: NoteChange): NoteChange {
  return { note, writes: { ...writes, keepsVersionsOf: [note.id] } };
}

function change(note: NoteEntity, meta: SyncMeta): NoteChange {
  const entities: readonly Entity[] = [note];
  return { note, writes: { entities, meta: { ctr: meta.ctr + 1 } } };
}
