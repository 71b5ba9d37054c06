/** The rules that pages fetch late, for whoever stands still while something is fetched: simulators, and devices over a clock moved by hand. */

import type { MergeNotes } from "../merge/lazy-merge.ts";
import { mergeNotes } from "../merge/merge.ts";
import type { LazyRule } from "../model/lazy-rule.ts";
import type { Resolving } from "../sync/conflicts/lazy-resolve.ts";
import * as resolving from "../sync/conflicts/plan-resolve.ts";

export const MERGING_HERE: LazyRule<MergeNotes> = { here: mergeNotes, fetch: async () => mergeNotes };
export const RESOLVING_HERE: LazyRule<Resolving> = { here: resolving, fetch: async () => resolving };
