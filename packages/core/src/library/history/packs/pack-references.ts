/** History packs with versions of a note, as listed in the note's own file, so that only needed packs are fetched. sync.md §13. Pure. */
import { heldIn, readHistoryPackId } from "../../../model/drive/history-pack.ts";
import type { AnnouncedVersions, KnownPack } from "../../../model/drive/pack.ts";
import { historyPacks } from "../../../model/drive/primary-pack.ts";
import type { NoteEntity } from "../../../model/entities/entity.ts";
import { isCount, isTime } from "../../../model/entities/parsing/ranges.ts";
import type { Writes } from "../../../ports/device/local-store.ts";
import type { SyncIndex } from "../../index/sync-index.ts";

type Packs = ReadonlyMap<string, KnownPack>;

export type PackReference = {
  readonly packId: string;
  /** The drive's time. A pack that absorbed this one was written later. */
  readonly writtenAt: number;
  /** Number of versions of the note, and their time range. */
  readonly count: number;
  readonly fromMs: number;
  readonly toMs: number;
};

/** Field name that no note field may have (model/entities/parsing/unknown-fields.ts). */
const FIELD = "historyPacks";
/** Notes have a handful; further ones in a damaged or hostile record are ignored. */
const MAX_REFERENCES = 64;

type ByNote = ReadonlyMap<string, readonly PackReference[]>;

/** Cache, valid while the packs are unchanged. */
const known = new WeakMap<SyncIndex, { readonly packs: readonly KnownPack[]; readonly byNote: ByNote }>();

/** Latest first. */
export function referencesOf(index: SyncIndex, noteId: string): readonly PackReference[] {
  const packs = historyPacks(index.packs);
  const before = known.get(index);
  const isSame = before?.packs.length === packs.length && packs.every((pack, at) => pack === before.packs[at]);
  const byNote = isSame ? before.byNote : groupByNote(packs);
  known.set(index, { packs, byNote });
  return byNote.get(noteId) ?? [];
}

function groupByNote(packs: readonly KnownPack[]): ByNote {
  const byNote = new Map<string, PackReference[]>();
  for (const pack of packs)
    for (const [noteId, versions] of announcedOf(pack)) {
      const ofNote = byNote.get(noteId) ?? [];
      ofNote.push(toReference(pack, versions));
      byNote.set(noteId, ofNote);
    }
  for (const ofNote of byNote.values()) ofNote.sort((a, b) => b.toMs - a.toMs);
  return byNote;
}

type Announced = AnnouncedVersions[string];

function toReference({ packId, writtenAt }: KnownPack, [count, fromMs, toMs]: Announced): PackReference {
  return { packId, writtenAt, count, fromMs, toMs };
}

function announcedOf(pack: KnownPack): readonly (readonly [string, Announced])[] {
  const held = heldIn(pack);
  if (held === undefined) return Object.entries(pack.announced ?? {}).filter(([, versions]) => isAnnounced(versions));
  const { fromMs = 0, toMs = 0 } = readHistoryPackId(pack.packId) ?? {};
  return held.flatMap(({ id, marks, times = [fromMs, toMs] }) => (id === "" ? [] : [[id, [marks.length, ...times]] as const]));
}

/** Validates the row, since this device's database may be damaged. */
function isAnnounced(value: unknown): boolean {
  return Array.isArray(value) && value.length === 3 && value.every(isTime);
}

/** Adds this device's references to the note for sealing. */
export function withReferences(note: NoteEntity, references: readonly PackReference[]): NoteEntity {
  if (references.length === 0) return note;
  const rows = references
    .slice(0, MAX_REFERENCES)
    .map(({ packId, writtenAt, count, fromMs, toMs }) => [packId, writtenAt, count, fromMs, toMs]);
  return { ...note, [FIELD]: rows } as NoteEntity;
}

