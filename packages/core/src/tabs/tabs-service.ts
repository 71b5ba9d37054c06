/**
 * The tabs of this window and what is typed into them. Commands in, one store out; the rules are plan-tabs.ts, tab.ts and stored-tabs.ts.
 * Every keystroke is in the draft store within a second; a save takes its draft with it in one transaction. Spec A §4, decisions §5 "Drafts".
 */
import type { Note, NoteDraft } from "../notes/note.ts";
import type { NoteProblem, NotesService } from "../notes/notes-service-types.ts";
import type { Clock, Ids, Timers, Windows } from "../ports/environment.ts";
import type { DraftStore, StoredDraft, StoreProblem, TabStore } from "../ports/local-store.ts";
import { failed, ok, type Result } from "../result.ts";
import type { DraftSealing } from "../sensitive/seal-draft-service.ts";
import type { SensitiveFolder } from "../sensitive/sensitive-service-types.ts";
import { createStore, type ReadableStore } from "../store.ts";
import { isEqual } from "../sync/version-vector.ts";
import { createDraftWriter } from "./draft-writer-service.ts";
import { followLock, knowSensitive, lockSealed } from "./locked-tabs-service.ts";
import { findHeldElsewhere, offeredDrafts, watchOtherWindows } from "./other-windows-service.ts";
import { NO_TABS, nextOrdinal, planActivate, planClose, planCloseOthers, planCycle, planOpen, planReplace } from "./plan-tabs.ts";
import { createHeldDrafts, NO_SEALING, sealingDrafts } from "./sealed-drafts-service.ts";
import { toOpenTabs, toStoredDraft, toStoredTab, toTabOfDraft } from "./stored-tabs.ts";
import {
  draftOf,
  type EditTab,
  EMPTY_DRAFT,
  findTab,
  isDirty,
  isLockedTab,
  lockedTab,
  type Opened,
  type OpenTabs,
  type Tab,
} from "./tab.ts";

export type TabsState = OpenTabs & {
  readonly phase: "restoring" | "ready";
  /** Tabs whose save is under way. */
  readonly saving: ReadonlySet<string>;
  /** Drafts that no tab of this window holds: 'Unsaved on this device'. */
  readonly strayDrafts: readonly StoredDraft[];
  /** Tabs of other windows that live: what is typed there is not offered here. */
  readonly heldElsewhere: ReadonlySet<string>;
  /** Why the last write of a draft failed; typing is then only in memory. */
  readonly draftProblem: StoreProblem | undefined;
};

export type TabsDeps = {
  readonly notes: NotesService;
  readonly drafts: DraftStore;
  readonly tabs: TabStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly timers: Timers;
  /** Kept in the window's session storage: a reload is the same window. */
  readonly windowId: string;
  readonly windows?: Windows;
  /** Without it the tabs of sensitive notes stay locked. */
  readonly sensitive?: { readonly sealing: DraftSealing; readonly folder: Pick<SensitiveFolder, "store" | "beforeKeyGoes"> };
};

export type SaveProblem = NoteProblem | { readonly kind: "no-such-tab" };

