/** The user chose the connected drive: forgets the former one; the next cycle merges and uploads. sync.md §7.3. Pure plan. */

import type { Library } from "../../library/index/library-service.ts";
import type { SyncIndex } from "../../library/index/sync-index.ts";
import { toOtherDrive } from "../../model/entities/attachment-row.ts";
import type { Result } from "../../model/result.ts";
import type { StoreProblem, SyncMeta, Writes } from "../../ports/device/local-store.ts";
import type { RemoteTarget } from "../../ports/remote/remote-store.ts";

/** File ids belong to one drive account, so those in stock go as well; bases are versions of the notes themselves and stay. */
const FRESH: Partial<SyncMeta> = {
  target: undefined,
  cursor: undefined,
  auditAt: 0,
  idPool: [],
  initialSyncCompleted: false,
  lastCompleteAt: undefined,
  packDueAt: undefined,
  collectedAuditAt: undefined,
};

/** `to`: where the library is known to be; without it the next cycle finds or makes its folder. */
function planSwitchTarget(index: SyncIndex, to: RemoteTarget | undefined): Writes {
  const fileIds = [...index.allFiles()].map(({ fileId }) => fileId);
  return {
    forgetRemote: fileIds,
    untaint: [...new Set([...fileIds, ...index.tainted])],
    forgetCreating: [...index.creating.keys()],
    forgetAttempts: [...index.attempts.keys()],
    forgetPacks: [...index.packs.keys()],
    attachments: [...index.attachments.values()].map(toOtherDrive),
    forgetUnreferenced: [...index.unreferenced.keys()],
    meta: { ...FRESH, target: to },
  };
}

/** Another tab may have seen files that this one has not: the index is read again first. */
export async function switchTarget(library: Library, to?: RemoteTarget): Promise<Result<void, StoreProblem>> {
  const reloaded = await library.reload();
  if (!reloaded.ok) return reloaded;
  const writes = planSwitchTarget(library.index, to);
  return library.transact({}, () => ({ writes, answer: undefined }), { origin: "sync", durability: "strict" });
}
