/** Entries of the palette: notes by title, folders, tags, saved searches, actions, and commands for the typed words. Pure. Decision 0012, "Command palette". */

import { isReadable } from "../../library/notes/note-list.ts";
import { isRun, partsOf, toSearchText } from "../../library/search/words.ts";
import type { TagCount, TagList } from "../../library/tags/tag-index.ts";
import { type Folder, folderPath } from "../../model/entities/folder.ts";
import type { NoteSummary } from "../../model/entities/note.ts";
import type { SavedSearch } from "../../model/entities/saved-search.ts";
import type { ActionId } from "./actions.ts";

export type PaletteEntry =
  | { readonly kind: "note"; readonly note: NoteSummary; readonly folder: Folder | undefined }
  | { readonly kind: "folder"; readonly folder: Folder }
  | { readonly kind: "tag"; readonly tag: TagCount }
  | { readonly kind: "saved-search"; readonly search: SavedSearch }
  | { readonly kind: "action"; readonly action: ActionId }
  | { readonly kind: "new-note"; readonly title: string }
  | { readonly kind: "search"; readonly typed: string };

export type PaletteSource = {
  /** Last modified first. */
  readonly notes: readonly NoteSummary[];
  readonly folders: readonly Folder[];
  readonly tags: TagList;
  readonly searches: readonly SavedSearch[];
  /** `keywords`: other words that find the action. */
  readonly actions: readonly { readonly action: ActionId; readonly label: string; readonly keywords?: string }[];
};

const SHOWN = { notes: 8, recent: 5, folders: 4, tags: 4, searches: 4 } as const;

export function paletteEntries({ notes, folders, tags, searches, actions }: PaletteSource, typed: string): readonly PaletteEntry[] {
  const words = partsOf(toSearchText(typed));
  const title = typed.trim();
  const byId = new Map(folders.map((folder) => [folder.folderId, folder]));
  const toNote = (note: NoteSummary): PaletteEntry => ({ kind: "note", note, folder: byId.get(note.folderId ?? "") });
  const toAction = ({ action }: { readonly action: ActionId }): PaletteEntry => ({ kind: "action", action });
  if (title === "") return [...notes.filter(isReadable).slice(0, SHOWN.recent).map(toNote), ...actions.map(toAction)];
  return [
    ...matchTitles(notes, words).map(toNote),
    ...folders
      .filter((folder) => hasAll(toSearchText(folderPath(folder)), words))
      .slice(0, SHOWN.folders)
      .map((folder): PaletteEntry => ({ kind: "folder", folder })),
    ...tags
      .filter((tag) => hasAll(searchTag(tag), words))
      .slice(0, SHOWN.tags)
      .map((tag): PaletteEntry => ({ kind: "tag", tag })),
    ...searches
      .filter(({ name }) => hasAll(toSearchText(name), words))
      .slice(0, SHOWN.searches)
      .map((search): PaletteEntry => ({ kind: "saved-search", search })),
    ...actions.filter(({ label, keywords = "" }) => hasAll(toSearchText(`${label} ${keywords}`), words)).map(toAction),
    { kind: "new-note", title },
    { kind: "search", typed: title },
  ];
}

/** Titles that begin with the words come first; the most recent first among equals. */
function matchTitles(notes: readonly NoteSummary[], words: readonly string[]): readonly NoteSummary[] {
  const beginning: NoteSummary[] = [];
  const others: NoteSummary[] = [];
  for (const note of notes) {
    if (beginning.length === SHOWN.notes) break;
    if (!isReadable(note)) continue;
    const title = searchTitle(note);
    if (hasAll(title, words)) (title.startsWith(` ${words[0]}`) ? beginning : others).push(note);
  }
  return [...beginning, ...others].slice(0, SHOWN.notes);
}

const titles = new WeakMap<NoteSummary, string>();

/** Cached, because folding fifty thousand titles at every key is noticeable. */
function searchTitle(note: NoteSummary): string {
  const known = titles.get(note);
  if (known !== undefined) return known;
  const title = toSearchText(note.title);
  titles.set(note, title);
  return title;
}

const tagTexts = new WeakMap<TagCount, string>();

function searchTag(tag: TagCount): string {
  const text = tagTexts.get(tag) ?? toSearchText(tag.tag);
  tagTexts.set(tag, text);
  return text;
}

function hasAll(text: string, words: readonly string[]): boolean {
  return words.length > 0 && words.every((word) => text.includes(isRun(word) ? word : ` ${word}`));
}
