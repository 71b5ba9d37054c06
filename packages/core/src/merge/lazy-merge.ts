/** Loads the merge code on demand: most saves are based on the current version and need none. */
import { type LazyModule, lazyModule } from "../model/lazy/lazy-module.ts";
import type { mergeNotes } from "./merge.ts";

export type MergeNotes = typeof mergeNotes;

export const LAZY_MERGE: LazyModule<MergeNotes> = lazyModule(async () => (await import("./merge.ts")).mergeNotes);
