/**
 * Rules that read HTML: the parser is large, and a list is drawn without it. They are fetched when they are first wanted; who has them here, as a
 * simulator that stands still while something is fetched must, hands them in.
 */
export type LazyRule<Rule> = { readonly here?: Rule; readonly fetch: () => Promise<Rule> };

/** Nothing was written; the next try fetches again. */
export type CodeMissing = { readonly kind: "code-missing" };
export const CODE_MISSING: CodeMissing = { kind: "code-missing" };

/** Undefined where it cannot be fetched. */
export async function fetchRule<Rule>({ here, fetch }: LazyRule<Rule>): Promise<Rule | undefined> {
  return here ?? fetch().catch(() => undefined);
}
