/** Merging for the one who saves: seldom wanted, since most texts are saved over the version they were opened in. */
import { type LazyModule, lazyModule } from "../model/lazy/lazy-module.ts";
import type { mergeNotes } from "./merge.ts";

export type MergeNotes = typeof mergeNotes;

export const LAZY_MERGE: LazyModule<MergeNotes> = lazyModule(async () => (await import("./merge.ts")).mergeNotes);
