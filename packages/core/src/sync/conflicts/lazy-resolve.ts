/** Settling what was edited in two places: seldom wanted, and it puts texts together. */
import type { LateRule } from "../../model/lazy-rule.ts";

export type Resolving = typeof import("./plan-resolve.ts");

export const LATE_RESOLVING: LateRule<Resolving> = { fetch: () => import("./plan-resolve.ts") };
