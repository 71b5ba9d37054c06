/**
 * Exports everything stored without an account as one JSON file, for the user to read or move. Not a backup: it lists attachments without
 * their bytes and cannot be restored. Sensitive notes stay sealed. Spec B §3 "Local export". `usage` is taken to be the usage log, which
 * exists nowhere else; the sums of "Storage usage" follow from the notes.
 */

import { foldersById, inShownFolder } from "../../library/folders/folder-hygiene.ts";
import type { Library } from "../../library/index/library-service.ts";
import { projectLibrary } from "../../library/notes/note-projection.ts";
import type { UsageDay } from "../../library/usage/usage-log.ts";
import { type BackupFolder, type BackupNote, toBackupFolder, toBackupNote, toFileStamp } from "../../model/backup/backup-format.ts";
import { isAlive } from "../../model/entities/entity.ts";
import { BACKUP } from "../../model/limits/limits.ts";
import { ok, type Result } from "../../model/result.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { Clock } from "../../ports/environment.ts";

export type LocalExport = {
  readonly sessionId: string | null;
  readonly notes: readonly BackupNote[];
  readonly folders: readonly BackupFolder[];
  readonly usage: readonly UsageDay[];
  /** ISO 8601, UTC. */
  readonly exportedAt: string;
};

export type LocalExportDeps = {
  readonly library: Library;
  readonly readUsage: () => Promise<Result<readonly UsageDay[], StoreProblem>>;
  readonly sessionId: string | undefined;
  readonly clock: Clock;
};

export type ExportedFile = { readonly name: string; readonly text: string };

export async function exportLocal({ library, readUsage, sessionId, clock }: LocalExportDeps): Promise<Result<ExportedFile, StoreProblem>> {
  const nowMs = clock.now();
  const notes = await readNotes(library);
  if (!notes.ok) return notes;
  const usage = await readUsage();
  if (!usage.ok) return usage;
  const exported: LocalExport = {
    sessionId: sessionId ?? null,
    notes: notes.value,
    folders: projectLibrary(library.index, { isSyncing: false }).folders.map(toBackupFolder),
    usage: usage.value,
    exportedAt: new Date(nowMs).toISOString(),
  };
  return ok({ name: `${BACKUP.appName}-export-${toFileStamp(nowMs)}.json`, text: JSON.stringify(exported, null, 2) });
}

async function readNotes(library: Library): Promise<Result<readonly BackupNote[], StoreProblem>> {
  const entities = [...library.index.entities.values()];
  const folders = foldersById(entities);
  const living = entities.filter((entity) => entity.kind === "note" && isAlive(entity));
  const ids = living.map(({ id }) => id).sort();
  const notes: BackupNote[] = [];
  for (let from = 0; from < ids.length; from += BACKUP.groupSize) {
    const read = await library.store.readEntities(ids.slice(from, from + BACKUP.groupSize));
    if (!read.ok) return read;
    for (const entity of read.value.values()) if (entity.kind === "note") notes.push(toBackupNote(inShownFolder(entity, folders)));
  }
  return ok(notes);
}
