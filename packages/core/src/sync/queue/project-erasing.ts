/**
 * Lists for the user where the drive still holds unencrypted text of notes that are sensitive now: versions that are deleted for good once a look
 * has confirmed that they are superseded (erase.ts), and packs that wait for their turn. Pure. encryption.md 3.5 (9).
 */

import type { SyncIndex } from "../../library/index/sync-index.ts";
import type { RemoteFile } from "../../model/drive/remote-file.ts";
import { isAlive } from "../../model/entities/entity.ts";

export type ErasingNote = {
  readonly noteId: string;
  readonly fileCount: number;
  /** When the last of them goes, as far as is known. */
  readonly eraseAtMs: number | undefined;
};

export function projectErasing(index: SyncIndex): readonly ErasingNote[] {
  const packed = countPacked(index);
  return [...index.entities.values()].flatMap((entity) => {
    if (entity.kind !== "note" || !entity.isEncrypted || !isAlive(entity)) return [];
    const isFileInClear = ({ sealed, unreadable, packedIn }: RemoteFile): boolean =>
      sealed !== true && unreadable === undefined && packedIn === undefined;
    const files = index.filesOf(entity.id).filter(isFileInClear);
    const fileCount = files.length + (packed.get(entity.id) ?? 0);
    if (fileCount === 0) return [];
    const times = files.flatMap(({ eraseAt }) => eraseAt ?? []);
    return [{ noteId: entity.id, fileCount, eraseAtMs: times.length === 0 ? undefined : Math.max(...times) }];
  });
}

function countPacked({ packs }: SyncIndex): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { entries } of packs.values())
    for (const { id, sealed } of entries ?? []) if (sealed !== true) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