export function splitReferences<Record extends object>(
  opened: Record,
): { readonly rest: Record; readonly references: readonly PackReference[] } {
  if (!(FIELD in opened)) return { rest: opened, references: [] };
  const { [FIELD]: rows, ...rest } = opened as Record & { readonly [FIELD]?: unknown };
  const references = Array.isArray(rows) ? rows.slice(0, MAX_REFERENCES).flatMap(parseReference) : [];
  return { rest: rest as unknown as Record, references };
}

function parseReference(row: unknown): readonly PackReference[] {
  if (!Array.isArray(row)) return [];
  const [packId, writtenAt, count, fromMs, toMs] = row;
  if (typeof packId !== "string" || readHistoryPackId(packId) === undefined) return [];
  if (![writtenAt, fromMs, toMs].every(isTime) || !isCount(count) || count === 0) return [];
  return [{ packId, writtenAt, count, fromMs, toMs }];
}

export type NoteReferences = { readonly noteId: string; readonly references: readonly PackReference[] };

/** Returns the pack rows that change because of references in notes' files. */
export function planReferences(packs: Packs, notes: readonly NoteReferences[]): readonly KnownPack[] {
  const present = historyPacks(packs);
  const changed = new Map<string, KnownPack>();
  for (const { noteId, references } of notes)
    for (const reference of references) {
      const found = findPack(present, reference);
      const pack = found && (changed.get(found.fileId) ?? found);
      const announced = pack && heldIn(pack) === undefined ? announce(pack.announced ?? {}, noteId, reference) : undefined;
      if (pack !== undefined && announced !== undefined) changed.set(pack.fileId, { ...pack, announced });
    }
  return [...changed.values()];
}

/** Returns undefined if the announcement is already known. Versions of two absorbed packs are added up in the remaining one. */
function announce(before: AnnouncedVersions, noteId: string, { count, fromMs, toMs }: PackReference): AnnouncedVersions | undefined {
  const [known, from, to] = Object.hasOwn(before, noteId) ? (before[noteId] as Announced) : [0, fromMs, toMs];
  if (known >= count && from <= fromMs && to >= toMs) return undefined;
  const isApart = known > 0 && (fromMs > to || toMs < from);
  return { ...before, [noteId]: [isApart ? known + count : Math.max(known, count), Math.min(from, fromMs), Math.max(to, toMs)] };
}

/**
 * Returns the pack itself, or the one that absorbed it: the first one written later whose time range includes its own, preferably by the
 * same device.
 */
function findPack(packs: readonly KnownPack[], { packId, writtenAt, fromMs, toMs }: PackReference): KnownPack | undefined {
  const itself = packs.find((pack) => pack.packId === packId);
  if (itself !== undefined) return itself;
  const { device } = readHistoryPackId(packId) ?? {};
  const since = packs
    .filter((pack) => {
      const name = readHistoryPackId(pack.packId);
      return name !== undefined && pack.writtenAt >= writtenAt && name.fromMs <= fromMs && name.toMs >= toMs;
    })
    .sort((a, b) => a.writtenAt - b.writtenAt || (a.packId < b.packId ? -1 : 1));
  return since.find((pack) => readHistoryPackId(pack.packId)?.device === device) ?? since[0];
}

/** Moves the announcements of removed packs to the packs that absorbed them. */
export function moveReferences(packs: Packs, goneIds: readonly string[]): readonly KnownPack[] {
  const gone = goneIds.flatMap((fileId) => packs.get(fileId) ?? []);
  if (gone.length === 0) return [];
  const left = new Map([...packs].filter(([fileId]) => !goneIds.includes(fileId)));
  const notes = gone.flatMap((pack) =>
    announcedOf(pack).map(([noteId, versions]) => ({ noteId, references: [toReference(pack, versions)] })),
  );
  return planReferences(left, notes);
}

/** Written when history packs disappear: makes this device check which of its versions are packed. */
export const LOOK_AGAIN = { meta: { historyCtr: undefined } } as const;

export function lostHistory(packs: ReadonlyMap<string, KnownPack>, fileIds: readonly string[]): Writes {
  return { ...LOOK_AGAIN, forgetPacks: fileIds, packs: moveReferences(packs, fileIds) };
}
