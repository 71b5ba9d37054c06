/**
 * Integrates a version from the drive inside one local transaction: nothing new, take it, or merge. sync.md §6.1. Uses the vector in the
 * body, never that in the file's properties. Sealed texts are opened, merged and sealed again; until that is possible they wait. No
 * unencrypted version is stored beside a sealed note. Pure.
 */

import { type Entity, isPurged as isPurgedNote, isSealed, type NoteEntity } from "../model/entities/entity.ts";
import { type SealedTexts, toSealed, toSealedText } from "../model/entities/parsing/sealed-texts.ts";
import { unknownFieldsOf } from "../model/entities/parsing/unknown-fields.ts";
import { isContained, vectorKey, withDot } from "../model/entities/version-vector.ts";
import type { Base, Writes, WritingMeta } from "../ports/device/local-store.ts";
import { basesBeside, commonBase, isSensitive, sealBases, staleBases, toBase } from "./bases.ts";
import { toConflictCopy, toSensitiveCopy, withCause } from "./conflict-copy.ts";
import { hasEqualValues, joinTexts, type Merge, mergeFolders, mergeNotes } from "./merge.ts";
import { toPurged } from "./purge.ts";

export type Integration = {
  readonly writes: Writes;
  readonly outcome: "known" | "taken" | "merged" | "waits";
  /** Entities after this step, for later steps of the same transaction. */
  readonly entities: readonly Entity[];
};

export type Local = {
  readonly mine: Entity | undefined;
  readonly bases: readonly Base[];
  /** Former versions that the note's files carry; used where `bases` has none that both sides contain. */
  readonly carried?: readonly NoteEntity[];
  readonly copyOf: (id: string) => Entity | undefined;
};

export function integrate(theirs: Entity, local: Local, { meta, texts }: Merging): Integration {
  const step = integrateVersion(theirs, local, { meta, texts });
  const now = step.entities.find(({ id }) => id === theirs.id) ?? local.mine;
  return now === undefined || !isPurged(now) ? step : { ...step, writes: withoutTexts(step.writes, theirs.id, local.bases) };
}

function integrateVersion(theirs: Entity, local: Local, { meta, texts }: Merging): Integration {
  const { mine } = local;
  if (mine !== undefined && isContained(theirs.vv, mine.vv)) {
    return { writes: { bases: basesBeside(mine, [theirs], texts) }, outcome: "known", entities: [] };
  }
  if (mine === undefined || isContained(mine.vv, theirs.vv)) return taken(theirs, local.bases, texts);
  return merged(mine, theirs, { local, meta, texts }) ?? { writes: {}, outcome: "waits", entities: [] };
}

/** Removes the texts of all versions of a purged note; their existence stays known. */
function withoutTexts(writes: Writes, id: string, known: readonly Base[]): Writes {
  const bases = [...known, ...(writes.bases ?? [])];
  return { ...writes, bases: bases.map((base) => (base.id === id ? { ...base, entity: toPurged(base.entity) } : base)) };
}

function taken(theirs: Entity, known: readonly Base[], texts: SealedTexts): Integration {
  const base = toBase(theirs);
  const { bases, forgetBases } = sealBases(theirs, known, texts);
  const stale = staleBases([...known, base]);
  return {
    writes: { entities: [theirs], bases: [base, ...bases], forgetBases: [...forgetBases, ...stale] },
    outcome: "taken",
    entities: [theirs],
  };
}

type Merging = { readonly meta: WritingMeta; readonly texts: SealedTexts };
/** Both sides opened, and as they are stored here and in the drive. */
type Sides = { readonly mine: Entity; readonly theirs: Entity; readonly stored: readonly Entity[] };

/** Returns undefined while the merge must wait for a key. */
function merged(mine: Entity, theirs: Entity, { local, meta, texts }: Merging & { readonly local: Local }): Integration | undefined {
  const sides = openSides(mine, theirs, texts);
  if (sides === undefined) return undefined;
  const { merged: values, lost } = mergeSides(sides, local, texts);
  const isSame = hasEqualValues(sides.mine, sides.theirs);
  const ctr = meta.ctr + 1;
  const result = isSame ? values : { ...values, vv: withDot(values.vv, { device: meta.writer, counter: ctr }) };
  const stored = sealLike(result, sides, texts);
  const copies = lost?.kind === "note" ? copiesOf(lost, result, { local, texts }) : [];
  if (stored === undefined || copies === undefined) return undefined;
  const entities = [...copies, stored];
  const { bases, forgetBases } = sealBases(stored, [...local.bases, toBase(theirs)], texts);
  const theirBase = isSensitive(stored) && !isSealed(theirs) ? [] : [toBase(theirs)];
  const replaced = copies.filter(isSealed).map(({ id }) => ({ id, vvKey: vectorKey(local.copyOf(id)?.vv ?? {}) }));
  return {
    writes: {
      entities,
      bases: [...theirBase, ...bases],
      forgetBases: [...forgetBases, ...replaced],
      ...(isSame ? {} : { meta: { ctr } }),
    },
    outcome: "merged",
    entities,
  };
}

