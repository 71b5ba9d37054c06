/** Saves tabs into notes, one save per tab at a time. decision 0042. */
import type { NotesService } from "../../library/notes/notes-service-types.ts";
import type { Note, NoteDraft } from "../../model/entities/note.ts";
import { failed, type Result } from "../../model/result.ts";
import { afterSave, behind } from "../tabs/edit-tab.ts";
import { nextOrdinal, planReplace } from "../tabs/plan-tabs.ts";
import {
  draftOf,
  type EditTab,
  EMPTY_DRAFT,
  isDirty,
  isEmptied,
  isLockedTab,
  type NewTab,
  type Opened,
  recoveredAt,
  type SaveOptions,
  type Tab,
  unsavedTabs,
} from "../tabs/tab.ts";
import type { KnowsSensitive } from "./know-sensitive.ts";
import type { OpenTabsState } from "./open-tabs-service.ts";
import type { TabDrafts } from "./tab-drafts-service.ts";
import type { SaveProblem } from "./tabs-service-types.ts";

type Context = {
  readonly notes: NotesService;
  readonly open: OpenTabsState;
  readonly drafts: TabDrafts;
  readonly sensitive: Pick<KnowsSensitive, "withLockState">;
  /** The tab was locked while it was saved. */
  readonly savedWhileLocked: (tabId: string, saved: NoteDraft, note: Note) => void;
  readonly savesAutomatically: () => boolean;
  readonly now: () => number;
};

type Saved = Promise<Result<Note, SaveProblem>>;
type Saving = { readonly done: Saved; readonly isAutomatic: boolean };
type Text = { readonly draft: NoteDraft; readonly mayLackTitle: boolean; readonly takenAtMs: number };

