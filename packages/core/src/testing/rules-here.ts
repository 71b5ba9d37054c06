/** The rules that pages fetch late, for whoever stands still while something is fetched: simulators, and devices over a clock moved by hand. */
import type { Resolving } from "../conflicts/late-resolving.ts";
import * as resolving from "../conflicts/plan-resolve.ts";
import type { LateRule } from "../late-rule.ts";
import type { MergeNotes } from "../sync/late-merge.ts";
import { mergeNotes } from "../sync/merge.ts";

export const MERGING_HERE: LateRule<MergeNotes> = { here: mergeNotes, fetch: async () => mergeNotes };
export const RESOLVING_HERE: LateRule<Resolving> = { here: resolving, fetch: async () => resolving };
