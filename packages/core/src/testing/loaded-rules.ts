/**
 * Rules that the app loads on demand, already loaded: for simulators, and for devices with a manual clock, on which nothing else runs
 * during a load.
 */

import type { MergeNotes } from "../merge/lazy-merge.ts";
import { mergeNotes } from "../merge/merge.ts";
import { type LazyModule, lazyModule } from "../model/lazy/lazy-module.ts";
import type { Resolving } from "../sync/conflicts/lazy-resolve.ts";
import * as resolving from "../sync/conflicts/plan-resolve.ts";
import { savesAtLock } from "../workspace/open-tabs/save-at-lock-service.ts";

const loaded = <Part>(part: Part): LazyModule<Part> => ({
  ...lazyModule(async () => part),
  load: async () => part,
  loaded: () => part,
  runIfLoaded(run) {
    run(part);
    return true;
  },
});

export const MERGING_HERE = loaded<MergeNotes>(mergeNotes);
export const SAVING_AT_LOCK_HERE = loaded(savesAtLock);
export const RESOLVING_HERE = loaded<Resolving>(resolving);
