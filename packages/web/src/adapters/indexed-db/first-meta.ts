/** The bookkeeping of a database that was just made. A new database is a new device: its id is never used again after a wipe. */
import type { SyncMeta } from "@satchel/core/ports/local-store.ts";

export function firstMeta(deviceId: string): SyncMeta {
  return {
    deviceId,
    formerIds: [],
    ctr: 0,
    cursor: undefined,
    auditAt: 0,
    target: undefined,
    vaultId: undefined,
    idPool: [],
    initialSyncCompleted: false,
    lastCompleteAt: undefined,
    packDueAt: undefined,
    collectedAuditAt: undefined,
  };
}
