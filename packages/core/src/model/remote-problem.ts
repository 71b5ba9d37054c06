/** Failures between the app and the drive. Adapters return them and never throw them. */
import type { DriveProblem } from "@satchel/contract/drives/drive-problem.ts";

export type RemoteProblem =
  | DriveProblem
  /**
   * `account`, `folder`: only the user can decide where the notes belong. `moved-away`: the known storage says that the library has moved.
   */
  | { readonly kind: "target-changed"; readonly what: "account" | "folder" | "moved-away" }
  | { readonly kind: "not-connected" };

/** Problems of the connection itself, after which a sync cycle cannot continue. */
export const STOPS_CYCLE: ReadonlySet<RemoteProblem["kind"]> = new Set([
  "offline",
  "access-expired",
  "scope-missing",
  "api-disabled",
  "policy-refused",
  "not-connected",
  "target-changed",
  "throttled",
]);
