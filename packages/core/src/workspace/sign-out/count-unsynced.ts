/** How much the user would lose by signing out now. Pure. decision 0005 "Sign-out". */
import type { AttachmentStatus } from "../../library/attachments/attachment-status.ts";
import { isDirty, type Tab } from "../tabs/tab.ts";

export type UnsyncedCount = { readonly changes: number; readonly files: number; readonly drafts: number };

export type UnsyncedStates = {
  readonly pendingCount: number;
  readonly statuses: ReadonlyMap<string, AttachmentStatus>;
  readonly tabs: readonly Tab[];
  readonly orphanedDrafts: readonly unknown[];
  readonly hiddenDraftCount?: number;
};

export function countUnsynced({ pendingCount, statuses, tabs, orphanedDrafts, hiddenDraftCount = 0 }: UnsyncedStates): UnsyncedCount {
  const files = [...statuses.values()].filter(({ kind }) => kind !== "stored").length;
  return { changes: pendingCount, files, drafts: tabs.filter(isDirty).length + orphanedDrafts.length + hiddenDraftCount };
}

export function isEverythingSynced({ changes, files, drafts }: UnsyncedCount): boolean {
  return changes + files + drafts === 0;
}
