/** Which history packs hold versions of a note, from the note's own file, so that only needed packs are fetched. sync.md §13. Pure. */
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
  /** The drive's time: a pack that took in this one was written later. */
  readonly writtenAt: number;
  /** So many versions of the note, from when to when. */
  readonly count: number;
  readonly fromMs: number;
  readonly toMs: number;
};

/** A name that no field of a note has (model/entities/parsing/unknown-fields.ts). */
const FIELD = "historyPacks";
/** There are a handful; what a damaged or hostile record names beyond is left. */
const MAX_REFERENCES = 64;

type ByNote = ReadonlyMap<string, readonly PackReference[]>;

/** Worked out again only where the packs are others. */
const known = new WeakMap<SyncIndex, { readonly packs: readonly KnownPack[]; readonly byNote: ByNote }>();

/** The latest first. */
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

/** The row comes from this device's own database, which may be damaged. */
function isAnnounced(value: unknown): boolean {
  return Array.isArray(value) && value.length === 3 && value.every(isTime);
}

/** As it is sealed: with what this device knows of the packs that hold its versions. */
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

/** The rows of packs that change by what notes' files say of them. */
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

/** Undefined where that is known already. Of two that took each other's place both are said to be in the one that is left. */
function announce(before: AnnouncedVersions, noteId: string, { count, fromMs, toMs }: PackReference): AnnouncedVersions | undefined {
  const [known, from, to] = Object.hasOwn(before, noteId) ? (before[noteId] as Announced) : [0, fromMs, toMs];
  if (known >= count && from <= fromMs && to >= toMs) return undefined;
  const isApart = known > 0 && (fromMs > to || toMs < from);
  return { ...before, [noteId]: [isApart ? known + count : Math.max(known, count), Math.min(from, fromMs), Math.max(to, toMs)] };
}

/** Itself, or what took it in: the first that was written since and whose times include its own, by the same device where there is one. */
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

/** What packs that are gone held is said of those that took them in. */
export function moveReferences(packs: Packs, goneIds: readonly string[]): readonly KnownPack[] {
  const gone = goneIds.flatMap((fileId) => packs.get(fileId) ?? []);
  if (gone.length === 0) return [];
  const left = new Map([...packs].filter(([fileId]) => !goneIds.includes(fileId)));
  const notes = gone.flatMap((pack) =>
    announcedOf(pack).map(([noteId, versions]) => ({ noteId, references: [toReference(pack, versions)] })),
  );
  return planReferences(left, notes);
}

/** Written when history packs are gone: their versions count as held, and this device's own as unpacked, until checked. */
export const LOOK_AGAIN = { meta: { historyCtr: undefined } } as const;

export function lostHistory(packs: ReadonlyMap<string, KnownPack>, fileIds: readonly string[]): Writes {
  return { ...LOOK_AGAIN, forgetPacks: fileIds, packs: moveReferences(packs, fileIds) };
}
