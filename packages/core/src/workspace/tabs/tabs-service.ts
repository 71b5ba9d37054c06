/** This window's tabs and their text. Rules: plan-tabs.ts, tab.ts, stored-tabs.ts. Spec A §4, decision 0005 "Drafts". */

import type { NoteProblem, NotesService } from "../../library/notes/notes-service-types.ts";
import type { Note, NoteDraft } from "../../model/entities/note.ts";
import { isContained, isEqual, type VersionVector } from "../../model/entities/version-vector.ts";
import type { LazyModule } from "../../model/lazy/lazy-module.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import { createStore, type ReadableStore } from "../../model/store.ts";
import type { DraftStore, StoredDraft, StoreProblem, TabStore } from "../../ports/device/local-store.ts";
import type { Clock, Ids, Timers, Windows } from "../../ports/environment.ts";
import type { DraftSealing } from "../../vault/sensitive/seal-draft-service.ts";
import type { SensitiveFolder } from "../../vault/sensitive/sensitive-service-types.ts";
import { createDraftWriter } from "./draft-writer-service.ts";
import { followLock, knowSensitive, lockSealed } from "./locked-tabs-service.ts";
import { findHeldElsewhere, watchOtherWindows } from "./other-windows-service.ts";
import {
  NO_TABS,
  nextOrdinal,
  planActivate,
  planClose,
  planCloseOthers,
  planCycle,
  planOpen,
  planOpenSingle,
  planReplace,
} from "./plan-tabs.ts";
import { findRecoverable, offeredDrafts } from "./recovered-texts.ts";
import type { SavesAtLock, savesAtLock } from "./save-at-lock-service.ts";
import { createHeldDrafts, NO_SEALING, sealingDrafts } from "./sealed-drafts-service.ts";
import { toOpenTabs, toStoredDraft, toStoredTab, toTabOfDraft } from "./stored-tabs.ts";
import {
  type ConnectedEditor,
  draftOf,
  type EditorConnection,
  type EditTab,
  EMPTY_DRAFT,
  findTab,
  isDirty,
  isEmptied,
  isLockedTab,
  lockedTab,
  type NewTab,
  type Opened,
  type OpenTabs,
  recoveredAt,
  type Tab,
  unsavedTabs,
  type ViewTab,
} from "./tab.ts";

export type TabsState = OpenTabs & {
  readonly phase: "restoring" | "ready";
  readonly saving: ReadonlySet<string>;
  /** Tabs whose editors still prepare content (a large paste, an image), with the completed share from 0 to 1. Their save waits for it. */
  readonly pending: ReadonlyMap<string, number>;
  /** Why the last save of these tabs failed. */
  readonly saveProblems: ReadonlyMap<string, SaveProblem>;
  /** Drafts without a tab in this window: 'Unsaved on this device'. */
  readonly orphanedDrafts: readonly StoredDraft[];
  /** Tabs of other open windows; their drafts are not offered here. */
  readonly heldElsewhere: ReadonlySet<string>;
  /** Number of unsealed drafts of sensitive notes without a tab; listed once the folder is unlocked. */
  readonly hiddenDraftCount: number;
  /** Restored tabs with sealed text, until the folder is unlocked. */
  readonly lockedRecovered: ReadonlySet<string>;
  /** Problem of the last write of a draft; typed text is then in memory only. */
  readonly draftProblem: StoreProblem | undefined;
};

export type TabsDeps = {
  readonly notes: NotesService;
  readonly drafts: DraftStore;
  readonly tabs: TabStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly timers: Timers;
  /** Stored in the window's session storage: a reload is the same window. */
  readonly windowId: string;
  readonly windows?: Windows;
  /** The setting 'Saving' is 'Automatically'. Asked each time: another tab of the browser may have changed it. decision 0042. */
  readonly savesAutomatically?: () => boolean;
  /** Without it, tabs of sensitive notes stay locked. */
  readonly sensitive?: {
    readonly sealing: DraftSealing;
    readonly folder: Pick<SensitiveFolder, "store" | "beforeKeyGoes">;
    /** Saves what was typed when the folder locks. Without it, that stays a sealed draft. */
    readonly atLock?: { readonly notes: SavesAtLock; readonly saving: LazyModule<typeof savesAtLock> };
  };
};

export type SaveOptions = {
  readonly staysOpen?: boolean;
  /** No one asked for it: the editor stays open and is not busy. decision 0042. */
  readonly isAutomatic?: boolean;
};

/** `emptied`: the new note has no text any more, and was deleted instead. */
export type SaveProblem =
  | NoteProblem
  | { readonly kind: "no-such-tab" }
  | { readonly kind: "save-canceled" }
  | { readonly kind: "emptied" };

