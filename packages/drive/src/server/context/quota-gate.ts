/** Reserves space for running uploads, so that a full account does not write blobs in vain. The commit checks the limit atomically. */
import type { MetadataStore } from "../../storage/metadata-store.ts";

export type Reservation = {
  /** Extends the reservation to `bytes` in total. Returns false if they do not fit. */
  grow(bytes: number): boolean;
  release(): void;
};

export type QuotaGate = {
  limitOf(accountId: string): Promise<number | undefined>;
  /** `credit` is the number of bytes that this upload replaces. Returns undefined if `bytes` do not fit. */
  reserve(accountId: string, bytes: number, credit: number): Promise<Reservation | undefined>;
};

/** `reclaim` frees space when needed, and returns false if there is nothing to free. */
export function createQuotaGate(
  metadata: MetadataStore,
  quotaOf: (accountId: string) => Promise<number | undefined>,
  reclaim: (accountId: string) => Promise<boolean>,
): QuotaGate {
  const promisedByAccount = new Map<string, number>();
  const promise = (accountId: string, bytes: number) => {
    const sum = (promisedByAccount.get(accountId) ?? 0) + bytes;
    if (sum === 0) promisedByAccount.delete(accountId);
    else promisedByAccount.set(accountId, sum);
  };
  return {
    limitOf: quotaOf,
    reserve: async (accountId, bytes, credit) => {
      const limit = await quotaOf(accountId);
      let used = limit === undefined ? 0 : (await metadata.usage(accountId)).bytes;
      const isFull = (): boolean =>
        limit !== undefined && bytes > credit && used + (promisedByAccount.get(accountId) ?? 0) + bytes - credit > limit;
      while (isFull() && (await reclaim(accountId))) used = (await metadata.usage(accountId)).bytes;
      let held = 0;
      const grow = (wanted: number) => {
        const more = Math.max(0, wanted - held);
        // An upload that replaces at least as many bytes as it brings is always allowed.
        const isRoomy = limit === undefined || wanted <= credit || used + (promisedByAccount.get(accountId) ?? 0) + more - credit <= limit;
        if (isRoomy) promise(accountId, more);
        if (isRoomy) held += more;
        return isRoomy;
      };
      const release = () => {
        promise(accountId, -held);
        held = 0;
      };
      return grow(bytes) ? { grow, release } : undefined;
    },
  };
}
