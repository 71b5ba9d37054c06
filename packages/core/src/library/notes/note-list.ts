/** Selects the notes in the list, their number and their previews. Search results: search/. Pure. Spec A §2.9, A §9. */
import { cutText } from "../../document/html/html-text.ts";
import type { NoteSummary } from "../../model/entities/note.ts";
import { hasTags } from "../../model/entities/tags/tag.ts";
import { NOTE } from "../../model/limits/limits.ts";
import { isInFolder } from "../folders/folder-list.ts";

/** `folderIds`: null for All Notes, which hides locked notes and those that do not open; their folder lists them. Spec B §4 "Sensitive display". */
export function selectNotes(
  notes: readonly NoteSummary[],
  folderIds: string | null | ReadonlySet<string>,
  tagKeys: readonly string[] = [],
): readonly NoteSummary[] {
  const isIn = (note: NoteSummary): boolean => {
    if (folderIds === null) return isReadable(note);
    if (typeof folderIds === "string") return isInFolder(note, folderIds);
    return folderIds.has(note.folderId ?? "") || folderIds.has(note.pinnedFrom ?? "");
  };
  return notes.filter(tagKeys.length === 0 ? isIn : (note) => hasTags(note.tagKeys, tagKeys) && isIn(note));
}

/** Tags of the filter that a note has: others were renamed or deleted, or are hidden since the Sensitive folder was locked. */
export function shownTagKeys(notes: readonly NoteSummary[], tagKeys: readonly string[]): readonly string[] {
  const shown = tagKeys.filter((key) => notes.some((note) => hasTags(note.tagKeys, [key])));
  return shown.length === tagKeys.length ? tagKeys : shown;
}

/** Number of notes that All Notes hides. */
export const countHidden = countOnce((note) => !isReadable(note));

/** Puts notes of the Pinned folder first and keeps the order within both parts. */
export function pinnedFirst(notes: readonly NoteSummary[], pinnedFolderId: string | undefined): readonly NoteSummary[] {
  const isPinned = (note: NoteSummary): boolean => note.folderId === pinnedFolderId;
  return [...notes.filter(isPinned), ...notes.filter((note) => !isPinned(note))];
}

export function isReadable({ isEncrypted, seal }: Pick<NoteSummary, "isEncrypted" | "seal">): boolean {
  return !isEncrypted || seal === "opened";
}

export type ListPage = { readonly shown: readonly NoteSummary[]; readonly remaining: number };

export function pageOf(notes: readonly NoteSummary[], shownCount: number): ListPage {
  return { shown: notes.slice(0, shownCount), remaining: Math.max(0, notes.length - shownCount) };
}

/** The title that lists and tabs show: the first line of the text if the note has no title, "" if it has no text either. decision 0042. */
export function shownTitle({ title, preview }: Pick<NoteSummary, "title" | "preview">): string {
  return title.trim() || cutText(preview.split("\n", 1)[0] ?? "", NOTE.titleMaxChars);
}

/** 100 characters in the list, 150 in search results, cut at a whole character. */
export function previewOf(note: NoteSummary, isSearching: boolean): string {
  // Without a title the first line is shown in its place.
  const text = note.title.trim() === "" ? note.preview.split("\n").slice(1).join(" ") : note.preview;
  const kept = cutText(text, isSearching ? NOTE.previewSearchChars : NOTE.previewListChars);
  return kept.length === text.length ? text : `${kept}…`;
}

/** Number of listed notes by folder, for the sidebar; `null` counts those without a folder. */
export function countByFolder(notes: readonly NoteSummary[]): ReadonlyMap<string | null, number> {
  const counts = new Map<string | null, number>();
  const count = (folderId: string | null) => counts.set(folderId, (counts.get(folderId) ?? 0) + 1);
  for (const { folderId, pinnedFrom } of notes) {
    count(folderId);
    if (pinnedFrom !== undefined && pinnedFrom !== null) count(pinnedFrom);
  }
  return counts;
}

/** Number of notes that are not in the drive yet. */
export const countWaiting = countOnce(({ sync }) => sync.kind !== "in-your-drive");

/** Returns a count that goes through each list once. A list is replaced, never changed, and several components count it at every render. */
function countOnce(isCounted: (note: NoteSummary) => boolean): (notes: readonly NoteSummary[]) => number {
  const counts = new WeakMap<readonly NoteSummary[], number>();
  return (notes) => {
    const count = counts.get(notes) ?? notes.filter(isCounted).length;
    counts.set(notes, count);
    return count;
  };
}

/** Links of a note: what each one leads to now, and which notes link here. Pure. */
export type LinkTarget =
  | { readonly kind: "note"; readonly title: string }
  /** The note is in the locked Sensitive folder, so its title is hidden. */
  | { readonly kind: "locked" }
  | { readonly kind: "deleted" }
  /** The library is not loaded yet. */
  | { readonly kind: "unknown" };

export function linkTargetOf(
  { phase, notesById }: { readonly phase: string; readonly notesById: ReadonlyMap<string, NoteSummary> },
  noteId: string,
): LinkTarget {
  const note = notesById.get(noteId);
  if (note === undefined) return { kind: phase === "ready" ? "deleted" : "unknown" };
  return isReadable(note) ? { kind: "note", title: shownTitle(note) } : { kind: "locked" };
}

/** Returns notes in the order of `notes`, without those that cannot be read, whose links are unknown. */
export function backlinksOf(notes: readonly NoteSummary[], noteId: string): readonly NoteSummary[] {
  return notes.filter((note) => note.noteId !== noteId && note.linkIds?.includes(noteId) === true && isReadable(note));
}
