/** Locking takes sensitive text out of tabs and has unsaved text sealed; unlocking restores it. encryption.md 3.5 (8), 3.6 (i). */
import type { NotesService } from "../../library/notes/notes-service-types.ts";
import type { StoredDraft } from "../../ports/device/local-store.ts";
import type { Clock } from "../../ports/environment.ts";
import { bare, type DraftText, openDraft, unsealed } from "../../vault/sensitive/seal-draft-service.ts";
import type { SensitiveFolder } from "../../vault/sensitive/sensitive-service-types.ts";
import { toStoredDraft } from "../tabs/stored-tabs.ts";
import { EMPTY_DRAFT, findTab, isDirty, isLockedTab, lockedTab, type OpenTabs, type Tab } from "../tabs/tab.ts";
import type { KnowsSensitive } from "./know-sensitive.ts";
import type { OpenTabsState } from "./open-tabs-service.ts";
import type { TabDrafts } from "./tab-drafts-service.ts";

type Deps = {
  readonly open: Pick<OpenTabsState, "store" | "put" | "flushEditors">;
  readonly notes: Pick<NotesService, "store">;
  readonly folder: Pick<SensitiveFolder, "store" | "beforeKeyGoes"> | undefined;
  readonly sensitive: KnowsSensitive;
  readonly drafts: TabDrafts;
  readonly load: (tabId: string) => Promise<void>;
  /** Saves held texts at a lock, after `seal` has sealed them. */
  readonly saveBeforeKeyGoes: (seal: () => Promise<void>) => Promise<void>;
  readonly clock: Clock;
};

export type TabLock = ReturnType<typeof followLock>;

