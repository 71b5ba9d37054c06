/** Content at the frame's paths: always mounted listeners, and the frame once it has loaded. */
import { type ReactNode, Suspense } from "react";
import { DelayedSpinner } from "../../shared/ui/DelayedSpinner.tsx";
import { InnerScreen } from "../actions/frame-context.ts";
import { useSyncNotices } from "./use-sync-notices.ts";

type FramedScreensProps = { readonly frame: ReactNode; readonly page: ReactNode };

export function FramedScreens({ frame, page }: FramedScreensProps) {
  useSyncNotices();
  return (
    <Suspense fallback={<DelayedSpinner />}>
      <InnerScreen value={page}>{frame}</InnerScreen>
    </Suspense>
  );
}