export interface TabsService {
  readonly store: ReadableStore<TabsState>;
  /** Brings back tabs and drafts of before the reload. A second call answers the first. */
  restore(): Promise<void>;
  openView(noteId: string): string;
  openEdit(noteId: string): string;
  /** `noteType`: the kind that was chosen, which does not do more yet. */
  openNew(folderId: string | null, noteType?: string): string;
  /** A kept draft becomes a tab again. */
  openDraft(draftId: string): void;
  activate(tabId: string): void;
  cycle(step: 1 | -1): void;
  setExpanded(tabId: string, isExpanded: boolean): void;
  editDraft(tabId: string, change: Partial<NoteDraft>): void;
  /** Ends with the tab as the view of its note, unless something was typed meanwhile. */
  save(tabId: string): Promise<Result<Note, SaveProblem>>;
  /** Closing throws away what is unsaved in the tab: ask first. */
  close(tabId: string): void;
  closeOthers(tabId: string): void;
  closeAll(): void;
  /** The note is gone: so are its tabs. What was typed and not saved stays as a draft. */
  closeNote(noteId: string): void;
  discardDraft(draftId: string): void;
  flush(): Promise<Result<void, StoreProblem>>;
  /** Drafts came or went elsewhere than in this window: the list is made anew. */
  listDrafts(): Promise<void>;
  /** All that is unsaved in this window, as it may be written; for when the disk does not hold it any more. */
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
    strayDrafts: [],
    heldElsewhere: new Set(),
    draftProblem: undefined,
  });
  const tabOf = (tabId: string) => findTab(store.getState().tabs, tabId);
  const { sealing, folder } = deps.sensitive ?? { sealing: NO_SEALING, folder: undefined };
  const held = createHeldDrafts(sealing);
  const { isSensitiveTab, isSensitiveDraft } = knowSensitive(notes);
  const isUnlocked = () => folder?.store.getState().kind === "unlocked";
  const mustHide = (tab: Tab) => !isUnlocked() && isSensitiveTab(tab);
  const asLockStands = (tab: Tab): Tab => {
    if (mustHide(tab)) return lockedTab(tab);
    return isSensitiveTab(tab) ? { ...tab, isSensitive: true } : tab;
  };
  const readDraft = (tabId: string) => {
    const tab = tabOf(tabId);
    if (held.has(tabId)) return held.get(tabId);
    if (tab !== undefined) return toStoredDraft(tab, clock.now());
    // A write that is tried again finds what no tab holds any more in the list.
    return store.getState().strayDrafts.find((draft) => draft.draftId === tabId);
  };
  const writer = createDraftWriter({
    drafts: sealingDrafts(deps.drafts, sealing, isSensitiveDraft),
    timers: deps.timers,
    clock,
    read: readDraft,
    onOutcome: (draftProblem) => store.setState({ draftProblem }),
  });
  const keepTabs = createTabKeeper(deps.tabs, deps.windowId, () => store.getState());

  const take = (open: OpenTabs): void => {
    store.setState(open);
    if (store.getState().phase === "ready") keepTabs();
  };
  const put = (tab: Tab): void => store.setState((state) => ({ tabs: state.tabs.map((other) => (other.id === tab.id ? tab : other)) }));

  const newId = (isNewNote: boolean) => `${isNewNote ? NEW_TAB_PREFIX : ""}${ids.random(TAB_ID_CHARS)}`;
  const newTab = (isNewNote = false) => ({ id: newId(isNewNote), isExpanded: false, createdAt: clock.now() });
  const open = (tab: Tab): string => {
    take(planOpen(store.getState(), tab));
    return store.getState().activeTabId as string;
  };

  /** Reads the note of an edit tab; a kept draft goes on top of it. */
  const load = async (tabId: string, draft?: StoredDraft): Promise<void> => {
    const tab = tabOf(tabId);
    if (tab?.type !== "edit") return;
    if (draft !== undefined) held.hold({ ...draft, draftId: tabId });
    const read = await notes.open(tab.noteId);
    const kept = await held.open(tabId);
    const now = tabOf(tabId);
    if (now?.type !== "edit") return;
    const isLockedOut = !read.ok && read.problem.kind === "sensitive-locked";
    if (isLockedOut || mustHide(now) || (held.has(tabId) && kept === undefined)) return put(lockedTab(now));
    // Typed while the note was read: the text stays, and says that it is behind.
    if (now.editing.kind === "open" && isDirty(now)) {
      if (read.ok && !isEqual(read.value.vv, now.editing.opened.vv)) put(behind(now, now.editing));
      return;
    }
    held.forget(tabId);
    put(read.ok ? withNote(now, read.value, kept) : withoutNote(now, read.problem, kept));
    // It was never sealed: the folder was locked before that could be done.
    if (kept !== undefined && draft === undefined) writer.touch(tabId);
  };

  /** What was typed has been taken back: nothing stands against the newer text any more. */
  const loadIfOvertaken = (tabId: string): void => {
    const tab = tabOf(tabId);
    if (tab?.type === "edit" && tab.editing.kind === "open" && tab.editing.isBehind === true && !isDirty(tab)) void load(tabId);
  };

  const closeTabs = (closed: readonly Tab[], next: OpenTabs): void => {
    take(next);
    for (const tab of closed) {
      // What is locked can not be looked at before it is thrown away.
      if (held.has(tab.id)) toStray(tab.id);
      else if (tab.type !== "view") void writer.discard(tab.id);
    }
  };

  const toStray = (draftId: string): void => {
    const draft = held.get(draftId);
    // Not sealed yet: it is listed once it is.
    if (draft === undefined || (draft.sealed === undefined && isSensitiveDraft(draft))) return;
    held.forget(draftId);
    store.setState(({ strayDrafts }) => ({ strayDrafts: [...strayDrafts, draft] }));
    void writer.keep(draft);
  };

  const lock = followLock({ store, notes, folder, sealing, held, isSensitiveTab, isSensitiveDraft, put, load, toStray, writer, clock });

  const stopHearing = notes.onChangedElsewhere((noteIds) => {
    for (const tab of store.getState().tabs) {
      if (tab.type !== "edit" || !noteIds.includes(tab.noteId)) continue;
      if (!isDirty(tab)) void load(tab.id);
      else if (tab.editing.kind === "open") put(behind(tab, tab.editing));
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
    // A link may have opened a tab while the disk was read: it stays, and stays in front.
    const opened = store.getState();
    const all = opened.tabs.reduce<OpenTabs>((open, tab) => planOpen(open, tab), restored);
    const inTabs = new Set(all.tabs.map((tab) => tab.id));
    store.setState({ ...all, phase: "ready", heldElsewhere, strayDrafts: kept.filter((draft) => !inTabs.has(draft.draftId)) });
    keepTabs();
    const draftsById = new Map(kept.map((draft) => [draft.draftId, draft]));
    await Promise.all(restored.tabs.filter((tab) => tab.type === "edit").map((tab) => load(tab.id, draftsById.get(tab.id))));
    lock.settle();
    others.lookAgain();
    await lock.openStrays();
  };
  let restoring: Promise<void> | undefined;

  const listDrafts = async (): Promise<void> => {
    // One that is just going to another place, or away, is nobody's stray; what the disk would not take is known here alone.
    await writer.flush();
    const [kept, heldElsewhere] = await Promise.all([deps.drafts.loadDrafts(), findHeldElsewhere(deps)]);
    store.setState({ heldElsewhere });
    if (!kept.ok || store.getState().draftProblem !== undefined) return;
    const isOwn = (draftId: string): boolean => tabOf(draftId) !== undefined || held.has(draftId);
    store.setState({ strayDrafts: kept.value.filter(({ draftId }) => !isOwn(draftId)) });
    await lock.openStrays();
  };
  // Before its tabs are back a window takes its own for strays.
  const listOnceReady = async (): Promise<void> => (store.getState().phase === "ready" ? listDrafts() : undefined);
  const others = watchOtherWindows(deps, { list: listOnceReady, now: store.getState });

  const saveTab = async (tab: Tab, draft: NoteDraft): Promise<Result<Note, SaveProblem>> => {
    await writer.settle(tab.id);
    const saved = await write(notes, tab, draft);
    if (!saved.ok) writer.touch(tab.id);
    else settleSaved(tab.id, draft, saved.value);
    return saved;
  };

  /** What was typed while the save was under way stays in the tab, now on top of the saved note. */
  const settleSaved = (tabId: string, saved: NoteDraft, note: Note): void => {
    const tab = tabOf(tabId);
    if (tab === undefined || isLockedTab(tab)) return;
    const sensitive = note.isEncrypted ? ({ isSensitive: true } as const) : {};
    const common = {
      id: tab.id,
      isExpanded: tab.isExpanded,
      createdAt: tab.createdAt,
      noteId: note.noteId,
      title: note.title,
      ...sensitive,
    };
    const draft = draftOf(tab);
    if (draft !== undefined && (draft.title !== saved.title || draft.content !== saved.content)) {
      put({ ...common, type: "edit", editing: { kind: "open", opened: openedAfterSave(tab, saved, note), draft } });
      keepTabs();
      writer.touch(tabId);
      return;
    }
    take(planReplace(store.getState(), tabId, { ...common, type: "view", isExpanded: false }));
  };

  const savingNow = new Map<string, Promise<Result<Note, SaveProblem>>>();
  const publishSaving = (): void => store.setState({ saving: new Set(savingNow.keys()) });

  return {
    store,
    restore() {
      restoring ??= restore();
      return restoring;
    },
    openView: (noteId) => open(asLockStands({ ...newTab(), type: "view", noteId, title: titleOf(notes, noteId) })),
    openEdit(noteId) {
      const tabId = open(asLockStands({ ...newTab(), type: "edit", noteId, title: titleOf(notes, noteId), editing: { kind: "loading" } }));
      const tab = tabOf(tabId);
      if (tab?.type === "edit" && tab.editing.kind !== "open") void load(tabId);
      return tabId;
    },
    openNew(folderId, noteType) {
      const ordinal = nextOrdinal(store.getState().tabs);
      const kind = noteType === undefined ? {} : { noteType };
      return open(asLockStands({ ...newTab(true), ...kind, type: "new", ordinal, folderId, draft: EMPTY_DRAFT }));
    },
    openDraft(draftId) {
      const state = store.getState();
      const stray = offeredDrafts(state).find((one) => one.draftId === draftId);
      const draft = stray && lock.readable(stray);
      if (stray === undefined || draft === undefined) return;
      const busy = state.tabs.find((tab) => tab.type === "edit" && tab.noteId === draft.noteId && isDirty(tab));
      // Two unsaved texts of one note: the open one first, the kept one waits in the list.
      if (busy !== undefined) {
        take(planActivate(state, busy.id));
        return;
      }
      store.setState({ strayDrafts: state.strayDrafts.filter((one) => one !== stray) });
      const tabId = newId(draft.noteId === null);
      take(planOpen(withoutEditOf(state, draft.noteId), toTabOfDraft(draft, tabId, nextOrdinal(state.tabs), clock.now())));
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
    editDraft(tabId, change) {
      const tab = tabOf(tabId);
      if (tab?.type === "new") put({ ...tab, draft: { ...tab.draft, ...change } });
      else if (tab?.type === "edit" && tab.editing.kind === "open")
        put({ ...tab, editing: { ...tab.editing, draft: { ...tab.editing.draft, ...change } } });
      else return;
      writer.touch(tabId);
      loadIfOvertaken(tabId);
    },
    save(tabId) {
      const running = savingNow.get(tabId);
      if (running !== undefined) return running;
      const tab = tabOf(tabId);
      const draft = tab === undefined ? undefined : draftOf(tab);
      if (tab === undefined || draft === undefined) return Promise.resolve(failed({ kind: "no-such-tab" }));
      const saving = saveTab(tab, draft).finally(() => {
        savingNow.delete(tabId);
        publishSaving();
      });
      savingNow.set(tabId, saving);
      publishSaving();
      return saving;
    },
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
    closeNote(noteId) {
      const closed = store.getState().tabs.filter((tab) => tab.type !== "new" && tab.noteId === noteId);
      const unsaved = closed.flatMap((tab) => toStoredDraft(tab, clock.now()) ?? []);
      const clean = closed.filter((tab) => !unsaved.some((draft) => draft.draftId === tab.id));
      closeTabs(
        clean,
        closed.reduce<OpenTabs>((left, tab) => planClose(left, tab.id), store.getState()),
      );
      store.setState(({ strayDrafts }) => ({ strayDrafts: [...strayDrafts, ...unsaved] }));
      for (const draft of unsaved) void writer.keep(draft);
    },
    discardDraft(draftId) {
      store.setState((state) => ({ strayDrafts: state.strayDrafts.filter((draft) => draft.draftId !== draftId) }));
      void writer.discard(draftId);
    },
    flush: () => writer.flush(),
    listDrafts,
    async unsaved() {
      const { tabs, strayDrafts } = store.getState();
      const kept: StoredDraft[] = [];
      const collecting = sealingDrafts(intoList(kept), sealing, isSensitiveDraft);
      for (const draft of [...strayDrafts, ...tabs.flatMap(({ id }) => readDraft(id) ?? [])]) await collecting.putDraft(draft);
      return kept;
    },
    stop() {
      stopHearing();
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

function write(notes: NotesService, tab: Tab, draft: NoteDraft): Promise<Result<Note, SaveProblem>> {
  if (tab.type === "new") return notes.create(draft, tab.folderId, tab.id);
  if (tab.type === "edit" && tab.editing.kind === "open") return notes.save(tab.noteId, draft, { vv: tab.editing.opened.vv }, tab.id);
  return Promise.resolve(failed({ kind: "no-such-tab" }));
}

/**
 * On which version the rest of the typing stands. Where the save merged something in, that is still the version seen before: the editor has
 * not shown the merged text, and a save on top of it would read as if the person had taken it out (sync.md §2 "Trap").
 */
function openedAfterSave(tab: Tab, saved: NoteDraft, note: Note): Opened {
  const wasMerged = tab.type === "edit" && (note.title !== saved.title || note.content !== saved.content);
  return wasMerged && tab.editing.kind === "open" ? tab.editing.opened : { vv: note.vv, text: saved };
}

function withNote(before: EditTab, note: Note, kept: StoredDraft | undefined): EditTab {
  const { isSensitive: _isSensitive, ...bare } = before;
  const tab: EditTab = note.isEncrypted ? { ...bare, isSensitive: true } : bare;
  const text = { title: note.title, content: note.content };
  if (kept === undefined) return { ...tab, title: note.title, editing: { kind: "open", opened: { vv: note.vv, text }, draft: text } };
  const draft = { title: kept.title, content: kept.content };
  const vv = kept.baseVv ?? note.vv;
  if (isEqual(vv, note.vv)) return { ...tab, title: note.title, editing: { kind: "open", opened: { vv, text }, draft } };
  return { ...tab, title: note.title, editing: { kind: "open", opened: { vv, text: undefined }, draft, isBehind: true } };
}

function behind(tab: EditTab, editing: Extract<EditTab["editing"], { readonly kind: "open" }>): EditTab {
  return { ...tab, editing: { ...editing, isBehind: true } };
}

/** A note that cannot be read any more must not take a kept draft with it: the draft is shown all the same. */
function withoutNote(tab: EditTab, problem: NoteProblem, kept: StoredDraft | undefined): EditTab {
  if (kept === undefined) return { ...tab, editing: { kind: "failed", problem } };
  const draft = { title: kept.title, content: kept.content };
  return { ...tab, editing: { kind: "open", opened: { vv: kept.baseVv ?? {}, text: undefined }, draft } };
}

/** A clean edit tab of the same note gives way to the draft that is brought back. */
function withoutEditOf(open: OpenTabs, noteId: string | null): OpenTabs {
  const clean = open.tabs.find((tab) => tab.type === "edit" && tab.noteId === noteId && !isDirty(tab));
  return clean === undefined ? open : planClose(open, clean.id);
}

function titleOf(notes: NotesService, noteId: string): string {
  return notes.store.getState().notesById.get(noteId)?.title ?? "";
}

/** Writes the list of tabs one after another, always the newest. A failed write costs only the order of tabs after a reload. */
function createTabKeeper(tabs: TabStore, windowId: string, read: () => OpenTabs): () => void {
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
