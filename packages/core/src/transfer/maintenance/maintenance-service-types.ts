/** State and commands of drive maintenance. Spec B §2 "Google Drive Maintenance". */

import type { RemoteProblem } from "../../model/remote-problem.ts";
import type { Result } from "../../model/result.ts";
import type { ReadableStore } from "../../model/store.ts";
import type { DriveEntry } from "../../ports/remote/maintenance-remote.ts";
import type { Duplicate } from "./duplicates.ts";
import type { CleanupStats } from "./suspicion.ts";

export type Scan = {
  readonly stats: CleanupStats;
  readonly suspicious: readonly DriveEntry[];
  /** Number of files that look suspicious but that sync needs. */
  readonly neededFiles: number;
  readonly trashedFiles: number;
  /** Duplicate files of attachments; another readable file stays. */
  readonly duplicates: readonly Duplicate[];
};

export type MaintenanceWork =
  | { readonly kind: "scan"; readonly seen: number }
  | { readonly kind: "clean-up" | "bring-back"; readonly done: number; readonly total: number };

export type MaintenanceState = {
  readonly scan: Scan | undefined;
  readonly work: MaintenanceWork | undefined;
  /** Files that a clean-up moved to the trash and that can be restored. */
  readonly moved: readonly string[];
};

/** Suspicious files, or duplicates of attachments. */
export type CleanUpTarget = "suspicious" | "duplicates";

export type MaintenanceProblem = RemoteProblem | { readonly kind: "cancelled" };

export interface MaintenanceService {
  readonly store: ReadableStore<MaintenanceState>;
  scan(): Promise<Result<Scan, MaintenanceProblem>>;
  /** Moves files of the last scan to the trash and returns their number. If it fails, `moved` lists the files that were already moved. */
  cleanUp(target: CleanUpTarget): Promise<Result<number, MaintenanceProblem>>;
  /** Restores the files that clean-ups trashed and returns their number. */
  bringBack(): Promise<Result<number, MaintenanceProblem>>;
  cancel(): void;
  close(): void;
}
