/** Versions in the drive that are not on this device yet: offered by time, and fetched on request. Decision 0034. */
import type { Earlier, FetchOutcome, HistoryService } from "@satchel/core/library/history/history-service-types.ts";
import { useCallback, useEffect, useRef, useState } from "react";

export type EarlierView = Earlier & {
  /** Progress of fetching, in packs. */
  readonly fetching: { readonly packIds: readonly string[]; readonly done: number; readonly of: number } | undefined;
  /** Set if the last attempt brought less than was requested. */
  readonly problem: Exclude<FetchOutcome, "complete" | "stopped"> | undefined;
  readonly fetch: (packIds: readonly string[]) => void;
  readonly cancel: () => void;
};

const NONE: Earlier = { known: [], otherPackIds: [] };

/** `rows`: reloads the offer when it changes, because there may be less to fetch. `onRead`: called when there is more to list. */
type Listed = { readonly rows: unknown; readonly onRead: () => unknown };

export function useEarlierVersions(service: HistoryService, noteId: string, { rows, onRead }: Listed): EarlierView {
  const [earlier, setEarlier] = useState(NONE);
  const [fetching, setFetching] = useState<EarlierView["fetching"]>();
  const [problem, setProblem] = useState<EarlierView["problem"]>();
  const run = useRef({ isStopped: true });
  const read = useRef(onRead);
  read.current = onRead;
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that are here now may be among the offered ones
  useEffect(() => {
    let isGone = false;
    void service.earlier(noteId).then((found) => !isGone && setEarlier(found));
    return () => {
      isGone = true;
    };
  }, [service, noteId, rows]);
  const cancel = useCallback((): void => {
    run.current.isStopped = true;
    setFetching(undefined);
  }, []);
  useEffect(
    () => () => {
      run.current.isStopped = true;
    },
    [],
  );
  const fetch = async (packIds: readonly string[]): Promise<void> => {
    run.current.isStopped = true;
    const own = { isStopped: false };
    run.current = own;
    setProblem(undefined);
    setFetching({ packIds, done: 0, of: packIds.length });
    const handleRead = (done: number, of: number): void => {
      if (!own.isStopped) setFetching({ packIds, done, of });
      read.current();
    };
    const outcome = await service.fetchEarlier({ packIds, isStopped: () => own.isStopped, onRead: handleRead });
    if (own.isStopped) return;
    own.isStopped = true;
    setFetching(undefined);
    setProblem(outcome === "incomplete" || outcome === "offline" ? outcome : undefined);
    setEarlier(await service.earlier(noteId));
  };
  return { ...earlier, fetching, problem, fetch: (packIds) => void fetch(packIds), cancel };
}
