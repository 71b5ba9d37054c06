/** Says how syncing goes, as long as the library's screens are there. What is said when is core/status. Spec B §4 "Startup and initial sync". */
import { PATHS } from "@satchel/core/routing/routes.ts";
import { watchSync } from "@satchel/core/status/sync-notices-service.ts";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { useLibrary, useServices } from "../../shared/services.ts";

export function useSyncNotices(): void {
  const { status } = useServices();
  const { sync, notes, isInitialSync } = useLibrary();
  const navigate = useNavigate();
  useEffect(
    () =>
      watchSync({
        sync,
        status,
        noteCount: () => notes.store.getState().notes.length,
        isInitial: isInitialSync,
        workOffline: () => navigate(PATHS.localMode),
      }),
    [sync, status, notes, isInitialSync, navigate],
  );
}
