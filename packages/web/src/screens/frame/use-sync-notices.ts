/** Toasts about syncing from the moment the library opens, even before its screens are loaded. Rules: core/status. Spec B §4. */
import { SYNC_TOAST } from "@satchel/core/model/limits/limits.ts";
import { PATHS } from "@satchel/core/model/routes.ts";
import { watchSync } from "@satchel/core/workspace/notifications/sync-notices-service.ts";
import { useEffect } from "react";
import { useNavigate } from "../../shared/router/router.ts";
import { type LibraryState, useServices } from "../../shared/services.ts";

/** Syncs whose first completion was reported. The first may complete during onboarding, before these screens are there. */
const reported = new WeakSet<object>();

export function useSyncNotices(): void {
  const { library, status } = useServices();
  const navigate = useNavigate();
  useEffect(() => {
    let stop: () => void = () => undefined;
    const follow = (state: LibraryState): void => {
      stop();
      stop = () => undefined;
      if (state.kind !== "open") return;
      const { sync, notes, wasInitialSync, recreatedCache, unreadableFolders } = state.library;
      if (unreadableFolders > 0) status.show({ id: "folder-problem", action: "load" });
      if (recreatedCache !== undefined) status.show({ id: "cache-recreated", ...recreatedCache }, { durationMs: SYNC_TOAST.offerMs });
      stop = watchSync({
        sync,
        status,
        noteCount: () => notes.store.getState().notes.length,
        isInitial: wasInitialSync && !reported.has(sync),
        onComplete: () => void reported.add(sync),
        workOffline: () => navigate(PATHS.localMode),
      });
    };
    follow(library.getState());
    const unsubscribe = library.subscribe(follow);
    return () => {
      unsubscribe();
      stop();
    };
  }, [library, status, navigate]);
}
