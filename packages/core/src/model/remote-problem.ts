/** All that can go wrong between us and the drive. Adapters return these and never throw them. */
import type { DriveProblem } from "@satchel/contract/drives/drive-problem.ts";

export type RemoteProblem =
  | DriveProblem
  /** `account`, `folder`: only the user can say where the notes belong. `moved-away`: the known place says that the library has left. */
  | { readonly kind: "target-changed"; readonly what: "account" | "folder" | "moved-away" }
  | { readonly kind: "not-connected" };

/** Nothing of a cycle can go on after one of these: the connection itself is at fault, not one file. */
export const STOPS_CYCLE: ReadonlySet<RemoteProblem["kind"]> = new Set([
  "offline",
  "access-expired",
  "scope-missing",
  "not-connected",
  "target-changed",
  "throttled",
]);
