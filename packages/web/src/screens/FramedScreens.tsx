/** What stands at the frame's paths: at once that which must not miss anything, and the frame itself as soon as it is fetched. */
import { Suspense } from "react";
import { Outlet } from "react-router";
import { LateSpinner } from "../shared/ui/LateSpinner.tsx";
import { useSyncNotices } from "./use-sync-notices.ts";

export function FramedScreens() {
  useSyncNotices();
  return (
    <Suspense fallback={<LateSpinner />}>
      <Outlet />
    </Suspense>
  );
}
