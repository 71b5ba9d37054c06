/** Brings notes and stored drafts into tabs: at startup, when a tab is opened, and when a note changes elsewhere. */
import type { NotesService } from "../../library/notes/notes-service-types.ts";
import { isContained, isEqual } from "../../model/entities/version-vector.ts";
import type { StoredDraft } from "../../ports/device/local-store.ts";
import { behind, withNote, withoutNote } from "../tabs/edit-tab.ts";
import { NO_TABS, planOpen } from "../tabs/plan-tabs.ts";
import { findRecoverable } from "../tabs/recovered-texts.ts";
import { toOpenTabs } from "../tabs/stored-tabs.ts";
import { type EditTab, findTab, isDirty, isLockedTab, type OpenTabs } from "../tabs/tab.ts";
import type { KnowsSensitive } from "./know-sensitive.ts";
import { lockSealed, type TabLock } from "./locked-tabs-service.ts";
import type { OpenTabsState } from "./open-tabs-service.ts";
import { findHeldElsewhere } from "./other-windows-service.ts";
import type { TabDrafts } from "./tab-drafts-service.ts";
import type { TabsDeps } from "./tabs-service-types.ts";

type Context = {
  readonly deps: TabsDeps;
  readonly open: OpenTabsState;
  readonly drafts: TabDrafts;
  readonly sensitive: KnowsSensitive;
  readonly lock: Pick<TabLock, "hide" | "openOrphanedDraft" | "openOrphanedDrafts" | "applyLockState">;
};

export function createTabLoader({ deps, open, drafts, sensitive, lock }: Context) {
  const { notes } = deps;
  const { store, tabOf, flushedTab, put } = open;
  const { held, writer } = drafts;

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
    if (isLockedOut || sensitive.mustHide(now) || (held.has(tabId) && kept === undefined)) return lock.hide(now);
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

  /** Like `load`, with a stored draft of the note that no open window holds, so that editing continues where it was interrupted. */
  const loadRecovering = async (tabId: string): Promise<void> => {
    const tab = tabOf(tabId);
    const orphan = tab?.type === "edit" && !held.has(tabId) ? findRecoverable(store.getState(), tab.noteId) : undefined;
    const draft = orphan && (await lock.openOrphanedDraft(orphan));
    const now = tabOf(tabId);
    const isFree = now?.type === "edit" && !isDirty(now) && !held.has(tabId);
    const isListed = store.getState().orphanedDrafts.some(({ draftId }) => draftId === draft?.draftId);
    if (draft === undefined || !isFree || !isListed) return load(tabId);
    drafts.unlist(draft.draftId);
    put({ ...now, editing: { kind: "loading" } });
    void writer.move(draft, tabId);
    return load(tabId, draft);
  };

  return {
    load,
    loadRecovering,
    /** Loads the newer text if edits on an older one were undone, so that nothing conflicts with it. */
    loadIfOvertaken(tabId: string): void {
      const tab = tabOf(tabId);
      if (tab?.type === "edit" && tab.editing.kind === "open" && tab.editing.isBehind === true && !isDirty(tab)) void load(tabId);
    },
    loadChanged(noteIds: readonly string[]): void {
      for (const { id } of store.getState().tabs) {
        const tab = flushedTab(id);
        if (tab?.type !== "edit" || !noteIds.includes(tab.noteId)) continue;
        if (!isDirty(tab)) void load(tab.id);
        else void compare(tab);
      }
    },
    /** Restores the tabs and drafts of this window's last page, and lists drafts without a tab. */
    async restore(): Promise<void> {
      const [tabs, stored, heldElsewhere] = await Promise.all([
        deps.tabs.loadTabs(deps.windowId),
        deps.drafts.loadDrafts(),
        findHeldElsewhere(deps),
      ]);
      const kept = stored.ok ? stored.value : [];
      if (!stored.ok) store.setState({ draftProblem: stored.problem });
      const restored = lockSealed(tabs.ok ? toOpenTabs(tabs.value, kept, (noteId) => titleOf(notes, noteId)) : NO_TABS, kept);
      for (const draft of kept) if (isLockedTab(findTab(restored.tabs, draft.draftId))) held.hold(draft);
      // A link may have opened a tab during the read; it stays open and active.
      const all = store.getState().tabs.reduce<OpenTabs>((before, tab) => planOpen(before, tab), restored);
      const inTabs = new Set(all.tabs.map((tab) => tab.id));
      const sealedInTabs = kept.filter(({ draftId, sealed }) => sealed !== undefined && inTabs.has(draftId));
      const lockedRecovered = new Set(sensitive.isUnlocked() ? [] : sealedInTabs.map(({ draftId }) => draftId));
      const orphanedDrafts = kept.filter((draft) => !inTabs.has(draft.draftId));
      store.setState({ ...all, phase: "ready", heldElsewhere, orphanedDrafts, lockedRecovered });
      open.keep();
      const draftsById = new Map(kept.map((draft) => [draft.draftId, draft]));
      const editing = all.tabs.filter((tab) => tab.type === "edit");
      await Promise.all(editing.map(({ id }) => (draftsById.has(id) ? load(id, draftsById.get(id)) : loadRecovering(id))));
      lock.applyLockState();
    },
    /** Lists the drafts without a tab again. */
    async listDrafts(): Promise<void> {
      // Writes first: a draft that is being moved or removed is not orphaned, and a draft that the disk refused exists only in memory.
      await writer.flush();
      const [kept, heldElsewhere] = await Promise.all([deps.drafts.loadDrafts(), findHeldElsewhere(deps)]);
      store.setState({ heldElsewhere });
      if (!kept.ok || store.getState().draftProblem !== undefined) return;
      const isOwn = (draftId: string): boolean => tabOf(draftId) !== undefined || held.has(draftId);
      store.setState({ orphanedDrafts: kept.value.filter(({ draftId }) => !isOwn(draftId)) });
      lock.applyLockState();
      await lock.openOrphanedDrafts();
    },
  };
}

export function titleOf(notes: Pick<NotesService, "store">, noteId: string): string {
  return notes.store.getState().notesById.get(noteId)?.title ?? "";
}
