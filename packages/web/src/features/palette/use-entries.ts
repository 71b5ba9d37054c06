/** Entries for the typed text, and what choosing one does. Rules: core/workspace/actions/palette.ts. */
import { markedWords } from "@satchel/core/library/search/query.ts";
import type { ActionId } from "@satchel/core/workspace/actions/actions.ts";
import { type PaletteEntry, paletteEntries } from "@satchel/core/workspace/actions/palette.ts";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useOfferedActions } from "../../shared/hooks/use-offered-actions.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useTagList } from "../../shared/marks/tags/use-tag-list.ts";
import { useLibrary } from "../../shared/services.ts";
import { actionKeywords, actionText } from "../../text/actions/action-names.ts";

export type PaletteCommands = {
  readonly onAction: (action: ActionId) => void;
  readonly onNote: (noteId: string) => void;
  readonly onFolder: (folderId: string) => void;
  readonly onTag: (key: string) => void;
  readonly onNewNote: (title: string) => void;
  readonly onSearch: (typed: string) => void;
};

export function useEntries(typed: string, commands: PaletteCommands) {
  const { notes } = useLibrary();
  const count = useCount(typed);
  const all = useStore(notes.store, (state) => state.notes);
  const folders = useStore(notes.store, (state) => state.folders);
  const tags = useTagList();
  const searches = useStore(notes.store, (state) => state.searches);
  const offered = useOfferedActions();
  const actions = useMemo(() => recentFirst(offered).map(toNamed), [offered]);
  const asked = useDeferredValue(typed);
  const source = useMemo(() => ({ notes: all, folders, tags, searches, actions }), [all, folders, tags, searches, actions]);
  const entries = useMemo(() => paletteEntries(source, asked), [source, asked]);
  /** Entries for what is typed now. The list that is rendered may still be the one for fewer letters. */
  const current = () => (asked === typed ? entries : paletteEntries(source, typed));
  const words = useMemo(() => markedWords(asked, []), [asked]);
  const run = (entry: PaletteEntry): void => {
    if (entry.kind === "note") commands.onNote(entry.note.noteId);
    if (entry.kind === "folder") commands.onFolder(entry.folder.folderId);
    if (entry.kind === "tag") commands.onTag(entry.tag.key);
    if (entry.kind === "action") {
      recent = [entry.action, ...recent.filter((action) => action !== entry.action)].slice(0, RECENT_ACTIONS);
      commands.onAction(entry.action);
    }
    if (entry.kind === "new-note") commands.onNewNote(entry.title);
    if (entry.kind === "saved-search") commands.onSearch(entry.search.query);
    if (entry.kind === "search") commands.onSearch(entry.typed);
  };
  return { entries, current, words, run, count };
}

/** Actions that were run recently from the palette, as long as the page is open. */
const RECENT_ACTIONS = 5;
let recent: readonly ActionId[] = [];

function recentFirst(offered: readonly ActionId[]): readonly ActionId[] {
  const first = recent.filter((action) => offered.includes(action));
  return [...first, ...offered.filter((action) => !first.includes(action))];
}

function toNamed(action: ActionId) {
  return { action, label: actionText[action], keywords: actionKeywords[action] ?? "" };
}

/** Number of notes that a search would find; `undefined` until the index reports it. */
function useCount(typed: string): number | undefined {
  const { search } = useLibrary();
  const [announced, setAnnounced] = useState<{ readonly typed: string; readonly count: number | undefined }>();
  useEffect(() => {
    let isAsking = true;
    if (typed.trim() === "") return;
    void search.count(typed).then((count) => {
      if (isAsking) setAnnounced({ typed, count });
    });
    return () => {
      isAsking = false;
    };
  }, [search, typed]);
  return announced?.typed === typed ? announced.count : undefined;
}

export function entryKey(entry: PaletteEntry): string {
  if (entry.kind === "note") return `note ${entry.note.noteId}`;
  if (entry.kind === "folder") return `folder ${entry.folder.folderId}`;
  if (entry.kind === "tag") return `tag ${entry.tag.key}`;
  if (entry.kind === "saved-search") return `search ${entry.search.searchId}`;
  return entry.kind === "action" ? `action ${entry.action}` : entry.kind;
}
