/** Bounds of what one listing or one reading of the feed may have, over all its pages. Pages name the next one, so a drive decides their number. */

export type PageBoundLimits = { readonly maxPages: number; readonly listingMaxBytes: number };

export type Page = {
  /** Token with which the page was requested; undefined for the first page. */
  readonly asked: string | undefined;
  /** Token of the next page; undefined for the last page. */
  readonly next: string | undefined;
  readonly bytes: number;
};

export type PageBounds = {
  /** Counts a page. Returns false if its listing must end. */
  take(page: Page): boolean;
};

type Chain = { readonly pages: number; readonly bytes: number };

/** Listings that are under way at the same time; each needs one token. */
const KEPT_TOKENS = 100;

/** Counts by token and not by listing, so that concurrent listings of the same files do not disturb each other. */
export function createPageBounds({ maxPages, listingMaxBytes }: PageBoundLimits): PageBounds {
  const chains = new Map<string, Chain>();
  return {
    take({ asked, next, bytes }) {
      const before = (asked === undefined ? undefined : chains.get(asked)) ?? { pages: 0, bytes: 0 };
      const chain = { pages: before.pages + 1, bytes: before.bytes + bytes };
      if (next === undefined) return true;
      if (next === asked || chain.pages >= maxPages || chain.bytes > listingMaxBytes) {
        // The feed's cursor is kept page by page, so the next attempt continues here and counts from zero.
        if (asked !== undefined) chains.delete(asked);
        return false;
      }
      chains.delete(next);
      chains.set(next, chain);
      const [oldest] = chains.keys();
      if (chains.size > KEPT_TOKENS && oldest !== undefined) chains.delete(oldest);
      return true;
    },
  };
}