export interface TabsService {
  readonly store: ReadableStore<TabsState>;
  /** The setting 'Saving' is 'Automatically'. */
  savesAutomatically(): boolean;
  /** Restores tabs and drafts. A second call returns the first result. */
  restore(): Promise<void>;
  openView(noteId: string): string;
  /** Where saving is automatic the tab that shows the note becomes the editor. With the newest unsaved text of it that no living window holds, if there is one. */
  openEdit(noteId: string): string;
  /** `noteType`: the chosen type, which has no further effect yet. */
  openNew(folderId: string | null, noteType?: string): string;
  openDraft(draftId: string): void;
  activate(tabId: string): void;
  cycle(step: 1 | -1): void;
  setExpanded(tabId: string, isExpanded: boolean): void;
  /**
   * `basedOn`: version that the text was typed on. If the tab has a newer one, it returns to `basedOn`, so that the save merges both; if
   * absent, the text counts as typed on the tab's version.
   */
  editDraft(tabId: string, change: Partial<NoteDraft>, basedOn?: Opened): void;
  /** The editor is flushed before its text is saved, replaced, locked or written as a draft; a save waits for pending content. */
  connectEditor(tabId: string, editor: ConnectedEditor): EditorConnection;
  /**
   * Saves and turns the tab into the view of its note, unless text was typed in the meantime or `staysOpen` is set; then the editor
   * continues with the merged text. One save per tab at a time: a second call returns the first one's result, except that a manual save
   * runs after an autosave.
   */
  save(tabId: string, options?: SaveOptions): Promise<Result<Note, SaveProblem>>;
  /**
   * Saves all tabs with unsaved text automatically, or those of `tabIds`, where the setting says so; otherwise does nothing. Returns the tabs that
   * still have unsaved text.
   */
  saveAll(tabIds?: readonly string[]): Promise<readonly Tab[]>;
  /** The user turns away: writes drafts at once and saves what can be saved automatically. Drafts go first, since the page may end now. */
  leave(): Promise<void>;
  /** True if closing the page would lose what the user expects to be saved: with automatic saving only text that could not be saved. */
  asksAtUnload(): boolean;
  /** Saves the tab if it has unsaved text, and turns it into the view of its note; a new tab without text is closed. */
  finish(tabId: string): Promise<Result<void, SaveProblem>>;
  /** Ends a save that waits for pending content with 'save-canceled'; a save that is being written completes. */
  cancelSave(tabId: string): void;
  /** Discards unsaved text; callers ask first. */
  close(tabId: string): void;
  closeOthers(tabId: string): void;
  closeAll(): void;
  /** Closes the tabs of a deleted note. Unsaved text stays as a draft. */
  closeNote(noteId: string): void;
  discardDraft(draftId: string): void;
  /** Discards the tab's recovered text: an edit tab shows the saved note, a new tab is closed. Callers ask first. */
  discardRecovered(tabId: string): void;
  /** Writes pending drafts and seals text that a lock took out of tabs. Call before the library closes or its keys are dropped. */
  flush(): Promise<Result<void, StoreProblem>>;
  /** Lists drafts again after other windows changed them. */
  listDrafts(): Promise<void>;
  /** Returns this window's unsaved text in its storable form, for when the disk fails. */
  unsaved(): Promise<readonly StoredDraft[]>;
  stop(): void;
}

const TAB_ID_CHARS = 12;
/** Spec A §3: "new-note tab ids start with new-". */
const NEW_TAB_PREFIX = "new-";

