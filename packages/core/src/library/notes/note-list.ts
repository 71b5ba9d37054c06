/** Which notes the list shows, how many of them, and what their previews say. What a search finds is search/'s. Pure. Spec A §2.9, A §9. */
import { cutText } from "../../document/html/html-text.ts";
import type { NoteSummary } from "../../model/entities/note.ts";
import { NOTE } from "../../model/limits/limits.ts";
import { isInFolder } from "../folders/folder-list.ts";

/** In All Notes locked notes, and those that do not open, are hidden; in their folder they are listed. Spec B §4 "Sensitive display". */
export function selectNotes(notes: readonly NoteSummary[], folderId: string | null): readonly NoteSummary[] {
  return notes.filter((note) => (folderId === null ? isReadable(note) : isInFolder(note, folderId)));
}

/** What All Notes leaves out. */
export function countHidden(notes: readonly NoteSummary[]): number {
  return notes.reduce((count, note) => (isReadable(note) ? count : count + 1), 0);
}

/** Those in the Pinned folder first, and both parts in the order they had. */
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

/** 100 characters in the list, 150 in search results, cut at a whole character. */
export function previewOf(note: NoteSummary, isSearching: boolean): string {
  const kept = cutText(note.preview, isSearching ? NOTE.previewSearchChars : NOTE.previewListChars);
  return kept.length === note.preview.length ? note.preview : `${kept}…`;
}

/** Notes by folder as the list shows them, for the numbers in the sidebar; `null` counts those in no folder. */
export function countByFolder(notes: readonly NoteSummary[]): ReadonlyMap<string | null, number> {
  const counts = new Map<string | null, number>();
  const count = (folderId: string | null) => counts.set(folderId, (counts.get(folderId) ?? 0) + 1);
  for (const { folderId, pinnedFrom } of notes) {
    count(folderId);
    if (pinnedFrom !== undefined && pinnedFrom !== null) count(pinnedFrom);
  }
  return counts;
}

/** Notes that are not in the drive yet. */
export function countWaiting(notes: readonly NoteSummary[]): number {
  return notes.reduce((count, note) => (note.sync.kind === "in-your-drive" ? count : count + 1), 0);
}

/** Links between notes, as a note shows them: what each leads to now, and which notes lead here. Pure. */
export type LinkTarget =
  | { readonly kind: "note"; readonly title: string }
  /** In the locked Sensitive folder: its title is not said. */
  | { readonly kind: "locked" }
  | { readonly kind: "deleted" }
  /** The library is not there yet. */
  | { readonly kind: "unknown" };

export function linkTargetOf(
  { phase, notesById }: { readonly phase: string; readonly notesById: ReadonlyMap<string, NoteSummary> },
  noteId: string,
): LinkTarget {
  const note = notesById.get(noteId);
  if (note === undefined) return { kind: phase === "ready" ? "deleted" : "unknown" };
  return isReadable(note) ? { kind: "note", title: note.title } : { kind: "locked" };
}

/** Last modified first, as `notes` is. Notes that cannot be read have no links, and are not among them. */
export function backlinksOf(notes: readonly NoteSummary[], noteId: string): readonly NoteSummary[] {
  return notes.filter((note) => note.noteId !== noteId && note.linkIds?.includes(noteId) === true && isReadable(note));
}
