/**
 * Reports syncing when the user may wonder: a first sync that fails, takes long or completes. Rules: decide-sync-notice.ts. Spec B §4, B
 * §8.
 */
import { SYNC_TOAST } from "../../model/limits/limits.ts";
import type { ReadableStore } from "../../model/store.ts";
import type { SyncService, SyncState } from "../../sync/schedule/sync-service-types.ts";
import { decideSyncNotice, type SyncNotice } from "./decide-sync-notice.ts";
import type { ShowOptions, StatusService } from "./status-service.ts";

export type SyncNoticesDeps = {
  readonly sync: Pick<SyncService, "syncNow"> & { readonly store: ReadableStore<SyncState> };
  readonly status: StatusService;
  readonly noteCount: () => number;
  /** True until a first complete sync of this device was reported. */
  readonly isInitial: boolean;
  readonly onComplete: () => void;
  readonly workOffline: () => void;
};

/** Subject shared with the Sync button, whose result replaces this message. */
const SUBJECT = "sync";

/** Returns a function that stops the reports. */
export function watchSync({ sync, status, noteCount, isInitial, onComplete, workOffline }: SyncNoticesDeps): () => void {
  let streak = 0;
  let wasInitial = isInitial;
  const optionsOf: Readonly<Record<SyncNotice, ShowOptions>> = {
    "initial-sync-slow": { durationMs: SYNC_TOAST.initialMs },
    "initial-sync-failed": { durationMs: SYNC_TOAST.initialMs, action: { run: () => void sync.syncNow() } },
    "initial-sync-incomplete": {},
    "work-offline-offer": { durationMs: SYNC_TOAST.offerMs, action: { run: workOffline } },
    "notes-load-failed": {},
    "using-cached-notes": {},
  };
  const completed = (): void => {
    if (wasInitial) status.show({ id: "full-sync-active" }, { subject: SUBJECT });
    wasInitial = false;
    streak = 0;
    onComplete();
  };
  // The first sync was complete before anyone watched.
  if (wasInitial && sync.store.getState().lastCompleteAt !== undefined) completed();
  return sync.store.subscribe((state, before) => {
    if (state.phase === before.phase || before.phase !== "syncing") return;
    if (state.phase === "idle") return completed();
    if (state.phase !== "waiting" || state.problem === undefined) return;
    streak += 1;
    const notice = decideSyncNotice({ problem: state.problem.kind, streak, isInitial: wasInitial, noteCount: noteCount() });
    if (notice === undefined) return;
    status.show({ id: notice }, { subject: SUBJECT, ...optionsOf[notice] });
  });
}
