/** Converts a note's versions to backup records and back. Decision 0035. Pure. */
import { isEntityId } from "@satchel/contract/ids.ts";
import { addVersions, readRun, toRun } from "../../library/history/deltas/kept-runs.ts";
import { textCharsOfRun } from "../../library/history/deltas/note-delta.ts";
import { isKeptBeside } from "../../library/index/versions-of-write.ts";
import type { HistoryRecord } from "../../model/backup/backup-history.ts";
import { isAlive, type NoteEntity } from "../../model/entities/entity.ts";
import { type KeptVersion, toKeptVersion } from "../../model/entities/note-versions.ts";
import { parseEntity } from "../../model/entities/parsing/parse-entity.ts";
import { isFields } from "../../model/entities/parsing/record-values.ts";
import { BACKUP } from "../../model/limits/limits.ts";
import type { Seen, Writes } from "../../ports/device/local-store.ts";

export function toHistoryRecords(noteId: string, versions: readonly KeptVersion[]): readonly HistoryRecord[] {
  const inClear = versions.filter(({ note }) => note.sealed === undefined);
  const runs = addVersions([], [], inClear).map(({ run }) => ({ run }));
  // A reader rejects longer records, so a run that is too long becomes one record per version.
  const fitting = runs.flatMap(({ run }) =>
    JSON.stringify(run).length < BACKUP.maxRecordChars / 2
      ? [{ run }]
      : readRun(run).map(({ note }) => ({ run: { first: note, next: [] } })),
  );
  const sealed = versions.flatMap(({ note }) => (note.sealed === undefined ? [] : [{ sealed: note }]));
  return [...fitting, ...sealed].map((record, at) => ({ id: `${noteId} ${at}`, noteId, ...record }));
}

/** Attachment fields of each version in the record. */
export function filesOfRecord(record: HistoryRecord): readonly Pick<NoteEntity, "attachments" | "attIds" | "sealed">[] {
  if ("sealed" in record) return [record.sealed];
  const { first, next } = record.run;
  return [first, ...next.map(({ set }) => ({ attachments: [], attIds: [], ...set }))];
}

export function parseHistoryRecord(value: unknown): HistoryRecord | undefined {
  if (!isFields(value) || typeof value.id !== "string" || !isEntityId(value.noteId)) return undefined;
  const { id, noteId } = value;
  const run = toRun(noteId, value.run);
  if (run !== undefined) return { id, noteId, run };
  const sealed = parseEntity("note", noteId, value.sealed);
  return sealed?.kind === "note" && sealed.sealed !== undefined ? { id, noteId, sealed } : undefined;
}

/** Returns how many characters of text the versions of a record have together, without unpacking them. */
export function unpackedChars(record: HistoryRecord): number {
  if ("sealed" in record) return record.sealed.sealed?.length ?? 0;
  return textCharsOfRun(record.run).reduce((sum, chars) => sum + chars, 0);
}

/** Returns the versions that can be rebuilt completely. */
export function versionsOfRecord(record: HistoryRecord): readonly KeptVersion[] {
  return "sealed" in record ? [toKeptVersion(record.sealed)] : readRun(record.run);
}

export type RestoredHistory = { readonly writes: Writes; readonly added: number };

/** Plans the versions to add: those of living notes that the library does not have yet. */
export function planRestoreHistory(versions: readonly KeptVersion[], { entities, versionsOf }: Seen): RestoredHistory {
  const added = versions.filter(({ noteId, key, note }) => {
    const current = entities.get(noteId);
    if (current?.kind !== "note" || !isAlive(current) || !isKeptBeside(note, current)) return false;
    return toKeptVersion(current).key !== key && versionsOf.get(noteId)?.some((one) => one.key === key) !== true;
  });
  return { writes: added.length === 0 ? {} : { versions: added }, added: added.length };
}