export function followLock({ open, notes, folder, sensitive, drafts, load, saveBeforeKeyGoes, clock }: Deps) {
  const { store, put } = open;
  const { held, writer, sealing: sealsDrafts } = drafts;
  const { isUnlocked, isSensitiveTab, isSensitiveDraft } = sensitive;
  const opened = new Map<string, DraftText>();

  /** Applies the current state of the lock and of notes to every tab. */
  const applyLockState = (): void => {
    if (!isUnlocked() && store.getState().tabs.some((tab) => isSensitiveTab(tab) && !isLockedTab(tab))) open.flushEditors();
    for (const tab of store.getState().tabs) {
      const isSensitive = isSensitiveTab(tab);
      if (isSensitive && !isUnlocked()) hide(tab);
      else if (isLockedTab(tab)) void show(tab);
      else if (isSensitive !== (tab.isSensitive === true)) mark(tab, isSensitive);
    }
    if (!isUnlocked()) hideUnsealed();
    void listClosed();
  };
  const hide = (tab: Tab): void => {
    if (isLockedTab(tab) || (tab.type === "view" && tab.isSensitive === true && tab.title === "")) return;
    const draft = toStoredDraft({ ...tab, isSensitive: true }, clock.now());
    if (draft !== undefined) held.hold(draft);
    put(lockedTab(tab));
  };
  const show = async (tab: Tab): Promise<void> => {
    if (tab.type !== "new") return load(tab.id);
    const draft = await held.open(tab.id);
    const now = findTab(store.getState().tabs, tab.id);
    if (now?.type !== "new" || !isLockedTab(now) || !isUnlocked() || (held.has(tab.id) && draft === undefined)) return;
    const { isLocked: _isLocked, ...shown } = now;
    held.forget(tab.id);
    if (draft === undefined) return put({ ...shown, draft: EMPTY_DRAFT });
    put({ ...shown, draft: { title: draft.title, content: draft.content }, recoveredAtMs: draft.savedAtMs });
    writer.touch(tab.id);
  };
  /** Rewrites the draft on disk, sealed or unsealed as needed now. */
  const mark = (tab: Tab, isSensitive: boolean): void => {
    const { isSensitive: _isSensitive, ...rest } = tab;
    put(isSensitive ? { ...tab, isSensitive: true } : rest);
    if (isDirty(tab)) writer.touch(tab.id);
  };

  const hideOrphanedDrafts = (): void => {
    opened.clear();
    hideUnsealed();
    store.setState(({ orphanedDrafts }) => ({
      orphanedDrafts: orphanedDrafts.map((draft) => (draft.sealed === undefined ? draft : bare(draft))),
    }));
  };
  /** Another device may have moved a note into the folder while the app was closed here, after its draft was written unsealed. */
  const hideUnsealed = (): void => {
    const { orphanedDrafts, heldElsewhere } = store.getState();
    const unsealed = orphanedDrafts.filter((draft) => draft.sealed === undefined && isSensitiveDraft(draft));
    if (unsealed.length === 0) return;
    // Drafts of an open window are sealed by that window: this copy may be older than what is typed there.
    for (const draft of unsealed) if (!heldElsewhere.has(draft.draftId)) held.hold(draft);
    store.setState({ orphanedDrafts: orphanedDrafts.filter((draft) => !unsealed.includes(draft)) });
    countHidden();
  };
  const isClosed = ({ draftId }: StoredDraft): boolean => findTab(store.getState().tabs, draftId) === undefined;
  const countHidden = (): void => {
    const hiddenDraftCount = held.all().filter(isClosed).length;
    if (hiddenDraftCount !== store.getState().hiddenDraftCount) store.setState({ hiddenDraftCount });
  };
  const openOrphanedDrafts = async (): Promise<void> => {
    for (const draft of store.getState().orphanedDrafts.filter(({ sealed }) => sealed !== undefined)) {
      const text = await openDraft(draft, sealsDrafts);
      if (text === undefined || !isUnlocked()) continue;
      opened.set(draft.draftId, text);
      store.setState(({ orphanedDrafts }) => ({
        orphanedDrafts: orphanedDrafts.map((one) => (one.draftId === draft.draftId ? { ...one, ...text } : one)),
      }));
    }
  };
  /** Lists texts of tabs that were closed before the texts could be sealed, once they are sealed or need no seal. */
  const listClosed = async (): Promise<void> => {
    const closed = held.all().filter(isClosed);
    if (closed.length === 0) return;
    if (isUnlocked()) await held.seal((draft) => closed.includes(draft) && isSensitiveDraft(draft));
    for (const { draftId } of closed) if (held.has(draftId)) drafts.listHeld(draftId);
    countHidden();
    if (isUnlocked()) await openOrphanedDrafts();
  };

  /** Seals held texts while the key is still available at a lock. Runs one after another; when it resolves, everything is written. */
  let sealing: Promise<void> = Promise.resolve();
  const seal = (): Promise<void> => {
    sealing = sealing.then(sealHeld);
    return sealing;
  };
  const sealHeld = async (): Promise<void> => {
    for (const draft of await held.seal(isSensitiveDraft)) {
      if (isClosed(draft)) drafts.listHeld(draft.draftId);
      else void writer.keep(draft);
    }
    countHidden();
  };

  let wasUnlocked = isUnlocked();
  const stops = [
    notes.store.subscribe(applyLockState),
    folder?.store.subscribe(() => {
      if (isUnlocked() === wasUnlocked) return;
      wasUnlocked = isUnlocked();
      applyLockState();
      // From now on the recovered text belongs to this window.
      if (wasUnlocked) store.setState({ lockedRecovered: new Set() });
      if (wasUnlocked) void openOrphanedDrafts();
      else hideOrphanedDrafts();
    }),
    folder?.beforeKeyGoes(() => saveBeforeKeyGoes(seal).then(countHidden)),
  ];
  return {
    applyLockState,
    hide,
    seal,
    openOrphanedDrafts,
    /** Returns a listed draft with its text; undefined while that is locked. */
    readable(draft: StoredDraft): StoredDraft | undefined {
      const text = opened.get(draft.draftId);
      if (draft.sealed === undefined) return draft;
      return text && unsealed(draft, text);
    },
    /** Like `readable`, but opens the draft if necessary. */
    async openOrphanedDraft(draft: StoredDraft): Promise<StoredDraft | undefined> {
      if (draft.sealed === undefined) return draft;
      const text = opened.get(draft.draftId) ?? (await openDraft(draft, sealsDrafts));
      return text && isUnlocked() ? unsealed(draft, text) : undefined;
    },
    stop(): void {
      for (const stop of stops) stop?.();
    },
  };
}

/** Locks restored new notes whose text is sealed. */
export function lockSealed(open: OpenTabs, drafts: readonly StoredDraft[]): OpenTabs {
  const sealed = new Set(drafts.flatMap(({ draftId, sealed }) => (sealed === undefined ? [] : [draftId])));
  return { ...open, tabs: open.tabs.map((tab) => (tab.type === "new" && sealed.has(tab.id) ? lockedTab(tab) : tab)) };
}
