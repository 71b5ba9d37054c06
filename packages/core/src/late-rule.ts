/**
 * Rules that read HTML: the parser is large, and a list is drawn without it. They are fetched when they are first wanted; who has them here, as a
 * simulator that stands still while something is fetched must, hands them in.
 */
export type LateRule<Rule> = { readonly here?: Rule; readonly fetch: () => Promise<Rule> };

/** Nothing was written; the next try fetches again. Told as those hear it who only know what can go wrong with what is kept here. */
export const CODE_MISSING = { kind: "storage-broken", detail: "the code could not be fetched" } as const;

/** Undefined where it cannot be fetched. */
export async function fetchRule<Rule>({ here, fetch }: LateRule<Rule>): Promise<Rule | undefined> {
  return here ?? fetch().catch(() => undefined);
}