export function createTabsService(deps: TabsDeps): TabsService {
  const { notes, clock, ids } = deps;
  const store = createStore<TabsState>({
    ...NO_TABS,
    phase: "restoring",
    saving: new Set(),
    pending: new Map(),
    saveProblems: new Map(),
    orphanedDrafts: [],
    heldElsewhere: new Set(),
    hiddenDraftCount: 0,
    lockedRecovered: new Set(),
    draftProblem: undefined,
  });
  const savesAutomatically = (): boolean => deps.savesAutomatically?.() ?? false;
  const tabOf = (tabId: string) => findTab(store.getState().tabs, tabId);
  const { sealing, folder } = deps.sensitive ?? { sealing: NO_SEALING, folder: undefined };
  const held = createHeldDrafts(sealing);
  const { isSensitiveTab, isSensitiveDraft } = knowSensitive(notes);
  const isUnlocked = () => folder?.store.getState().kind === "unlocked";
  const mustHide = (tab: Tab) => !isUnlocked() && isSensitiveTab(tab);
  const withLockState = (tab: Tab): Tab => {
    if (mustHide(tab)) return lockedTab(tab);
    return isSensitiveTab(tab) ? { ...tab, isSensitive: true } : tab;
  };
  const readDraft = (tabId: string) => {
    const tab = tabOf(tabId);
    if (held.has(tabId)) return held.get(tabId);
    if (tab !== undefined) return toStoredDraft(tab, clock.now());
    // A retried write finds a draft without a tab in the list.
    return store.getState().orphanedDrafts.find((draft) => draft.draftId === tabId);
  };
  const writer = createDraftWriter({
    drafts: sealingDrafts(deps.drafts, sealing, isSensitiveDraft),
    timers: deps.timers,
    clock,
    read: readDraft,
    onOutcome: (draftProblem) => store.setState({ draftProblem }),
  });
  const keepTabs = createTabSaver(deps.tabs, deps.windowId, () => store.getState());

  const take = (open: OpenTabs): void => {
    store.setState(open);
    if (store.getState().phase === "ready") keepTabs();
  };
  const put = (tab: Tab): void => store.setState((state) => ({ tabs: state.tabs.map((other) => (other.id === tab.id ? tab : other)) }));

  const editors = new Map<string, ConnectedEditor>();
  /** Returns the tab including text that its editor has not reported yet. */
  const flushedTab = (tabId: string): Tab | undefined => {
    editors.get(tabId)?.flush();
    return tabOf(tabId);
  };
  const flushEditors = (): void => {
    for (const editor of [...editors.values()]) editor.flush();
  };
  const setPending = (tabId: string, share: number | undefined): void => {
    const { pending } = store.getState();
    if (pending.get(tabId) === share) return;
    const others = [...pending].filter(([id]) => id !== tabId);
    store.setState({ pending: new Map(share === undefined ? others : [...others, [tabId, share]]) });
  };
  const waiting = new Map<string, (isReady: boolean) => void>();
  /** Resolves to true once nothing is pending in the tab, to false if the waiting save is canceled. */
  const contentReady = async (tabId: string): Promise<boolean> => {
    if (!store.getState().pending.has(tabId)) return true;
    return new Promise((resolve) => {
      const end = (isReady: boolean): void => {
        stop();
        waiting.delete(tabId);
        resolve(isReady);
      };
      const stop = store.subscribe(({ pending }) => void (!pending.has(tabId) && end(true)));
      waiting.set(tabId, end);
    });
  };

  /** Maps a version to the one that the tab's own save has put in its place, for text that was typed on the former. */
  const savedOver = new WeakMap<Opened, Opened>();
  const latestOf = (opened: Opened): Opened => {
    const saved = savedOver.get(opened);
    return saved === undefined ? opened : latestOf(saved);
  };

  const newId = (isNewNote: boolean) => `${isNewNote ? NEW_TAB_PREFIX : ""}${ids.random(TAB_ID_CHARS)}`;
  const newTab = (isNewNote = false) => ({ id: newId(isNewNote), isExpanded: false, createdAt: clock.now() });
  const open = (tab: Tab): string => {
    take(planOpen(store.getState(), tab));
    return store.getState().activeTabId as string;
  };

  const openNote = (tab: ViewTab | EditTab): string => {
    const locked = withLockState(tab) as ViewTab | EditTab;
    if (!savesAutomatically()) return open(locked);
    take(planOpenSingle(store.getState(), locked));
    return store.getState().activeTabId as string;
  };

  /** Reads the note of an edit tab and puts a stored draft on top of it. */
  const load = async (tabId: string, draft?: StoredDraft): Promise<void> => {
    const tab = tabOf(tabId);
    if (tab?.type !== "edit") return;
    if (draft !== undefined) held.hold({ ...draft, draftId: tabId });
    const read = await notes.open(tab.noteId);
    const kept = await held.open(tabId);
    const now = flushedTab(tabId);
    if (now?.type !== "edit") return;
    const isLockedOut = !read.ok && read.problem.kind === "sensitive-locked";
    // The user may have typed before the lock was known.
    if (isLockedOut || mustHide(now) || (held.has(tabId) && kept === undefined)) return lock.hide(now);
    // Text typed while the note was read stays, and is marked as behind.
    if (now.editing.kind === "open" && isDirty(now)) {
      if (read.ok && !isEqual(read.value.vv, now.editing.opened.vv)) put(behind(now, now.editing));
      return;
    }
    held.forget(tabId);
    put(read.ok ? withNote(now, read.value, kept) : withoutNote(now, read.problem, kept));
    // The draft was never sealed, because the folder was locked before that.
    if (kept !== undefined && draft === undefined) writer.touch(tabId);
  };

  /** Keeps unsaved text, and marks it as behind if necessary. */
  const compare = async (tab: EditTab): Promise<void> => {
    const read = await notes.open(tab.noteId);
    const now = flushedTab(tab.id);
    if (now?.type !== "edit" || now.editing.kind !== "open") return;
    if (!isDirty(now)) return load(now.id);
    if (!read.ok || !isContained(read.value.vv, now.editing.opened.vv)) put(behind(now, now.editing));
  };

  /** The edits were undone, so nothing conflicts with the newer text. */
  const loadIfOvertaken = (tabId: string): void => {
    const tab = tabOf(tabId);
    if (tab?.type === "edit" && tab.editing.kind === "open" && tab.editing.isBehind === true && !isDirty(tab)) void load(tabId);
  };

  /** Like `load`, with a stored draft of the note that no open window holds, so that editing continues where it was interrupted. */
  const loadRecovering = async (tabId: string): Promise<void> => {
    const tab = tabOf(tabId);
    const orphan = tab?.type === "edit" && !held.has(tabId) ? findRecoverable(store.getState(), tab.noteId) : undefined;
    const draft = orphan && (await lock.openOrphanedDraft(orphan));
    const now = tabOf(tabId);
    const { orphanedDrafts } = store.getState();
    const isFree = now?.type === "edit" && !isDirty(now) && !held.has(tabId);
    if (draft === undefined || !isFree || !orphanedDrafts.some((one) => one.draftId === draft.draftId)) return load(tabId);
    store.setState({ orphanedDrafts: orphanedDrafts.filter((one) => one.draftId !== draft.draftId) });
    put({ ...now, editing: { kind: "loading" } });
    void writer.move(draft, tabId);
    return load(tabId, draft);
  };

  const closeTabs = (closed: readonly Tab[], next: OpenTabs): void => {
    take(next);
    for (const tab of closed) {
      // A locked text cannot be reviewed before it is discarded, so it is kept.
      if (held.has(tab.id)) addOrphanedDraft(tab.id);
      else if (tab.type !== "view") void writer.discard(tab.id);
    }
  };

  const addOrphanedDraft = (draftId: string): void => {
    const draft = held.get(draftId);
    // An unsealed text is listed once it is sealed.
    if (draft === undefined || (draft.sealed === undefined && isSensitiveDraft(draft))) return;
    held.forget(draftId);
    store.setState(({ orphanedDrafts }) => ({ orphanedDrafts: [...orphanedDrafts, draft] }));
    void writer.keep(draft);
  };

  const makeAtLock = (make: typeof savesAtLock) =>
    make({
      notes: () => (savesAutomatically() ? deps.sensitive?.atLock?.notes : undefined),
      tabOf,
      putKept: (tab) => {
        put(tab);
        keepTabs();
      },
      held,
      isSensitiveDraft,
      writer,
      // A save that waits for pending content has not begun.
      running: (tabId) => (waiting.has(tabId) ? undefined : savingNow.get(tabId)?.done),
      timers: deps.timers,
    });
  let atLock: ReturnType<typeof savesAtLock> | undefined;
  /** The code is loaded when the folder is unlocked, so that a lock never waits for it. */
  const readyForLock = (): void => {
    const saving = deps.sensitive?.atLock?.saving;
    if (!isUnlocked() || saving === undefined || atLock !== undefined) return;
    const take = (make: typeof savesAtLock): void => {
      atLock ??= makeAtLock(make);
    };
    if (!saving.runIfLoaded(take)) void saving.ask(take, undefined);
  };
  const stopFollowing = folder?.store.subscribe(readyForLock);
  readyForLock();
  const lock = followLock({
    saveBeforeKeyGoes: (seal) => atLock?.saveBeforeKeyGoes(seal) ?? seal(),
    store,
    notes,
    folder,
    sealing,
    held,
    isSensitiveTab,
    isSensitiveDraft,
    put,
    load: loadRecovering,
    flushEditors,
    addOrphanedDraft,
    writer,
    clock,
  });

  const unsubscribe = notes.onChangedElsewhere((noteIds) => {
    for (const { id } of store.getState().tabs) {
      const tab = flushedTab(id);
      if (tab?.type !== "edit" || !noteIds.includes(tab.noteId)) continue;
      if (!isDirty(tab)) void load(tab.id);
      else void compare(tab);
    }
  });

  const restore = async (): Promise<void> => {
    const [tabs, drafts, heldElsewhere] = await Promise.all([
      deps.tabs.loadTabs(deps.windowId),
      deps.drafts.loadDrafts(),
      findHeldElsewhere(deps),
    ]);
    const kept = drafts.ok ? drafts.value : [];
    if (!drafts.ok) store.setState({ draftProblem: drafts.problem });
    const restored = lockSealed(tabs.ok ? toOpenTabs(tabs.value, kept, (noteId) => titleOf(notes, noteId)) : NO_TABS, kept);
    for (const draft of kept) if (isLockedTab(findTab(restored.tabs, draft.draftId))) held.hold(draft);
    // A link may have opened a tab during the read; it stays open and active.
    const opened = store.getState();
    const all = opened.tabs.reduce<OpenTabs>((open, tab) => planOpen(open, tab), restored);
    const inTabs = new Set(all.tabs.map((tab) => tab.id));
    const sealedInTabs = kept.filter(({ draftId, sealed }) => sealed !== undefined && inTabs.has(draftId));
    const lockedRecovered = new Set(isUnlocked() ? [] : sealedInTabs.map(({ draftId }) => draftId));
    const orphanedDrafts = kept.filter((draft) => !inTabs.has(draft.draftId));
    store.setState({ ...all, phase: "ready", heldElsewhere, orphanedDrafts, lockedRecovered });
    keepTabs();
    const draftsById = new Map(kept.map((draft) => [draft.draftId, draft]));
    const editing = all.tabs.filter((tab) => tab.type === "edit");
    await Promise.all(editing.map(({ id }) => (draftsById.has(id) ? load(id, draftsById.get(id)) : loadRecovering(id))));
    lock.applyLockState();
    others.lookAgain();
    await lock.openOrphanedDrafts();
  };
  let restoring: Promise<void> | undefined;

  const listDrafts = async (): Promise<void> => {
    // Writes first: a draft that is being moved or removed is not orphaned, and a draft that the disk refused exists only in memory.
    await writer.flush();
    const [kept, heldElsewhere] = await Promise.all([deps.drafts.loadDrafts(), findHeldElsewhere(deps)]);
    store.setState({ heldElsewhere });
    if (!kept.ok || store.getState().draftProblem !== undefined) return;
    const isOwn = (draftId: string): boolean => tabOf(draftId) !== undefined || held.has(draftId);
    store.setState({ orphanedDrafts: kept.value.filter(({ draftId }) => !isOwn(draftId)) });
    lock.applyLockState();
    await lock.openOrphanedDrafts();
  };
  // Before its tabs are restored, a window would take its own drafts for orphaned.
  const listOnceReady = async (): Promise<void> => (store.getState().phase === "ready" ? listDrafts() : undefined);
  const others = watchOtherWindows(deps, { list: listOnceReady, now: store.getState });

  const saveTab = async (tab: Tab, draft: NoteDraft, options: SaveOptions): Promise<Result<Note, SaveProblem>> => {
    await writer.cancelAndWait(tab.id);
    // The tab was closed and its text discarded while the draft was being written.
    if (options.isAutomatic === true && tabOf(tab.id) === undefined) return failed({ kind: "no-such-tab" });
    if (isEmptied(tab) && (await dropEmptied(tab))) return failed({ kind: "emptied" });
    const writeAndApply = async (): Promise<Result<Note, SaveProblem>> => {
      const written = await write(notes, tab, { draft, mayLackTitle: savesAutomatically() });
      // The disk accepts writes again; a draft that it still refuses is retried on its own and reported.
      if (written.ok) store.setState({ draftProblem: undefined });
      if (written.ok) applySaved(tab.id, draft, { note: written.value, options });
      return written;
    };
    const saved = await (tab.type === "new" ? writer.during(tab.id, writeAndApply) : writeAndApply());
    setSaveProblem(tab.id, saved.ok ? undefined : saved.problem);
    if (!saved.ok) {
      const now = tabOf(tab.id);
      if (saved.problem.kind === "changed-elsewhere" && now?.type === "edit" && now.editing.kind === "open") put(behind(now, now.editing));
      writer.touch(tab.id);
    }
    return saved;
  };

  const setSaveProblem = (tabId: string, problem: SaveProblem | undefined): void => {
    const { saveProblems } = store.getState();
    if (saveProblems.get(tabId) === problem) return;
    const others = [...saveProblems].filter(([id]) => id !== tabId && tabOf(id) !== undefined);
    store.setState({ saveProblems: new Map(problem === undefined ? others : [...others, [tabId, problem]]) });
  };

  /** Deletes the note of a new tab whose text is gone, on all devices, and makes the tab a new one again. False: another device wrote into it. */
  const dropEmptied = async (tab: EditTab): Promise<boolean> => {
    if (tab.editing.kind !== "open") return false;
    const folderId = notes.store.getState().notesById.get(tab.noteId)?.folderId ?? null;
    const dropped = await notes.discard(tab.noteId, tab.editing.opened.vv);
    if (!dropped.ok) return false;
    const now = flushedTab(tab.id);
    if (now === undefined || isLockedTab(now)) return true;
    const { id, isExpanded, createdAt } = now;
    const ordinal = nextOrdinal(store.getState().tabs);
    put(withLockState({ id, isExpanded, createdAt, type: "new", ordinal, folderId, draft: draftOf(now) ?? EMPTY_DRAFT }));
    setSaveProblem(id, undefined);
    keepTabs();
    void writer.writeNow(id);
    return true;
  };

  /** Text typed during the save stays in the tab, now on top of the saved note. */
  const applySaved = (
    tabId: string,
    saved: NoteDraft,
    { note, options: { staysOpen, isAutomatic } }: { readonly note: Note; readonly options: SaveOptions },
  ): void => {
    const tab = flushedTab(tabId);
    if (tab === undefined) return;
    if (isLockedTab(tab)) {
      atLock?.saved(tabId, saved, note);
      return;
    }
    const sensitive = note.isEncrypted ? ({ isSensitive: true } as const) : {};
    const isFresh = isAutomatic === true && (tab.type === "new" || (tab.type === "edit" && tab.isFresh === true));
    const fresh = isFresh ? ({ isFresh: true } as const) : {};
    const common = {
      id: tab.id,
      isExpanded: tab.isExpanded,
      createdAt: tab.createdAt,
      noteId: note.noteId,
      title: note.title,
      ...sensitive,
      ...fresh,
    };
    const draft = draftOf(tab);
    if (draft !== undefined && (draft.title !== saved.title || draft.content !== saved.content)) {
      const opened = openedAfterSave(tab, saved, note);
      noteSavedOver(tab, opened);
      const editing = { kind: "open", opened, draft } as const;
      const isBehind = isMerged(saved, note) ? ({ isBehind: true } as const) : {};
      put({ ...common, type: "edit", editing: { ...editing, ...isBehind } });
      keepTabs();
      // A draft written during the save does not know of the save yet.
      void writer.writeNow(tabId);
      return;
    }
    // Pending content belongs to the open editor.
    if (staysOpen === true || isAutomatic === true || store.getState().pending.has(tabId)) {
      const open = withNote({ ...common, type: "edit", editing: { kind: "loading" } }, note, undefined);
      // The editor has not shown the merged text yet.
      if (open.editing.kind === "open") noteSavedOver(tab, isMerged(saved, note) ? openedAfterSave(tab, saved, note) : open.editing.opened);
      put(open);
      keepTabs();
      return;
    }
    const { isFresh: _isFresh, ...seen } = { isFresh: undefined, ...common };
    take(planReplace(store.getState(), tabId, { ...seen, type: "view", isExpanded: false }));
  };

  const noteSavedOver = (tab: Tab, opened: Opened): void => {
    if (tab.type === "edit" && tab.editing.kind === "open") savedOver.set(tab.editing.opened, opened);
  };

  type Saving = { readonly done: Promise<Result<Note, SaveProblem>>; readonly isAutomatic: boolean };
  const savingNow = new Map<string, Saving>();
  // An autosave does not make the editor busy.
  const publishSaving = (): void =>
    store.setState({ saving: new Set([...savingNow].flatMap(([tabId, { isAutomatic }]) => (isAutomatic ? [] : [tabId]))) });

  const save = (tabId: string, options: SaveOptions = {}): Promise<Result<Note, SaveProblem>> => {
    const isAutomatic = options.isAutomatic === true;
    const running = savingNow.get(tabId);
    if (running !== undefined) return running.isAutomatic && !isAutomatic ? saveAfter(running, tabId, options) : running.done;
    const start = async (): Promise<Result<Note, SaveProblem>> => {
      const tab = flushedTab(tabId);
      const draft = tab === undefined ? undefined : draftOf(tab);
      return tab === undefined || draft === undefined ? failed({ kind: "no-such-tab" }) : saveTab(tab, draft, options);
    };
    const done = (!isAutomatic && store.getState().pending.has(tabId) ? startWhenReady(tabId, start) : start()).finally(() => {
      savingNow.delete(tabId);
      publishSaving();
    });
    savingNow.set(tabId, { done, isAutomatic });
    publishSaving();
    return done;
  };

  const startWhenReady = async (tabId: string, start: () => Promise<Result<Note, SaveProblem>>) =>
    (await contentReady(tabId)) ? start() : failed({ kind: "save-canceled" } as const);

  /** Skips text that an autosave has just written. */
  const saveAfter = async (running: Saving, tabId: string, options: SaveOptions): Promise<Result<Note, SaveProblem>> => {
    const saved = await running.done;
    const tab = flushedTab(tabId);
    const draft = tab === undefined ? undefined : draftOf(tab);
    if (!saved.ok || store.getState().pending.has(tabId) || tab === undefined || draft === undefined || isDirty(tab))
      return save(tabId, options);
    applySaved(tabId, draft, { note: saved.value, options });
    return saved;
  };

  const saveAll = async (tabIds?: readonly string[]): Promise<readonly Tab[]> => {
    const unsaved = (): readonly Tab[] => unsavedTabs(store.getState()).filter(({ id }) => tabIds?.includes(id) ?? true);
    flushEditors();
    if (!savesAutomatically()) return unsaved();
    await Promise.all(unsaved().map(({ id }) => save(id, { isAutomatic: true })));
    // What was typed while its tab was saved.
    await Promise.all(unsaved().map(({ id }) => (store.getState().saveProblems.has(id) ? undefined : save(id, { isAutomatic: true }))));
    return unsaved();
  };

  const flush = async (): Promise<Result<void, StoreProblem>> => {
    flushEditors();
    const written = writer.flush();
    await lock.seal();
    const outcome = await written;
    const sealed = await writer.flush();
    return outcome.ok ? sealed : outcome;
  };

  const finish = async (tabId: string): Promise<Result<void, SaveProblem>> => {
    const tab = flushedTab(tabId);
    if (tab === undefined || tab.type === "view") return ok(undefined);
    const isWhole = !isDirty(tab) && !store.getState().pending.has(tabId) && !savingNow.has(tabId);
    if (!isWhole) {
      const saved = await save(tabId);
      if (saved.ok) return ok(undefined);
      if (saved.problem.kind !== "emptied") return failed(saved.problem);
    }
    const now = tabOf(tabId);
    if (now?.type === "new" && !isDirty(now)) closeTabs([now], planClose(store.getState(), tabId));
    if (now?.type === "edit") take(planReplace(store.getState(), tabId, toViewTab(now)));
    return ok(undefined);
  };

  return {
    store,
    savesAutomatically,
    saveAll,
    finish,
    restore() {
      restoring ??= restore();
      return restoring;
    },
    openView: (noteId) => openNote({ ...newTab(), type: "view", noteId, title: titleOf(notes, noteId) }),
    openEdit(noteId) {
      const tabId = openNote({ ...newTab(), type: "edit", noteId, title: titleOf(notes, noteId), editing: { kind: "loading" } });
      const tab = tabOf(tabId);
      const isUnread = tab?.type === "edit" && tab.editing.kind !== "open";
      const isRecovering = tab !== undefined && !isDirty(tab) && findRecoverable(store.getState(), noteId) !== undefined;
      if (isUnread || isRecovering) void loadRecovering(tabId);
      return tabId;
    },
    openNew(folderId, noteType) {
      const ordinal = nextOrdinal(store.getState().tabs);
      const kind = noteType === undefined ? {} : { noteType };
      return open(withLockState({ ...newTab(true), ...kind, type: "new", ordinal, folderId, draft: EMPTY_DRAFT }));
    },
    openDraft(draftId) {
      const state = store.getState();
      const orphan = offeredDrafts(state).find((one) => one.draftId === draftId);
      const draft = orphan && lock.readable(orphan);
      if (orphan === undefined || draft === undefined) return;
      const busy = state.tabs.find((tab) => tab.type === "edit" && tab.noteId === draft.noteId && isDirty(tab));
      // If the note has two unsaved texts, shows the open one first; the stored one stays in the list.
      if (busy !== undefined) {
        take(planActivate(state, busy.id));
        return;
      }
      store.setState({ orphanedDrafts: state.orphanedDrafts.filter((one) => one !== orphan) });
      const tabId = newId(draft.noteId === null);
      take(
        planOpen(withoutEditOf(state, draft.noteId), toTabOfDraft(draft, tabId, { ordinal: nextOrdinal(state.tabs), nowMs: clock.now() })),
      );
      void writer.move(draft, tabId);
      void load(tabId, draft);
    },
    activate: (tabId) => take(planActivate(store.getState(), tabId)),
    cycle: (step) => take(planCycle(store.getState(), step)),
    setExpanded(tabId, isExpanded) {
      const tab = tabOf(tabId);
      if (tab === undefined) return;
      put({ ...tab, isExpanded });
      keepTabs();
    },
    editDraft(tabId, change, basedOn) {
      const tab = tabOf(tabId);
      if (tab?.type === "new") put({ ...tab, draft: { ...tab.draft, ...change } });
      else if (tab?.type === "edit" && tab.editing.kind === "open")
        put({ ...tab, editing: edited(tab.editing, change, basedOn === undefined ? tab.editing.opened : latestOf(basedOn)) });
      else return;
      writer.touch(tabId);
      loadIfOvertaken(tabId);
    },
    connectEditor(tabId, editor) {
      editors.set(tabId, editor);
      const isCurrent = (): boolean => editors.get(tabId) === editor;
      return {
        setPending: (share) => void (isCurrent() && setPending(tabId, share)),
        disconnect() {
          if (!isCurrent()) return;
          editors.delete(tabId);
          setPending(tabId, undefined);
        },
      };
    },
    save,
    close(tabId) {
      const { tabs } = store.getState();
      closeTabs(
        tabs.filter((tab) => tab.id === tabId),
        planClose(store.getState(), tabId),
      );
    },
    closeOthers(tabId) {
      const { tabs } = store.getState();
      if (!tabs.some((tab) => tab.id === tabId)) return;
      closeTabs(
        tabs.filter((tab) => tab.id !== tabId),
        planCloseOthers(store.getState(), tabId),
      );
    },
    closeAll: () => closeTabs(store.getState().tabs, NO_TABS),
    cancelSave: (tabId) => waiting.get(tabId)?.(false),
    closeNote(noteId) {
      flushEditors();
      const closed = store.getState().tabs.filter((tab) => tab.type !== "new" && tab.noteId === noteId);
      const unsaved = closed.flatMap((tab) => toStoredDraft(tab, clock.now()) ?? []);
      const clean = closed.filter((tab) => !unsaved.some((draft) => draft.draftId === tab.id));
      closeTabs(
        clean,
        closed.reduce<OpenTabs>((left, tab) => planClose(left, tab.id), store.getState()),
      );
      store.setState(({ orphanedDrafts }) => ({ orphanedDrafts: [...orphanedDrafts, ...unsaved] }));
      for (const draft of unsaved) void writer.keep(draft);
    },
    discardDraft(draftId) {
      store.setState((state) => ({ orphanedDrafts: state.orphanedDrafts.filter((draft) => draft.draftId !== draftId) }));
      void writer.discard(draftId);
    },
    discardRecovered(tabId) {
      const tab = tabOf(tabId);
      if (tab === undefined || recoveredAt(tab) === undefined || savingNow.has(tabId)) return;
      if (tab.type !== "edit") return closeTabs([tab], planClose(store.getState(), tabId));
      put({ ...tab, editing: { kind: "loading" } });
      void writer.discard(tabId);
      void load(tabId);
    },
    async leave() {
      const kept = flush();
      await saveAll();
      await kept;
    },
    asksAtUnload() {
      const state = store.getState();
      return unsavedTabs(state).some(({ id }) => !savesAutomatically() || state.pending.has(id) || state.saveProblems.has(id));
    },
    flush,
    listDrafts,
    async unsaved() {
      flushEditors();
      const { tabs, orphanedDrafts } = store.getState();
      const kept: StoredDraft[] = [];
      const collecting = sealingDrafts(intoList(kept), sealing, isSensitiveDraft);
      for (const draft of [...orphanedDrafts, ...tabs.flatMap(({ id }) => readDraft(id) ?? [])]) await collecting.putDraft(draft);
      return kept;
    },
    stop() {
      unsubscribe();
      stopFollowing?.();
      others.stop();
      lock.stop();
    },
  };
}

