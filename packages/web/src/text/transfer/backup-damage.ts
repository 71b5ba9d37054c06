/** Text about items that a backup could not restore. Loaded with its panel. */
import type { BackupDamage, DamageKind } from "@satchel/core/model/backup/backup-damage.ts";
import type { Attachment } from "@satchel/core/model/entities/note.ts";
import type { RestoreFailure, RestoreTally } from "@satchel/core/transfer/backup/backup-service-types.ts";
import { restoreFailed } from "./backup.ts";

export const backupDamageText = {
  restored: (count: number) =>
    count === 1 ? "One item in the file couldn't be restored:" : `${count.toLocaleString("en-GB")} items in the file couldn't be restored:`,
  damaged: (count: number) =>
    count === 1 ? "One problem was found in the file:" : `${count.toLocaleString("en-GB")} problems were found in the file:`,
  fromPages: (count: number) =>
    count === 1
      ? "One note was recovered from its readable copy in the file. Check that it's complete:"
      : `${count.toLocaleString("en-GB")} notes were recovered from their readable copies in the file. Check that they're complete:`,
  missing: (count: number) =>
    count === 1 ? "This attachment isn't in the backup:" : `These ${count.toLocaleString("en-GB")} attachments aren't in the backup:`,
  more: (count: number) => `and ${count.toLocaleString("en-GB")} more`,
  kept: "Everything else was restored. Keep the file until you have what you need.",
  keptInPart: "Everything readable was restored. Keep the file until you have what you need.",
  cancelled: (added: RestoreTally) => `Restore canceled. ${tallySentence(added)}`,
} as const;

const why: Readonly<Record<Exclude<DamageKind, "other-count">, string>> = {
  "file-missing": "not in the file",
  "file-damaged": "damaged",
  "file-too-large": "too large for an attachment",
  "file-refused": "has a path that is not allowed",
  "duplicate-file": "appears twice in the file; the last copy was used",
  "list-damaged": "partly damaged; the readable part was restored",
  "record-unreadable": "has an invalid ID or date",
  "versions-unreadable": "earlier versions can't be read",
  "note-without-id": "Cannot save note without noteId",
  "duplicate-record": "appears twice in the file; the first copy was used",
  "from-page": "recovered from its readable copy",
  "note-lost": "damaged",
  "too-many": "exceeds the number of items a backup can hold",
  "archive-damaged": "The end of the zip is missing or damaged",
  "not-kept": "couldn't be saved on this device",
};

function backupDamageSentence(damage: BackupDamage): string {
  if (damage.kind === "other-count")
    return `${damage.path}: ${damage.found.toLocaleString("en-GB")} found, ${damage.expected.toLocaleString("en-GB")} expected`;
  const name = damage.name ?? damage.path;
  return name === "" ? why[damage.kind] : `${name}: ${why[damage.kind]}`;
}

/** `named`: true if each missing item has its own line. */
export type DamageReport = { readonly fromPages: readonly string[]; readonly others: readonly string[]; readonly named: boolean };

export function damageReport(damage: readonly BackupDamage[]): DamageReport {
  const others = damage.filter(({ kind }) => kind !== "from-page");
  const pages = damage.filter(({ kind }) => kind === "from-page");
  return {
    fromPages: pages.map((damage) => ("name" in damage && damage.name?.trim()) || damage.path),
    others: others.map(backupDamageSentence),
    named: others.every(isOfOneItem),
  };
}

/**
 * Whether a line of this kind concerns one note, folder or attachment: always, only for a path inside a folder of the archive, or never.
 */
const OF_ONE_ITEM: Readonly<Record<DamageKind, boolean | "in-folder">> = {
  "record-unreadable": true,
  "versions-unreadable": true,
  "note-without-id": true,
  "duplicate-record": true,
  "from-page": true,
  "note-lost": true,
  "not-kept": true,
  "file-too-large": true,
  "file-refused": true,
  "duplicate-file": true,
  "file-missing": "in-folder",
  "file-damaged": "in-folder",
  "list-damaged": false,
  "too-many": false,
  "other-count": false,
  "archive-damaged": false,
};

function isOfOneItem({ kind, path }: BackupDamage): boolean {
  const rule = OF_ONE_ITEM[kind];
  return rule === "in-folder" ? path.includes("/") : rule;
}

export function missingSentence({ id, fileName }: Attachment): string {
  return fileName === id || fileName.trim() === "" ? `Original image ${id}` : fileName;
}

/** Describes a failed restore and what it had added. A file that is not our backup was never started. */
export function restoreOutcome({ problem, added }: RestoreFailure): string {
  const sentence = restoreFailed(problem);
  return NOT_BEGUN.has(problem.kind) ? sentence : `${sentence} ${tallySentence(added)}`;
}

const NOT_BEGUN = new Set<RestoreFailure["problem"]["kind"]>(["no-metadata", "not-ours", "no-zip", "other-version"]);

function tallySentence({ notes, folders, attachments }: RestoreTally): string {
  const added = notes + folders + attachments;
  if (added === 0) return "Nothing was added.";
  const items = added === 1 ? "One item was" : `${added.toLocaleString("en-GB")} items were`;
  return `${items} added before that and will stay. Restoring the same file again adds the rest.`;
}
