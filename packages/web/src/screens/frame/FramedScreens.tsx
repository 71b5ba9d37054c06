/** What is at the frame's paths: at once that which must not miss anything, and the frame itself as soon as it is fetched. */
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