function intoList(kept: StoredDraft[]): DraftStore {
  return {
    loadDrafts: async () => ok(kept),
    removeDraft: async () => ok(undefined),
    putDraft: async (draft) => {
      kept.push(draft);
      return ok(undefined);
    },
  };
}

function write(
  notes: NotesService,
  tab: Tab,
  { draft, mayLackTitle }: { readonly draft: NoteDraft; readonly mayLackTitle: boolean },
): Promise<Result<Note, SaveProblem>> {
  if (tab.type === "new") return create(notes, tab, { draft, mayLackTitle });
  if (tab.type === "edit" && tab.editing.kind === "open") {
    const { vv, text, base } = tab.editing.opened;
    return notes.save(tab.noteId, draft, { seen: { vv, text, base, onNewer: "merge" }, draftId: tab.id, mayLackTitle });
  }
  return Promise.resolve(failed({ kind: "no-such-tab" }));
}

/**
 * A sensitive text whose folder is not on this device, for example after the device was cleared, goes into the current Sensitive folder and
 * nowhere else.
 */
function create(
  notes: NotesService,
  tab: NewTab,
  { draft, mayLackTitle }: { readonly draft: NoteDraft; readonly mayLackTitle: boolean },
): Promise<Result<Note, SaveProblem>> {
  const creation = { draftId: tab.id, mayLackTitle };
  const sensitive = notes.store.getState().folders.filter(({ folderType }) => folderType === "SENSITIVE");
  const isIn = sensitive.some(({ folderId }) => folderId === tab.folderId);
  if (tab.isSensitive !== true || isIn) return notes.create(draft, tab.folderId, creation);
  const [folder] = sensitive;
  return folder === undefined ? Promise.resolve(failed({ kind: "sensitive-locked" })) : notes.create(draft, folder.folderId, creation);
}

