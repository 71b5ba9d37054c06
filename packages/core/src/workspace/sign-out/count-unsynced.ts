/** How much a person would lose by signing out now. Pure. decisions §5 "Sign-out". */
import type { AttachmentStatus } from "../../library/attachments/attachment-status.ts";
import { isDirty, type Tab } from "../tabs/tab.ts";

export type OnlyHereCount = { readonly changes: number; readonly files: number; readonly drafts: number };

export type OnlyHereStates = {
  readonly pendingCount: number;
  readonly statuses: ReadonlyMap<string, AttachmentStatus>;
  readonly tabs: readonly Tab[];
  readonly strayDrafts: readonly unknown[];
  readonly hiddenDraftCount?: number;
};

export function countOnlyHere({ pendingCount, statuses, tabs, strayDrafts, hiddenDraftCount = 0 }: OnlyHereStates): OnlyHereCount {
  const files = [...statuses.values()].filter(({ kind }) => kind !== "stored").length;
  return { changes: pendingCount, files, drafts: tabs.filter(isDirty).length + strayDrafts.length + hiddenDraftCount };
}

export function isNothingOnlyHere({ changes, files, drafts }: OnlyHereCount): boolean {
  return changes + files + drafts === 0;
}
