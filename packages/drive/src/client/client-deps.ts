/** Dependencies of the client, and its limits. A §9 and B §9: 10 requests a second, burst 100, 3 retries from 1 s, 30 s time-out. */
import type { Timers } from "./pacer.ts";

export type ClientLimits = {
  /** Milliseconds without a byte of the response, before its start or between two chunks, after which a request fails. */
  readonly timeoutMs: number;
  /** Milliseconds without a byte after which the drive counts as silent. */
  readonly silentMs: number;
  /** Replaces `timeoutMs` while the drive is silent, to detect its recovery sooner. */
  readonly silentTimeoutMs: number;
  readonly retries: number;
  readonly retryBaseMs: number;
  readonly retryMaxMs: number;
  readonly perSecond: number;
  readonly burst: number;
  readonly writesPerSecond: number;
  readonly writeBurst: number;
  /** An upload slower than this counts as stuck. */
  readonly minUploadBytesPerSecond: number;
  /** A body that arrives slower than this, after the first `timeoutMs`, counts as stuck. */
  readonly minDownloadBytesPerSecond: number;
  /** Maximum body of a response about one thing. Longer ones are not read, like those beyond the next three limits. */
  readonly jsonMaxBytes: number;
  /** Maximum body of a page of files, changes or revisions: a thousand files with long names and all their properties. */
  readonly pageMaxBytes: number;
  /** Maximum bytes of a file for which the caller gives no bound: the largest envelope that is opened. */
  readonly fileMaxBytes: number;
  /** Bytes of an unsuccessful response that are read for its reason. */
  readonly errorMaxBytes: number;
  /** Maximum pages of one listing, and of one reading of the feed. */
  readonly maxPages: number;
  /** Maximum bytes of all pages of one listing: about 400,000 files. */
  readonly listingMaxBytes: number;
  /** A longer `Retry-After` counts as this. */
  readonly retryAfterMaxMs: number;
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
  minDownloadBytesPerSecond: 1000,
  jsonMaxBytes: 1_048_576,
  pageMaxBytes: 33_554_432,
  fileMaxBytes: 134_217_728,
  errorMaxBytes: 65_536,
  maxPages: 5000,
  listingMaxBytes: 268_435_456,
  retryAfterMaxMs: 3_600_000,
};

export type Refusal = { readonly status: number; readonly reason: string | undefined };

export type DriveClientDeps = {
  /** `…/drive/v3` and `…/upload/drive/v3`. */
  readonly baseUrls: { readonly api: string; readonly upload: string };
  readonly fetch: typeof fetch;
  readonly token: () => Promise<string | undefined>;
  /** Returns a new token, or undefined if none is available. */
  readonly refresh: () => Promise<string | undefined>;
  readonly timers: Timers;
  readonly random: () => number;
  /** While this returns false, the client neither sends nor retries. */
  readonly isOnline?: () => boolean;
  /**
   * Called for every unsuccessful response, including those that are retried and those that the caller expects. The text of the response is
   * left out, except its reason.
   */
  readonly onRefused?: (refusal: Refusal) => void;
  /** Called with true when a request has waited for `silentMs`, and with false when any response arrives or the connection itself fails. */
  readonly onSilence?: (isSilent: boolean) => void;
  readonly limits?: Partial<ClientLimits>;
};