/**
 * Version on which further typing is based. If the save merged another version, that is still the version seen before: the editor has not
 * shown the merged text, and a save on top of it would look as if the user had deleted it (sync.md §2 "Trap"). `base` keeps the saved text
 * from being added again.
 */
function openedAfterSave(tab: Tab, saved: NoteDraft, note: Note): Opened {
  const wasMerged = tab.type === "edit" && isMerged(saved, note);
  return wasMerged && tab.editing.kind === "open" ? { ...tab.editing.opened, text: saved, base: saved } : { vv: note.vv, text: saved };
}

/** True if the note has more than what was saved, because another version arrived in between. */
function isMerged(saved: NoteDraft, note: Note): boolean {
  return note.title !== saved.title || note.content !== saved.content;
}

function withNote(before: EditTab, note: Note, kept: StoredDraft | undefined): EditTab {
  const { isSensitive: _isSensitive, ...bare } = before;
  const tab: EditTab = note.isEncrypted ? { ...bare, isSensitive: true } : bare;
  const text = { title: note.title, content: note.content };
  if (kept === undefined) return { ...tab, title: note.title, editing: { kind: "open", opened: { vv: note.vv, text }, draft: text } };
  const open = { kind: "open", draft: { title: kept.title, content: kept.content }, recoveredAtMs: kept.savedAtMs } as const;
  const vv = kept.baseVv ?? note.vv;
  if (isEqual(vv, note.vv)) return { ...tab, title: note.title, editing: { ...open, opened: { vv, text } } };
  return { ...tab, title: note.title, editing: { ...open, opened: openedBefore(kept, vv), isBehind: true } };
}

