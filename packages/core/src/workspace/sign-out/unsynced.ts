/** Writes what signing out would lose as one HTML page without scripts (notes are untrusted). Pure. Decision 0005. */

import type { AttachmentStatus } from "../../library/attachments/attachment-status.ts";
import { isDirty, type Tab } from "../tabs/tab.ts";

export type UnsyncedItem = {
  readonly title: string;
  /** Stored HTML. */
  readonly content: string;
  readonly savedAtMs: number;
  readonly isDraft: boolean;
};

/** Sentences of the page, in the user's language. */
export type UnsyncedLabels = { readonly heading: string; readonly untitled: string; readonly draft: string };

const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

export function toReadablePage(items: readonly UnsyncedItem[], labels: UnsyncedLabels): string {
  const articles = items.map(({ title, content, savedAtMs, isDraft }) => {
    const about = [new Date(savedAtMs).toISOString(), ...(isDraft ? [labels.draft] : [])].map(escapeText).join(" · ");
    return `<article>\n<h2>${escapeText(title.trim() || labels.untitled)}</h2>\n<p><small>${about}</small></p>\n${content}\n</article>`;
  });
  const head = `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${POLICY}">\n<title>${escapeText(labels.heading)}</title>`;
  return `<!doctype html>\n<html>\n<head>\n${head}\n</head>\n<body>\n<h1>${escapeText(labels.heading)}</h1>\n${articles.join("\n<hr>\n")}\n</body>\n</html>\n`;
}

/** The time stamp of the spec's backups: ISO with colons and dots replaced. Spec B §9 "Backup". */
export function unsyncedFileName(nowMs: number): string {
  return `Satchel-only-here-${new Date(nowMs).toISOString().replace(/[:.]/g, "-")}.html`;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Counts of what the user would lose by signing out now. Pure. decision 0005 "Sign-out". */
export type UnsyncedCount = { readonly changes: number; readonly files: number; readonly drafts: number };

type UnsyncedStates = {
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
