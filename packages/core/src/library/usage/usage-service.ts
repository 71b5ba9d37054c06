/** Measures a library, some notes at a time, without changes. */

import type { AttachmentRow } from "../../model/entities/attachment-row.ts";
import { type FolderEntity, isAlive, type NoteEntity } from "../../model/entities/entity.ts";
import { USAGE } from "../../model/limits/limits.ts";
import { formatBytes } from "../../model/readable/bytes.ts";
import { ok, type Result } from "../../model/result.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { Clock } from "../../ports/environment.ts";
import type { Library } from "../index/library-service.ts";
import { folderBytes, noteBytes } from "./usage-log.ts";

export type UsageDeps = { readonly library: Library; readonly clock: Clock; readonly sessionId: string | undefined };

export async function measureUsage({ library, clock, sessionId }: UsageDeps): Promise<Result<StorageUsage, StoreProblem>> {
  const living = [...library.index.entities.values()].filter(isAlive);
  const ids = living.filter(({ kind }) => kind === "note").map(({ id }) => id);
  const measured: Measured[] = [];
  for (let from = 0; from < ids.length; from += USAGE.notesAtOnce) {
    const read = await library.store.readEntities(ids.slice(from, from + USAGE.notesAtOnce));
    if (!read.ok) return read;
    for (const entity of read.value.values()) if (entity.kind === "note") measured.push(measureNote(entity));
  }
  const folders = living.filter((entity): entity is FolderEntity => entity.kind === "folder");
  return ok(sumUsage(measured, { folders, files: library.index.attachments }, { nowMs: clock.now(), sessionId }));
}

/** Storage by the spec's estimate: 2 bytes a character, 500 a note, 200 a folder, files at their size. Spec B §3, B §9. Pure. */
export type StorageUsage = {
  readonly totalBytes: number;
  readonly notesCount: number;
  readonly foldersCount: number;
  readonly formatted: string;
  /** Session id of local mode; absent in an account. */
  readonly sessionId?: string;
  readonly lastCalculated: number;
  /** Largest first; `null` for notes without a folder. */
  readonly folders: readonly FolderUsage[];
};

type FolderUsage = { readonly folderId: string | null; readonly notes: number; readonly bytes: number };

type Measured = {
  readonly folderId: string | null;
  readonly bytes: number;
  readonly attIds: readonly string[];
  /** File size from the note, for files that are not on this device. */
  readonly fileBytes: ReadonlyMap<string, number>;
};

function measureNote(note: NoteEntity): Measured {
  const fileBytes = new Map(note.attachments.map(({ id, sizeBytes }) => [id, sizeBytes]));
  return { folderId: note.folderId, bytes: noteBytes(note), attIds: note.attIds, fileBytes };
}

/** Counts a file once that several notes refer to. */
function sumUsage(
  notes: readonly Measured[],
  { folders, files }: { readonly folders: readonly FolderEntity[]; readonly files: ReadonlyMap<string, AttachmentRow> },
  at: { readonly nowMs: number; readonly sessionId: string | undefined },
): StorageUsage {
  const byFolder = new Map<string | null, { notes: number; bytes: number }>();
  const counted = new Set<string>();
  for (const { folderId, bytes, attIds, fileBytes } of notes) {
    const fresh = attIds.filter((id) => !counted.has(id));
    for (const id of fresh) counted.add(id);
    const freshBytes = sum(fresh.map((id) => files.get(id)?.sizeBytes ?? fileBytes.get(id) ?? 0));
    const known = byFolder.get(folderId) ?? { notes: 0, bytes: 0 };
    byFolder.set(folderId, { notes: known.notes + 1, bytes: known.bytes + bytes + freshBytes });
  }
  const folderUsages = [...byFolder].map(([folderId, sums]) => ({ folderId, ...sums })).sort((a, b) => b.bytes - a.bytes);
  const totalBytes = sum(folderUsages.map(({ bytes }) => bytes)) + sum(folders.map(folderBytes));
  return {
    totalBytes,
    notesCount: notes.length,
    foldersCount: folders.length,
    formatted: formatBytes(totalBytes),
    ...(at.sessionId === undefined ? {} : { sessionId: at.sessionId }),
    lastCalculated: at.nowMs,
    folders: folderUsages,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
