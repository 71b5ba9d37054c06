/** View state of the library: folder, search term, number of rows, panes. Rules: note-list.ts and panes.ts. Spec A §2.8, A §4 "Search". */

import { type ListSort, parseListSort } from "../../library/notes/list-sort.ts";
import { NOTE, SEARCH } from "../../model/limits/limits.ts";
import { LOCAL_KEYS } from "../../model/storage-keys.ts";
import { createStore, type ReadableStore } from "../../model/store.ts";
import type { Preferences } from "../../ports/device/preferences.ts";
import type { Timers } from "../../ports/environment.ts";
import { clampListWidth, overrideMs } from "./panes.ts";
import { NOTHING_SELECTED, type Selection } from "./selection.ts";

export type WorkspaceState = {
  readonly folderId: string | null;
  /** Keys of the tags that the listed notes have. */
  readonly tagKeys: readonly string[];
  /** Text as typed; `term` follows after the debounce. */
  readonly typed: string;
  readonly term: string;
  readonly shownCount: number;
  readonly sort: ListSort;
  readonly isPinnedOnTop: boolean;
  readonly hasSubfolders: boolean;
  readonly closedFolderIds: ReadonlySet<string>;
  readonly selection: Selection;
  readonly isListShown: boolean;
  /** The user's choice for the sidebar; undefined to follow the width. */
  readonly sidebarChosen: boolean | undefined;
  readonly listWidthPx: number;
  /** Postponed bands; each returns when its count exceeds the one it was postponed at. */
  readonly putOff: ReadonlyMap<Band, number>;
};

/** Bands above a note that can be postponed to the next start. */
export type Band =
  | "conflicts"
  | "unreadable"
  | "unreadable-rows"
  | "unsealed"
  | "went-back"
  | "missing-approved"
  | "refused"
  | "storage"
  | "recovered"
  | "upgrade-offer"
  | "upgrade-done";

export function isPutOff({ putOff }: Pick<WorkspaceState, "putOff">, band: Band, count = 1): boolean {
  return count <= (putOff.get(band) ?? 0);
}

export interface WorkspaceService {
  readonly store: ReadableStore<WorkspaceState>;
  /** Shows all notes of the folder, without a filter. */
  selectFolder(folderId: string | null): void;
  /** Shows only notes with each of these tags. */
  filterByTags(tagKeys: readonly string[]): void;
  /** Sets the text; `term` follows 300 ms after the last key, or at once if empty. */
  type(text: string): void;
  showMore(): void;
  /** Remembered on this device. */
  sortBy(sort: ListSort): void;
  /** Remembered on this device. */
  togglePinnedOnTop(): void;
  /** Lists notes of subfolders with those of their parents. Remembered on this device. */
  toggleSubfolders(): void;
  /** Hides or shows the subfolders in the sidebar. Remembered on this device. */
  toggleFolder(folderId: string): void;
  select(change: (selection: Selection) => Selection): void;
  toggleList(): void;
  chooseSidebar(isShown: boolean, windowWidthPx: number): void;
  setListWidth(widthPx: number): void;
  /** `count`: number of items that the band reports. */
  putOff(band: Band, count?: number): void;
}

export function createWorkspaceService(deps: { readonly timers: Timers; readonly preferences: Preferences }): WorkspaceService {
  const stored = deps.preferences.read(LOCAL_KEYS.listWidth);
  const store = createStore<WorkspaceState>({
    folderId: null,
    tagKeys: [],
    typed: "",
    term: "",
    shownCount: NOTE.pageSize,
    sort: parseListSort(deps.preferences.read(LOCAL_KEYS.listSort)),
    isPinnedOnTop: deps.preferences.read(LOCAL_KEYS.pinnedOnTop) === "true",
    hasSubfolders: deps.preferences.read(LOCAL_KEYS.withSubfolders) === "true",
    closedFolderIds: new Set(deps.preferences.read(LOCAL_KEYS.closedFolders)?.split(" ")),
    selection: NOTHING_SELECTED,
    isListShown: true,
    sidebarChosen: undefined,
    listWidthPx: clampListWidth(stored === undefined ? Number.NaN : Number(stored)),
    putOff: new Map(),
  });
  let cancelSearch = (): void => undefined;
  let cancelOverride = (): void => undefined;

  const search = (term: string): void => store.setState({ term, shownCount: NOTE.pageSize, selection: NOTHING_SELECTED });

  return {
    store,
    selectFolder(folderId) {
      cancelSearch();
      store.setState({ folderId, tagKeys: [], typed: "", term: "", shownCount: NOTE.pageSize, selection: NOTHING_SELECTED });
    },
    filterByTags: (tagKeys) => store.setState({ tagKeys, shownCount: NOTE.pageSize, selection: NOTHING_SELECTED }),
    type(text) {
      cancelSearch();
      store.setState({ typed: text });
      const term = text.trim();
      if (term === "") search("");
      else cancelSearch = deps.timers.after(SEARCH.debounceMs, () => search(term));
    },
    showMore: () => store.setState(({ shownCount }) => ({ shownCount: shownCount + NOTE.pageSize })),
    sortBy(sort) {
      store.setState({ sort, shownCount: NOTE.pageSize });
      deps.preferences.write(LOCAL_KEYS.listSort, sort);
    },
    togglePinnedOnTop() {
      const isPinnedOnTop = !store.getState().isPinnedOnTop;
      store.setState({ isPinnedOnTop, shownCount: NOTE.pageSize });
      deps.preferences.write(LOCAL_KEYS.pinnedOnTop, isPinnedOnTop ? "true" : undefined);
    },
    toggleSubfolders() {
      const hasSubfolders = !store.getState().hasSubfolders;
      store.setState({ hasSubfolders, shownCount: NOTE.pageSize });
      deps.preferences.write(LOCAL_KEYS.withSubfolders, hasSubfolders ? "true" : undefined);
    },
    toggleFolder(folderId) {
      const closed = store.getState().closedFolderIds;
      const closedFolderIds = new Set(closed.has(folderId) ? [...closed].filter((id) => id !== folderId) : [...closed, folderId]);
      store.setState({ closedFolderIds });
      deps.preferences.write(LOCAL_KEYS.closedFolders, closedFolderIds.size === 0 ? undefined : [...closedFolderIds].join(" "));
    },
    select: (change) => store.setState(({ selection }) => ({ selection: change(selection) })),
    toggleList: () => store.setState(({ isListShown }) => ({ isListShown: !isListShown })),
    chooseSidebar(isShown, windowWidthPx) {
      cancelOverride();
      store.setState({ sidebarChosen: isShown });
      const holdsMs = overrideMs(windowWidthPx);
      if (holdsMs !== undefined) cancelOverride = deps.timers.after(holdsMs, () => store.setState({ sidebarChosen: undefined }));
    },
    setListWidth(widthPx) {
      const listWidthPx = clampListWidth(widthPx);
      store.setState({ listWidthPx });
      deps.preferences.write(LOCAL_KEYS.listWidth, String(listWidthPx));
    },
    putOff: (band, count = 1) => store.setState(({ putOff }) => ({ putOff: new Map([...putOff, [band, count]]) })),
  };
}