type OpenEditing = Extract<EditTab["editing"], { readonly kind: "open" }>;

function edited(editing: OpenEditing, change: Partial<NoteDraft>, basedOn: Opened): OpenEditing {
  const draft = { ...editing.draft, ...change };
  return basedOn === editing.opened ? { ...editing, draft } : { ...editing, draft, opened: basedOn, isBehind: true };
}

function behind(tab: EditTab, editing: OpenEditing): EditTab {
  return { ...tab, editing: { ...editing, isBehind: true } };
}

function toViewTab({ editing: _editing, isFresh: _isFresh, ...tab }: EditTab): ViewTab {
  return { ...tab, type: "view", isExpanded: false };
}

/** Shows a stored draft even if its note cannot be read anymore. */
function withoutNote(tab: EditTab, problem: NoteProblem, kept: StoredDraft | undefined): EditTab {
  if (kept === undefined) return { ...tab, editing: { kind: "failed", problem } };
  const open = { kind: "open", draft: { title: kept.title, content: kept.content }, recoveredAtMs: kept.savedAtMs } as const;
  return { ...tab, editing: { ...open, opened: openedBefore(kept, kept.baseVv ?? {}) } };
}

/** The version that a stored draft was typed on, whose text is no longer available. */
function openedBefore({ base }: StoredDraft, vv: VersionVector): Opened {
  return base === undefined ? { vv, text: undefined } : { vv, text: undefined, base };
}

/** Replaces a clean edit tab of the same note by the restored draft. */
function withoutEditOf(open: OpenTabs, noteId: string | null): OpenTabs {
  const clean = open.tabs.find((tab) => tab.type === "edit" && tab.noteId === noteId && !isDirty(tab));
  return clean === undefined ? open : planClose(open, clean.id);
}

function titleOf(notes: NotesService, noteId: string): string {
  return notes.store.getState().notesById.get(noteId)?.title ?? "";
}

/** Writes the list of tabs one write after another, always the newest. A failed write costs only the order of tabs after a reload. */
function createTabSaver(tabs: TabStore, windowId: string, read: () => OpenTabs): () => void {
  let running = false;
  let again = false;
  const run = async (): Promise<void> => {
    running = true;
    do {
      again = false;
      const open = read();
      await tabs.putTabs(windowId, open.tabs.map(toStoredTab), open.activeTabId);
    } while (again);
    running = false;
  };
  return () => {
    if (running) again = true;
    else void run();
  };
}
