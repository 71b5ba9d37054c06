/** Keeping all attachments offline: which files of living notes are here, and which are missing. Pure. sync.md §11. */

import type { AttachmentRow } from "../../model/entities/attachment-row.ts";
import { isAlive, type LightEntity } from "../../model/entities/entity.ts";
import { ATTACHMENT, OFFLINE_FILES } from "../../model/limits/limits.ts";

export type MissingFile = {
  readonly id: string;
  readonly isSensitive: boolean;
  /** Undefined if no note states the size. */
  readonly sizeBytes: number | undefined;
};

export type OfflineCount = {
  readonly all: number;
  readonly here: number;
  readonly hereBytes: number;
  readonly missing: readonly MissingFile[];
};

export function countOffline(entities: Iterable<LightEntity>, rows: ReadonlyMap<string, AttachmentRow>): OfflineCount {
  const seen = new Set<string>();
  const missing = new Map<string, MissingFile>();
  let hereBytes = 0;
  for (const entity of entities) {
    if (entity.kind === "folder" || !isAlive(entity)) continue;
    for (const id of entity.attIds) {
      const row = rows.get(id);
      if (row === undefined) missing.set(id, toMissing(id, entity, missing.get(id)));
      else if (!seen.has(id)) hereBytes += row.sealedBytes;
      seen.add(id);
    }
  }
  return { all: seen.size, here: seen.size - missing.size, hereBytes, missing: [...missing.values()] };
}

/** True if there is space for the file and for notes; also true if the browser does not report free space. */
export function hasSpaceFor({ sizeBytes = ATTACHMENT.maxBytes }: MissingFile, freeBytes: number | undefined): boolean {
  return freeBytes === undefined || freeBytes - sizeBytes >= OFFLINE_FILES.leftFreeBytes;
}

type Naming = Pick<Extract<LightEntity, { kind: "note" }>, "attachments" | "isEncrypted">;

function toMissing(id: string, { attachments, isEncrypted }: Naming, known: MissingFile | undefined): MissingFile {
  const sizeBytes = attachments.find((attachment) => attachment.id === id)?.sizeBytes ?? known?.sizeBytes;
  return { id, isSensitive: isEncrypted || known?.isSensitive === true, sizeBytes };
}
