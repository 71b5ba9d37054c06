/** Counters of requests by kind, and the last requests. Holds paths and sizes only, never bodies, queries or tokens. */
import type { RequestKind } from "./request-kind.ts";

export type LoggedRequest = {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly kind: RequestKind;
  readonly userId?: string;
  readonly status: number;
  readonly fault?: string;
  readonly requestBytes: number;
};

const KEPT = 50_000;

export type RequestLog = {
  add(entry: LoggedRequest): void;
  entries(): readonly LoggedRequest[];
  counts(): Readonly<Partial<Record<RequestKind, number>>>;
  clear(): void;
};

export function createRequestLog(): RequestLog {
  let entries: LoggedRequest[] = [];
  let counts: Partial<Record<RequestKind, number>> = {};
  return {
    add: (entry) => {
      counts[entry.kind] = (counts[entry.kind] ?? 0) + 1;
      entries.push(entry);
      if (entries.length > 2 * KEPT) entries = entries.slice(-KEPT);
    },
    entries: () => entries,
    counts: () => ({ ...counts }),
    clear: () => {
      entries = [];
      counts = {};
    },
  };
}
