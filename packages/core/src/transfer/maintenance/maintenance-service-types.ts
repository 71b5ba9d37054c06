/** What the maintenance of the drive offers, and how far it is. Spec B §2 "Google Drive Maintenance". */

import type { RemoteProblem } from "../../model/remote-problem.ts";
import type { Result } from "../../model/result.ts";
import type { ReadableStore } from "../../model/store.ts";
import type { DriveEntry } from "../../ports/remote/maintenance-remote.ts";
import type { Duplicate } from "./duplicates.ts";
import type { CleanupStats } from "./suspicion.ts";

export type Scan = {
  readonly stats: CleanupStats;
  readonly suspicious: readonly DriveEntry[];
  /** They look suspicious, and the engine needs them. */
  readonly neededFiles: number;
  readonly trashedFiles: number;
  /** Files of attachments of which another readable file stays. */
  readonly duplicates: readonly Duplicate[];
};

export type MaintenanceWork =
  | { readonly kind: "scan"; readonly seen: number }
  | { readonly kind: "clean-up" | "bring-back"; readonly done: number; readonly total: number };

export type MaintenanceState = {
  readonly scan: Scan | undefined;
  readonly work: MaintenanceWork | undefined;
  /** Files that a clean-up put into the trash and that can come back. */
  readonly moved: readonly string[];
};

/** Suspicious files, or duplicates of attachments. */
export type CleanUpTarget = "suspicious" | "duplicates";

export type MaintenanceProblem = RemoteProblem | { readonly kind: "cancelled" };

export interface MaintenanceService {
  readonly store: ReadableStore<MaintenanceState>;
  scan(): Promise<Result<Scan, MaintenanceProblem>>;
  /** Puts files that the last scan found into the trash; how many. What was moved before it broke off is in `moved`. */
  cleanUp(target: CleanUpTarget): Promise<Result<number, MaintenanceProblem>>;
  /** Takes out of the trash what clean-ups put there; how many. */
  bringBack(): Promise<Result<number, MaintenanceProblem>>;
  cancel(): void;
  close(): void;
}
