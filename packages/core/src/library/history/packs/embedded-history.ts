/**
 * The versions in a note's own file, so that they reach every device without extra requests: each is a delta of the next later one, from
 * the note backwards. They are a field of the sealed record, which earlier app versions carry as an unknown field (decision 0022); notes on
 * a device never have it. sync.md §13, decision 0027. Pure.
 */
import type { Entity, NoteEntity } from "../../../model/entities/entity.ts";
import { type KeptVersion, toKeptVersion } from "../../../model/entities/note-versions.ts";
import { parseEntity } from "../../../model/entities/parsing/parse-entity.ts";
import { EMBEDDED, EMBEDDED_WITHOUT_PACK } from "../../../model/limits/history-limits.ts";
import { isKeptBeside } from "../../index/versions-of-write.ts";
import { applyDeltas, type NoteDelta, toDelta } from "../deltas/note-delta.ts";
import { type PackReference, splitReferences } from "./pack-references.ts";

/** Field name that no note field may have (model/entities/parsing/unknown-fields.ts). */
type Carrying = NoteEntity & { readonly history?: unknown };

export type EmbeddedLimits = { readonly [Name in keyof typeof EMBEDDED]: number };

/** Adds the newest versions to the note for sealing, as many as fit. */
export function withHistory(note: NoteEntity, versions: readonly KeptVersion[], limits: EmbeddedLimits = EMBEDDED): NoteEntity {
  const history: NoteDelta[] = [];
  const own = toKeptVersion(note).key;
  let [later, chars] = [note, 0];
  for (const { note: version } of newestFirst(versions.filter(({ key, note: one }) => key !== own && isKeptBeside(one, note)))) {
    if (history.length >= mostBeside(note, limits)) break;
    const delta = toDelta(later, version);
    chars += JSON.stringify(delta).length;
    if (chars > limits.maxChars) break;
    history.push(delta);
    later = version;
  }
  return history.length === 0 ? note : ({ ...note, history } as NoteEntity);
}

export type Split<Record extends Entity = Entity> = {
  readonly entity: Record;
  readonly versions: readonly KeptVersion[];
  /** References to packs with other versions. */
  readonly references: readonly PackReference[];
  /** Number of carried versions that cannot be read. */
  readonly unreadable: number;
};

/** Splits an opened record into note, versions and references. An unreadable version drops the older ones, never the note. */
export function splitHistory(opened: Entity): Split {
  if (opened.kind !== "note") return { entity: opened, versions: [], references: [], unreadable: 0 };
  const { rest, references } = splitReferences<NoteEntity>(opened);
  if (!("history" in rest)) return { entity: rest, versions: [], references, unreadable: 0 };
  const { history, ...note } = rest as Carrying;
  if (!Array.isArray(history)) return { entity: note, versions: [], references, unreadable: 1 };
  const read = applyDeltas(note, history.slice(0, mostBeside(note, EMBEDDED_WITHOUT_PACK)));
  const broken = read.findIndex((version) => !isWhole(version));
  const versions = (broken === -1 ? read : read.slice(0, broken)).map(toKeptVersion);
  return { entity: note, versions: versionsBeside(versions, note), references, unreadable: history.length - versions.length };
}

/** Returns the versions that may be stored beside the current note. */
export function versionsBeside(versions: readonly KeptVersion[], note: Entity | undefined): readonly KeptVersion[] {
  return note?.kind === "note" ? versions.filter((version) => isKeptBeside(version.note, note)) : [];
}

function isWhole(version: NoteEntity): boolean {
  return parseEntity("note", version.id, version) !== undefined && !("history" in version) && splitReferences(version).rest === version;
}

/** Reduces the number for long texts, because all versions are unpacked with the note. */
function mostBeside({ content, sealed = "" }: NoteEntity, { maxVersions, maxTextChars }: EmbeddedLimits): number {
  return Math.min(maxVersions, Math.floor(maxTextChars / Math.max(1, content.length + sealed.length)));
}

export function newestFirst(versions: readonly KeptVersion[]): readonly KeptVersion[] {
  return [...versions].sort((a, b) => b.note.mtime - a.note.mtime || (a.key < b.key ? 1 : -1));
}
