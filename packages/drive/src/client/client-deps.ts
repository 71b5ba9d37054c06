/** What the client needs from outside, and its limits. A §9 and B §9: 10 requests a second, burst 100, 3 retries from 1 s, 30 s time-out. */
import type { Timers } from "./pacer.ts";

export type ClientLimits = {
  /** Without any byte of an answer, or between two of them. */
  readonly timeoutMs: number;
  /** After so long without any byte the drive counts as silent. */
  readonly silentMs: number;
  /** In place of `timeoutMs` while the drive is silent: its return is noticed the sooner. */
  readonly silentTimeoutMs: number;
  readonly retries: number;
  readonly retryBaseMs: number;
  readonly retryMaxMs: number;
  readonly perSecond: number;
  readonly burst: number;
  readonly writesPerSecond: number;
  readonly writeBurst: number;
  /** A slower upload than this counts as stuck. */
  readonly minUploadBytesPerSecond: number;
};

export const CLIENT_LIMITS: ClientLimits = {
  timeoutMs: 30_000,
  silentMs: 15_000,
  silentTimeoutMs: 25_000,
  retries: 3,
  retryBaseMs: 1000,
  retryMaxMs: 64_000,
  perSecond: 10,
  burst: 100,
  writesPerSecond: 2,
  writeBurst: 2,
  minUploadBytesPerSecond: 50_000,
};

export type Refusal = { readonly status: number; readonly reason: string | undefined };

export type DriveClientDeps = {
  /** `…/drive/v3` and `…/upload/drive/v3`. */
  readonly baseUrls: { readonly api: string; readonly upload: string };
  readonly fetch: typeof fetch;
  readonly token: () => Promise<string | undefined>;
  /** A new token; undefined when there is none to be had. */
  readonly refresh: () => Promise<string | undefined>;
  readonly timers: Timers;
  readonly random: () => number;
  /** While it is false nothing is sent, and nothing is tried again. */
  readonly isOnline?: () => boolean;
  /** Every answer of the drive that is no success, also one that is sent again or expected by the caller. Its text is left out but for the reason. */
  readonly onRefused?: (refusal: Refusal) => void;
  /** A request has waited for `silentMs`; and again, with false, once anything is answered or the connection itself fails. */
  readonly onSilence?: (isSilent: boolean) => void;
  readonly limits?: Partial<ClientLimits>;
};
