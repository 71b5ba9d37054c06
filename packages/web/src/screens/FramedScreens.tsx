/** What stands at the frame's paths: at once that which must not miss anything, and the frame itself as soon as it is fetched. */
import { type ReactNode, Suspense } from "react";
import { LateSpinner } from "../shared/ui/LateSpinner.tsx";
import { InnerScreen } from "./frame-context.ts";
import { useSyncNotices } from "./use-sync-notices.ts";

type FramedScreensProps = { readonly frame: ReactNode; readonly page: ReactNode };

export function FramedScreens({ frame, page }: FramedScreensProps) {
  useSyncNotices();
  return (
    <Suspense fallback={<LateSpinner />}>
      <InnerScreen value={page}>{frame}</InnerScreen>
    </Suspense>
  );
}
