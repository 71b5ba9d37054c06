/** Plans edits of sensitive notes: those of ordinary notes, sealed. Undefined while locked. encryption.md 3.5 (9). Pure. */
import { withNewFiles, withReferences } from "../../document/references.ts";
import { type NoteChange, type NotSaved, planMove, planSave, type Typed } from "../../library/notes/plan-note.ts";
import { sealBases } from "../../merge/bases.ts";
import type { MergeNotes } from "../../merge/lazy-merge.ts";
import { markOrphans, withOrphanedNotes, withOrphanMark } from "../../merge/orphaned-attachment-marks.ts";
import { sealWrites } from "../../merge/sealed-conflict.ts";
import { nextStamp, stampEdit } from "../../merge/stamp.ts";
import type { NoteEntity } from "../../model/entities/entity.ts";
import type { KeptVersion } from "../../model/entities/note-versions.ts";
import type { SealedTexts } from "../../model/entities/parsing/sealed-texts.ts";
import { isContained, withDot } from "../../model/entities/version-vector.ts";
import type { Base, Seen, WritingMeta } from "../../ports/device/local-store.ts";

type Sealed = NoteChange | undefined;

export function planSensitiveCreate(made: NoteChange, texts: SealedTexts): Sealed {
  const writes = sealWrites({ ...made.writes, entities: [{ ...made.note, isEncrypted: true }] }, texts);
  return writes && { writes, note: { ...made.note, isEncrypted: true } };
}

/** Becomes an ordinary save if another device has moved the note out. */
export function planSensitiveSave(
  current: NoteEntity,
  typed: Typed,
  {
    seen,
    nowMs,
    texts,
    merge,
  }: { readonly texts: SealedTexts; readonly merge: MergeNotes | undefined } & { readonly seen: Seen; readonly nowMs: number },
): Sealed | NotSaved {
  const opened = texts.open(current);
  if (opened === undefined) return undefined;
  const bases = (seen.basesOf.get(current.id) ?? []).map((base) => openBase(base, texts));
  const readable: Seen = { ...seen, basesOf: new Map([[current.id, bases]]) };
  const saved = planSave(opened, typed, { seen: readable, nowMs, merge });
  if (typeof saved === "string") return saved;
  const isJoined = !isContained(current.vv, typed.seenVv);
  const writes = sealWrites(markOrphans(saved.writes, opened, { meta: seen.meta, isJoined }), texts);
  return writes && { writes, note: saved.note };
}

/** `files`: new file ids by former ones, for resealed files. */
export type Crossing = { readonly folderId: string | null; readonly files?: ReadonlyMap<string, string> };

const NO_FILES: ReadonlyMap<string, string> = new Map();

/** Seals the note and its versions on this device in one write; files in the drive are erased later (erase.ts). */
export function planMoveIn(
  current: NoteEntity,
  { folderId, files = NO_FILES }: Crossing,
  { seen, nowMs, texts }: { readonly seen: Seen; readonly nowMs: number; readonly texts: SealedTexts },
): Sealed {
  const { pinnedFrom: _left, ...unpinned } = current;
  const { note } = planMove(withNewFiles(unpinned, files), { folderId }, { meta: seen.meta, nowMs });
  // A file that no device has keeps its id, and the vault's seal if it appears later.
  const hidden = withOrphanMark({ ...note, isEncrypted: true }, !isEach(current.attIds, files));
  const orphanMeta = withOrphanedNotes(seen.meta, [hidden], hidden.attIds);
  const writes = sealWrites({ entities: [hidden], meta: { ctr: seen.meta.ctr + 1, ...orphanMeta } }, texts);
  const bases = sealBases(hidden, seen.basesOf.get(current.id) ?? [], texts);
  const versions = (seen.versionsOf.get(current.id) ?? []).flatMap((version) => sealVersion(version, files, texts));
  return writes && { writes: { ...writes, ...bases, versions }, note: hidden };
}

/** Replaces files that a merge brought in by resealed ones. Not an edit by the user, so a concurrent delete of the note wins. */
export function planSealFiles(
  current: NoteEntity,
  files: ReadonlyMap<string, string>,
  { seen: { meta }, texts }: { readonly seen: Seen; readonly texts: SealedTexts },
): Sealed {
  if (!current.isEncrypted || !current.attIds.some((id) => files.has(id))) return { writes: {}, note: current };
  const opened = texts.open(current);
  if (opened === undefined) return undefined;
  const ctr = meta.ctr + 1;
  const isStill = opened.hasStrays === true && !isEach(current.attIds, files);
  const note: NoteEntity = {
    ...withOrphanMark(withNewFiles(opened, files), isStill),
    vv: withDot(current.vv, { device: meta.writer, counter: ctr }),
  };
  const writes = sealWrites({ entities: [note], meta: { ctr } }, texts);
  return writes && { writes, note };
}

export function planMoveOut(
  current: NoteEntity,
  { folderId, files = NO_FILES }: Crossing,
  { meta, nowMs, texts }: { readonly meta: WritingMeta; readonly nowMs: number; readonly texts: SealedTexts },
): Sealed {
  const opened = texts.open(current);
  if (opened === undefined) return undefined;
  const unsealed = { ...withNewFiles(opened, files), folderId, isEncrypted: false };
  const shown = withReferences(withOrphanMark(unsealed, false), []);
  const note = stampEdit(shown, current, nextStamp(meta, nowMs));
  return { writes: { entities: [note], meta: { ctr: meta.ctr + 1 } }, note };
}

/** Drops a version that cannot be sealed. */
function sealVersion(version: KeptVersion, files: ReadonlyMap<string, string>, texts: SealedTexts): readonly KeptVersion[] {
  if (version.note.sealed !== undefined) return [];
  const note = texts.seal({ ...withNewFiles(version.note, files), isEncrypted: true });
  return note === undefined ? [] : [{ ...version, note }];
}

function isEach(fileIds: readonly string[], files: ReadonlyMap<string, string>): boolean {
  return fileIds.every((fileId) => files.has(fileId));
}

function openBase(base: Base, texts: SealedTexts): Base {
  const entity = base.entity.kind === "note" ? texts.open(base.entity) : undefined;
  return entity === undefined ? base : { ...base, entity };
}
