/** Merging for whoever saves: seldom wanted, since most texts are saved over the version they were opened in. */
import type { LazyRule } from "../model/lazy-rule.ts";
import type { mergeNotes } from "./merge.ts";

export type MergeNotes = typeof mergeNotes;

export const LAZY_MERGE: LazyRule<MergeNotes> = { fetch: async () => (await import("./merge.ts")).mergeNotes };
