/** The region of toasts, fetched as soon as the page is shown: nothing waits for it, and what is said meanwhile is shown when it comes. */
import { type ComponentType, useEffect, useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useSignedOutServices } from "../../shared/services.ts";

let region: ComponentType | undefined;

export async function fetchToastRegion(): Promise<ComponentType> {
  region = (await import("./ToastRegion.tsx")).ToastRegion;
  return region;
}

export function StatusToasts() {
  const { status } = useSignedOutServices();
  const shown = useStore(status.store, (state) => state.shown);
  const [Region, setRegion] = useState(() => region);
  // biome-ignore lint/correctness/useExhaustiveDependencies: tried with each thing to say, or one failure would silence all that follows
  useEffect(() => {
    if (Region !== undefined) return;
    fetchToastRegion().then(
      (fetched) => setRegion(() => fetched),
      () => undefined,
    );
  }, [Region, shown]);
  return Region === undefined ? null : <Region />;
}
