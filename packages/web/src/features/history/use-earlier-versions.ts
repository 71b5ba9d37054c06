/** Versions that are in the drive and not on this device yet: fetched while the history is shown, until it is closed. Decision 0034. */
import type { HistoryService } from "@satchel/core/library/history/history-service-types.ts";
import { useCallback, useEffect, useRef, useState } from "react";

export type Earlier =
  | { readonly kind: "none" }
  | { readonly kind: "fetching"; readonly done: number; readonly total: number }
  | { readonly kind: "incomplete"; readonly retry: () => void };

/** `onRead`: there is more to list. */
export function useEarlierVersions(service: HistoryService, onRead: () => unknown): Earlier {
  const [earlier, setEarlier] = useState<Earlier>({ kind: "none" });
  const run = useRef({ isStopped: true });
  const read = useRef(onRead);
  read.current = onRead;
  const fetch = useCallback(async (): Promise<void> => {
    const own = { isStopped: false };
    run.current = own;
    const outcome = await service.fetchEarlier({
      isStopped: () => own.isStopped,
      onRead(done, total) {
        if (own.isStopped) return;
        setEarlier({ kind: "fetching", done, total });
        read.current();
      },
    });
    if (!own.isStopped) setEarlier(outcome === "complete" ? { kind: "none" } : { kind: "incomplete", retry: () => void fetch() });
  }, [service]);
  useEffect(() => {
    void fetch();
    return () => {
      run.current.isStopped = true;
    };
  }, [fetch]);
  return earlier;
}
