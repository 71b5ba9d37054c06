/** Settling what was edited in two places: seldom wanted, and it puts texts together. */
import type { LazyRule } from "../../model/lazy-rule.ts";

export type Resolving = typeof import("./plan-resolve.ts");

export const LAZY_RESOLVE: LazyRule<Resolving> = { fetch: () => import("./plan-resolve.ts") };
