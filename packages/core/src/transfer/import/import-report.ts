/**
 * Totals of an import: every item of the source with its outcome. Items are checked against the source's files, so that an omission always
 * shows. Stateful: it counts.
 */
import type { NoteFile } from "../exchange/transfer-note.ts";
import { type InFolder, nameFolders } from "./model/folder-names.ts";
import type { OtherReason, Remark, SourceNote, SourceOther } from "./model/source-item.ts";
import type { FoundLink } from "./resolve-links.ts";

export type ReportStatus = "kept" | "approximated" | "lost";

export type ReportAttachment = Pick<NoteFile, "name" | "mimeType" | "sizeBytes" | "sha256" | "path">;

export type ReportItem = {
  readonly kind: "note" | "file";
  /** File in which the item was found; `key` identifies the note in it. */
  readonly source: string;
  readonly key: string;
  readonly title: string;
  readonly status: ReportStatus;
  readonly remarks: readonly Remark[];
  readonly reason?: OtherReason;
  readonly folder?: string;
  readonly output?: string;
  /** Hash of the note's canonical text. */
  readonly sha256?: string;
  readonly attachments?: readonly ReportAttachment[];
  readonly links?: readonly FoundLink[];
};

export type ReportSum = {
  readonly items: number;
  readonly kept: number;
  readonly approximated: number;
  readonly lost: number;
  readonly notes: number;
  readonly folders: number;
  readonly tags: number;
  readonly attachments: number;
  readonly attachmentBytes: number;
  readonly missingAttachments: number;
  readonly links: { readonly note: number; readonly web: number; readonly unresolved: number };
  /** Oldest and newest creation or change time of the notes; undefined if the source has no times. */
  readonly times: { readonly oldestMs: number; readonly newestMs: number } | undefined;
  readonly sourceFiles: number;
  readonly unaccountedFiles: readonly string[];
  readonly isWhole: boolean;
};

export type ReportCounter = {
  addNote(
    note: SourceNote,
    links: readonly FoundLink[],
    options: { readonly linkRemarks: readonly Remark[]; readonly more?: Pick<ReportItem, "output" | "sha256"> },
  ): ReportItem;
  addOther(other: SourceOther): ReportItem;
  sum(): ReportSum;
};

export function createReportCounter(sourcePaths: readonly string[]): ReportCounter {
  const unaccounted = new Set(sourcePaths);
  const counts = { kept: 0, approximated: 0, lost: 0 };
  const totals = { notes: 0, attachments: 0, attachmentBytes: 0, missingAttachments: 0 };
  const links = { note: 0, web: 0, unresolved: 0 };
  const [folders, tags] = [new Map<string, InFolder>(), new Set<string>()];
  let isCutOff = false;
  let times: ReportSum["times"];
  const noteTime = (atMs: number | undefined): void => {
    if (atMs === undefined) return;
    times = { oldestMs: Math.min(times?.oldestMs ?? atMs, atMs), newestMs: Math.max(times?.newestMs ?? atMs, atMs) };
  };
  const account = (paths: readonly string[], status: ReportStatus): void => {
    for (const path of paths) unaccounted.delete(path);
    counts[status] += 1;
  };
  return {
    addNote(note, found, { linkRemarks, more = {} }) {
      const remarks = [...note.remarks, ...linkRemarks];
      const status = remarks.length === 0 ? "kept" : "approximated";
      account([...note.usedPaths, ...note.files.map(({ path }) => path)], status);
      totals.notes += 1;
      totals.attachments += note.files.length;
      for (const { sizeBytes } of note.files) totals.attachmentBytes += sizeBytes;
      for (const remark of remarks) if (remark.kind === "attachment-missing") totals.missingAttachments += remark.count;
      for (const { kind } of found) links[kind] += 1;
      folders.set(note.folder.join("/"), { folder: note.folder, isArchived: false });
      for (const tag of note.tags) tags.add(tag);
      noteTime(note.createdMs);
      noteTime(note.modifiedMs);
      return toNoteItem(note, { status, remarks, links: found, more });
    },
    addOther(other) {
      account(other.usedPaths, other.status);
      if (other.reason === "cut-off") isCutOff = true;
      const { key, path, name, status, reason } = other;
      return { kind: "file", source: path, key, title: name, status, remarks: [], reason };
    },
    sum() {
      const items = counts.kept + counts.approximated + counts.lost;
      const unaccountedFiles = [...unaccounted];
      const isWhole = unaccountedFiles.length === 0 && !isCutOff;
      return {
        items,
        ...counts,
        ...totals,
        folders: countFolders([...folders.values()]),
        tags: tags.size,
        links,
        times,
        sourceFiles: sourcePaths.length,
        unaccountedFiles,
        isWhole,
      };
    },
  };
}

function countFolders(notes: readonly InFolder[]): number {
  const { nameOf } = nameFolders(notes);
  return notes.filter((note) => nameOf(note) !== undefined).length;
}

type NoteItemParts = {
  readonly status: ReportStatus;
  readonly remarks: readonly Remark[];
  readonly links: readonly FoundLink[];
  readonly more: Pick<ReportItem, "output" | "sha256">;
};

function toNoteItem(note: SourceNote, { status, remarks, links, more }: NoteItemParts): ReportItem {
  const attachments = note.files.map(({ name, mimeType, sizeBytes, sha256, path }) => ({ name, mimeType, sizeBytes, sha256, path }));
  const folder = note.folder.join("/");
  return { kind: "note", source: note.path, key: note.key, title: note.title, status, remarks, folder, ...more, attachments, links };
}
