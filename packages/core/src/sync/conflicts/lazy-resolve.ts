/** Resolving what was edited in two places: seldom needed, and it merges texts. */
import { type LazyModule, lazyModule } from "../../model/lazy/lazy-module.ts";

export type Resolving = typeof import("./plan-resolve.ts");

export const LAZY_RESOLVE: LazyModule<Resolving> = lazyModule(() => import("./plan-resolve.ts"));