/** A device that has just signed in has no base of its own for what two others wrote meanwhile. */
function mergeSides(sides: Sides, local: Local, texts: SealedTexts): Merge<Entity> {
  const { mine, theirs } = sides;
  const base = openBase(local.bases, sides, texts);
  const merge = mergeEntities(base, mine, theirs);
  const { merged: values, lost } = merge;
  if (base !== undefined || lost?.kind !== "note" || values.kind !== "note" || mine.kind !== "note" || theirs.kind !== "note") return merge;
  const carried = openBase((local.carried ?? []).map(toBase), sides, texts);
  if (carried?.kind !== "note") return merge;
  const joint = joinTexts(carried, { merged: values, lost }, lost === mine ? theirs : mine);
  return joint === undefined ? merge : { merged: joint, lost: undefined };
}

/** Equal sealed bytes need not be opened. */
function openSides(mine: Entity, theirs: Entity, texts: SealedTexts): Sides | undefined {
  const stored = [mine, theirs];
  if (mine.kind !== "note" || theirs.kind !== "note" || mine.sealed === theirs.sealed) return { mine, theirs, stored };
  // A purged side has no text to open, and the other side stays as it is.
  if (isPurged(mine) || isPurged(theirs)) return { mine, theirs, stored };
  const [x, y] = [texts.open(mine), texts.open(theirs)];
  return x === undefined || y === undefined ? undefined : { mine: x, theirs: y, stored };
}

function openBase(bases: readonly Base[], { mine, theirs }: Sides, texts: SealedTexts): Entity | undefined {
  const base = commonBase(bases, mine.vv, theirs.vv);
  const isReadAsIs = base?.kind !== "note" || (mine.kind === "note" && mine.sealed !== undefined);
  return isReadAsIs ? base : texts.open(base);
}

/** Reuses an existing seal of the same text, so that all devices that merge the same versions get the same bytes. */
function sealLike(result: Entity, { mine, theirs, stored }: Sides, texts: SealedTexts): Entity | undefined {
  if (result.kind !== "note" || !result.isEncrypted || result.sealed !== undefined || isPurged(result)) return result;
  const same = [mine, theirs].flatMap((side, at) => {
    const known = stored[at];
    return side.kind === "note" && known?.kind === "note" && isWholeInside(known) && hasSameText(side, result) ? [known.sealed] : [];
  });
  const [first] = same.sort();
  return first === undefined ? texts.seal(result) : toSealed(result, first);
}

function hasSameText(a: NoteEntity, b: NoteEntity): boolean {
  return JSON.stringify(toSealedText(a)) === JSON.stringify(toSealedText(b));
}

/** True if no field that belongs inside is beside the envelope, so the seal covers the whole text. */
function isWholeInside(note: NoteEntity): note is NoteEntity & { readonly sealed: string } {
  return note.sealed !== undefined && Object.keys(unknownFieldsOf(note)).length === 0;
}

function copiesOf(
  lost: NoteEntity,
  result: Entity,
  { local, texts }: { readonly local: Local; readonly texts: SealedTexts },
): readonly Entity[] | undefined {
  const isOpened = isSensitive(result) && lost.sealed === undefined && result.kind === "note";
  const copy = isOpened ? texts.seal(toSensitiveCopy(lost, result.vv, result.folderId)) : toConflictCopy(lost, result.vv);
  if (copy === undefined) return undefined;
  const existing = local.copyOf(copy.id);
  if (existing === undefined) return [copy];
  const isNewer = isContained(existing.vv, copy.vv) && !isContained(copy.vv, existing.vv);
  const cause = { id: lost.id, vv: result.vv };
  if (existing.kind !== "note" || (existing.after === undefined && !isNewer)) return [];
  return [isNewer ? { ...copy, after: [...(existing.after ?? []), cause] } : withCause(existing, cause)];
}

function mergeEntities(base: Entity | undefined, mine: Entity, theirs: Entity): Merge<Entity> {
  if (mine.kind === "note" && theirs.kind === "note") return mergeNotes(base?.kind === "note" ? base : undefined, mine, theirs);
  if (mine.kind === "folder" && theirs.kind === "folder") return mergeFolders(base?.kind === "folder" ? base : undefined, mine, theirs);
  throw new Error(`Entity ${mine.id} is a ${mine.kind} here and a ${theirs.kind} in the drive`);
}

function isPurged(entity: Entity): boolean {
  return entity.kind === "note" && isPurgedNote(entity);
}
