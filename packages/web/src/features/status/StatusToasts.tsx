/** The toast region, loaded once the page is shown. Messages in between are shown when it arrives. */
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
  useEffect(() => status.connectPainter(), [status]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: retries with each message, because one failed load would silence all later ones
  useEffect(() => {
    if (Region !== undefined) return;
    fetchToastRegion().then(
      (fetched) => setRegion(() => fetched),
      () => undefined,
    );
  }, [Region, shown]);
  return Region === undefined ? null : <Region />;
}
