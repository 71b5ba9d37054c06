/** History packs: sealed, immutable bundles of versions. The id contains device and time range. sync.md §13, decision 0034. Pure. */
import { hashText } from "../entities/entity-ids.ts";
import type { KeptVersion } from "../entities/note-versions.ts";
import { isFields } from "../entities/parsing/record-values.ts";
import type { HeldTimes, HeldVersions, KnownPack } from "./pack.ts";

export type HistoryPackName = { readonly device: string; readonly fromMs: number; readonly toMs: number };

/** Length of the random part at the end of the id. */
export const HISTORY_PACK_CHARS = 12;
const TIME_CHARS = 11;
const PATTERN = /^history-(.+)-([0-9a-z]{11})-([0-9a-z]{11})-[A-Za-z0-9_-]{12}$/;

export function historyPackId({ device, fromMs, toMs }: HistoryPackName, random: string): string {
  return `history-${device}-${toText(fromMs)}-${toText(toMs)}-${random}`;
}

export function readHistoryPackId(packId: string): HistoryPackName | undefined {
  const [, device, from, to] = PATTERN.exec(packId) ?? [];
  if (device === undefined || from === undefined || to === undefined) return undefined;
  return { device, fromMs: Number.parseInt(from, 36), toMs: Number.parseInt(to, 36) };
}

/** Mark of a version. A version that has been sealed since gets a new mark, so that its unencrypted form is not kept. */
export function markOf({ key, note }: KeptVersion): string {
  return hashText(note.sealed === undefined ? key : `${key}|sealed`);
}

/** `opaque`: records that this device cannot read, distinguished by their bytes. */
export function toHeld(versions: readonly KeptVersion[], opaque: readonly OpaqueRecord[] = []): readonly HeldVersions[] {
  const byNote = new Map<string, KeptVersion[]>();
  for (const version of versions) byNote.set(version.noteId, [...(byNote.get(version.noteId) ?? []), version]);
  const read = [...byNote].map(([id, ofNote]) => {
    const attIds = [...new Set(ofNote.flatMap(({ note }) => note.attIds))];
    const isInClear = ofNote.some(({ note }) => note.sealed === undefined);
    const at = ofNote.map(({ note }) => note.mtime).sort((a, b) => a - b);
    const times: HeldTimes = [at[0] as number, at.at(-1) as number];
    return { id, marks: ofNote.map(markOf), times, ...(attIds.length > 0 ? { attIds } : {}), ...(isInClear ? { isInClear } : {}) };
  });
  return [...read, ...opaque.map(heldUnread)];
}

function heldUnread({ noteId = "", isInClear, record }: OpaqueRecord): HeldVersions {
  return { id: noteId, marks: [hashText(JSON.stringify(record))], isUnread: true, ...(isInClear ? { isInClear } : {}) };
}

/** True if the pack's content is not known here yet. */
export function isUnreadHistory({ held, isUnreadable }: KnownPack): boolean {
  return held === undefined && isUnreadable !== true;
}

/** Content of an intact pack that was read or written here; undefined if unknown, so that the pack is ignored. */
export function heldIn({ held, isUnreadable }: KnownPack): readonly HeldVersions[] | undefined {
  return isUnreadable === true || !Array.isArray(held) ? undefined : held.filter(isHeld);
}

/** Validates the row, since this device's database may be damaged. */
function isHeld(value: unknown): boolean {
  return isFields(value) && typeof value.id === "string" && Array.isArray(value.marks);
}

export function countHeld(pack: KnownPack): number {
  return (heldIn(pack) ?? []).reduce((sum, { marks }) => sum + marks.length, 0);
}

function toText(ms: number): string {
  return Math.max(0, Math.floor(ms)).toString(36).padStart(TIME_CHARS, "0");
}

export type OpaqueRecord = {
  /** Undefined if the record does not name a note. */
  readonly noteId?: string;
  /** True if part of it is not sealed for the Sensitive folder. */
  readonly isInClear: boolean;
  readonly record: unknown;
};

/** Wraps an unreadable record of a history pack, damaged or newer. Combined packs carry it unchanged. Decision 0034. Pure. */
export function toOpaque(record: unknown): OpaqueRecord {
  const entity = isFields(record) && isFields(record.entity) ? record.entity : {};
  const isInClear = typeof entity.sealed !== "string" || showsText(record);
  return { isInClear, record, ...(typeof entity.id === "string" ? { noteId: entity.id } : {}) };
}

/** Fields of a note or delta that contain the user's text. */
const TEXTS: ReadonlySet<string> = new Set(["title", "content", "edits"]);

function showsText(record: unknown): boolean {
  let isShown = false;
  JSON.stringify(record, (name, value: unknown) => {
    if (TEXTS.has(name) && (typeof value === "string" || Array.isArray(value)) && value.length > 0) isShown = true;
    return value;
  });
  return isShown;
}
