/** The interface of syncing for screens: one state, four commands. Spec A §4 "Manual sync", B §4. */

import type { Library } from "../../library/index/library-service.ts";
import type { RemoteFile } from "../../model/drive/remote-file.ts";
import type { NeedsYouReason } from "../../model/entities/note.ts";
import type { CodeMissing } from "../../model/lazy/lazy-module.ts";
import type { Result } from "../../model/result.ts";
import type { ReadableStore } from "../../model/store.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { Clock } from "../../ports/environment.ts";
import type { CycleMeans, CycleProblem } from "../context/cycle-types.ts";
import type { RemovalChoice } from "../cycle/removals.ts";

export type SyncState = {
  /** `off`: local mode, signed out or no drive. */
  readonly phase: "off" | "idle" | "syncing" | "waiting";
  /** Why the last cycle did not complete; undefined after a complete one. */
  readonly problem?: CycleProblem | undefined;
  readonly lastCompleteAt?: number;
  readonly pendingCount: number;
  /** Why the drive does not take what waits, which does not make a cycle fail. */
  readonly refusal?: NeedsYouReason | undefined;
  /** During a first sync or a large catch-up. */
  readonly progress?: { readonly done: number; readonly total: number } | undefined;
  /** Files in the drive that could not be opened; they are left as they are. */
  readonly unreadableCount: number;
  /** Unencrypted notes and folders in the drive, which Satchel did not write. They are only listed. Absent: not looked for. */
  readonly unsealedCount?: number;
  /** Notes and folders that were older or missing in the drive, and were sent again, within the last day. Absent: none. */
  readonly wentBackCount?: number | undefined;
  /** Devices whose latest edits are not in the drive, though the device that approved this one knew them to be there. Absent: none. */
  readonly missingApprovedCount?: number;
};

export interface SyncService {
  readonly store: ReadableStore<SyncState>;
  start(): void;
  stop(): Promise<void>;
  /** Ends when a whole cycle has ended; true when it completed. */
  syncNow(): Promise<boolean>;
  /** Everything that this device knows to be in the drive. */
  filesInDrive(): Iterable<RemoteFile>;
  /** The answer to a `mass-removal`: whether what was put in the trash in the drive itself goes here as well, or stays and is sent again. */
  resolveRemovals(choice: RemovalChoice): Promise<Result<void, StoreProblem | CodeMissing>>;
}

/** The work itself: anyone who builds a sync service hands it in, so that its code may come when the first cycle wants it. */
export type SyncEngine = {
  readonly runCycle: (means: Omit<CycleMeans, "codec">) => Promise<Result<void, CycleProblem>>;
  readonly resolveRemovals: (library: Library, clock: Clock, choice: RemovalChoice) => Promise<Result<void, StoreProblem | CodeMissing>>;
};