export function createTabSaver({ notes, open, drafts, sensitive, savedWhileLocked, savesAutomatically, now: readClock }: Context) {
  const { store, tabOf, flushedTab, put, putKept, setSaveProblem } = open;
  const { writer } = drafts;
  const savingNow = new Map<string, Saving>();

  /** Maps a version to the one that the tab's own save has put in its place, for text that was typed on the former. */
  const savedOver = new WeakMap<Opened, Opened>();
  const latestOf = (opened: Opened): Opened => {
    const saved = savedOver.get(opened);
    return saved === undefined ? opened : latestOf(saved);
  };

  const saveTab = async (tab: Tab, draft: NoteDraft, options: SaveOptions): Saved => {
    // The clock may have gone back since the draft of this text was written.
    const takenAtMs = Math.max(readClock(), writer.writtenAtMs(tab.id), recoveredAt(tab) ?? 0);
    await writer.cancelAndWait(tab.id);
    // The tab was closed and its text discarded while the draft was being written.
    if (options.isAutomatic === true && tabOf(tab.id) === undefined) return failed({ kind: "no-such-tab" });
    if (isEmptied(tab) && (await dropEmptied(tab))) return failed({ kind: "emptied" });
    const writeAndApply = async (): Saved => {
      const written = await write(notes, tab, { draft, mayLackTitle: savesAutomatically(), takenAtMs });
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
    setSaveProblem(id, undefined);
    putKept(sensitive.withLockState({ id, isExpanded, createdAt, type: "new", ordinal, folderId, draft: draftOf(now) ?? EMPTY_DRAFT }));
    void writer.writeNow(id);
    return true;
  };

  const applySaved = (tabId: string, saved: NoteDraft, { note, options }: { readonly note: Note; readonly options: SaveOptions }): void => {
    const tab = flushedTab(tabId);
    if (tab === undefined) return;
    if (isLockedTab(tab)) {
      savedWhileLocked(tabId, saved, note);
      return;
    }
    const after = afterSave(tab, saved, { note, options, isPending: store.getState().pending.has(tabId) });
    if (after.kind === "shown") {
      open.take(planReplace(store.getState(), tabId, after.tab));
      return;
    }
    if (tab.type === "edit" && tab.editing.kind === "open") savedOver.set(tab.editing.opened, after.opened);
    putKept(after.tab);
    // A draft written during the save does not know of the save yet.
    if (after.hasLaterText) void writer.writeNow(tabId);
  };

  // An autosave does not make the editor busy.
  const publishSaving = (): void =>
    store.setState({ saving: new Set([...savingNow].flatMap(([tabId, { isAutomatic }]) => (isAutomatic ? [] : [tabId]))) });

  const save = (tabId: string, options: SaveOptions = {}): Saved => {
    const isAutomatic = options.isAutomatic === true;
    const running = savingNow.get(tabId);
    if (running !== undefined) return running.isAutomatic && !isAutomatic ? saveAfter(running, tabId, options) : running.done;
    const start = async (): Saved => {
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

  const startWhenReady = async (tabId: string, start: () => Saved): Saved =>
    (await open.contentReady(tabId)) ? start() : failed({ kind: "save-canceled" });

  /** Skips text that an autosave has just written. */
  const saveAfter = async (running: Saving, tabId: string, options: SaveOptions): Saved => {
    const saved = await running.done;
    const tab = flushedTab(tabId);
    const draft = tab === undefined ? undefined : draftOf(tab);
    if (!saved.ok || store.getState().pending.has(tabId) || tab === undefined || draft === undefined || isDirty(tab))
      return save(tabId, options);
    applySaved(tabId, draft, { note: saved.value, options });
    return saved;
  };

  return {
    save,
    latestOf,
    isSaving: (tabId: string): boolean => savingNow.has(tabId),
    /** Resolves when the tab's running save has ended. A save that waits for pending content has not begun. */
    running: (tabId: string): Promise<unknown> | undefined => (open.isWaiting(tabId) ? undefined : savingNow.get(tabId)?.done),
    async saveAll(tabIds?: readonly string[]): Promise<readonly Tab[]> {
      const unsaved = (): readonly Tab[] => unsavedTabs(store.getState()).filter(({ id }) => tabIds?.includes(id) ?? true);
      open.flushEditors();
      if (!savesAutomatically()) return unsaved();
      await Promise.all(unsaved().map(({ id }) => save(id, { isAutomatic: true })));
      // A second save takes text that was typed during the first.
      await Promise.all(unsaved().map(({ id }) => (store.getState().saveProblems.has(id) ? undefined : save(id, { isAutomatic: true }))));
      return unsaved();
    },
  };
}

function write(notes: NotesService, tab: Tab, text: Text): Saved {
  const { draft, mayLackTitle, takenAtMs } = text;
  if (tab.type === "new") return create(notes, tab, text);
  if (tab.type === "edit" && tab.editing.kind === "open") {
    const { vv, text: shown, base } = tab.editing.opened;
    return notes.save(tab.noteId, draft, { seen: { vv, text: shown, base, onNewer: "merge" }, draftId: tab.id, mayLackTitle, takenAtMs });
  }
  return Promise.resolve(failed({ kind: "no-such-tab" }));
}

/**
 * A sensitive text whose folder is not on this device, for example after the device was cleared, goes into the current Sensitive folder and
 * nowhere else.
 */
function create(notes: NotesService, tab: NewTab, { draft, mayLackTitle, takenAtMs }: Text): Saved {
  const creation = { draftId: tab.id, mayLackTitle, takenAtMs, tags: tab.tags };
  const sensitive = notes.store.getState().folders.filter(({ folderType }) => folderType === "SENSITIVE");
  const isIn = sensitive.some(({ folderId }) => folderId === tab.folderId);
  if (tab.isSensitive !== true || isIn) return notes.create(draft, tab.folderId, creation);
  const [folder] = sensitive;
  return folder === undefined ? Promise.resolve(failed({ kind: "sensitive-locked" })) : notes.create(draft, folder.folderId, creation);
}
