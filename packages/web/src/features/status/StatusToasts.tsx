/** The region of toasts, fetched as soon as the page stands: nothing waits for it, and what is said meanwhile is shown when it comes. */
import { Suspense } from "react";
import { late } from "../../shared/late.ts";

const LateRegion = late(async () => (await import("./ToastRegion.tsx")).ToastRegion);
export const fetchToastRegion = LateRegion.fetch;

export function StatusToasts() {
  return (
    <Suspense>
      <LateRegion />
    </Suspense>
  );
}
