/** Measures a library, some notes at a time. Reads, and changes nothing. */

import { type FolderEntity, isAlive } from "../../model/entities/entity.ts";
import { USAGE } from "../../model/limits.ts";
import { ok, type Result } from "../../model/result.ts";
import type { Clock } from "../../ports/environment.ts";
import type { StoreProblem } from "../../ports/local-store.ts";
import type { Library } from "../index/library-service.ts";
import { type Measured, measureNote, type StorageUsage, sumUsage } from "./storage-usage.ts";

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
