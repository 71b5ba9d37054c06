/**
 * Rules that read HTML: the parser is large, and a list is drawn without it. They are fetched when they are first wanted; who has them here, as a
 * simulator that stands still while something is fetched must, hands them in.
 */
export type LateRule<Rule> = { readonly here?: Rule; readonly fetch: () => Promise<Rule> };

/** Nothing was written; the next try fetches again. */
export const RULE_MISSING = { kind: "storage-broken", detail: "the code could not be fetched" } as const;
