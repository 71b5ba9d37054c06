/** A cycle's line in the log: what moved, a failure or recovery, a request. Idle polls and repeated failures are left out. */
import type { Library } from "../../library/index/library-service.ts";
import type { LogEntry } from "../../model/entities/log-entry.ts";
import type { Clock } from "../../ports/environment.ts";

export type CycleLog = {
  /** `problem`: why it did not complete. */
  ended(problem: string | undefined, wasAsked: boolean): Promise<void>;
  stop(): void;
};

export function createCycleLog({ library, clock }: { readonly library: Library; readonly clock: Clock }): CycleLog {
  let uploaded = 0;
  let received = 0;
  let before: string | undefined = "none yet";
  const stop = library.onChange(({ origin, fromOtherTab, writes }) => {
    if (origin !== "sync" || fromOtherTab) return;
    const sent = (writes.log ?? []).filter((entry) => isSentBy(entry, library.index.meta.deviceId));
    uploaded += sent.length;
    received += writes.entities?.length ?? 0;
  });
  return {
    async ended(problem, wasAsked) {
      const entry: LogEntry = { kind: "cycle", atMs: clock.now(), uploaded, received, ...(problem === undefined ? {} : { problem }) };
      const isWorthLogging = wasAsked || problem !== before || uploaded + received > 0;
      [uploaded, received, before] = [0, 0, problem];
      if (isWorthLogging) await library.transact({}, () => ({ writes: { log: [entry] }, answer: undefined }), "sync");
    },
    stop,
  };
}

function isSentBy(entry: LogEntry, deviceId: string): boolean {
  return (entry.kind === "uploaded" || entry.kind === "deleted") && entry.device === deviceId;
}
