/** Locking takes sensitive text out of tabs and has unsaved text sealed; unlocking restores it. encryption.md 3.5 (8), 3.6 (i). */
import type { NotesService } from "../../library/notes/notes-service-types.ts";
import type { Store } from "../../model/store.ts";
import type { StoredDraft } from "../../ports/device/local-store.ts";
import type { Clock } from "../../ports/environment.ts";
import { bare, type DraftSealing, type DraftText, openDraft, unsealed } from "../../vault/sensitive/seal-draft-service.ts";
import type { SensitiveFolder } from "../../vault/sensitive/sensitive-service-types.ts";
import type { createDraftWriter } from "./draft-writer-service.ts";
import type { createHeldDrafts } from "./sealed-drafts-service.ts";
import { toStoredDraft } from "./stored-tabs.ts";
import { EMPTY_DRAFT, findTab, isDirty, isLockedTab, lockedTab, type OpenTabs, type Tab } from "./tab.ts";

type Deps = {
  readonly store: Store<{
    readonly tabs: readonly Tab[];
    readonly activeTabId: string | null;
    readonly orphanedDrafts: readonly StoredDraft[];
    readonly heldElsewhere: ReadonlySet<string>;
    readonly hiddenDraftCount: number;
    readonly lockedRecovered: ReadonlySet<string>;
  }>;
  readonly notes: Pick<NotesService, "store">;
  readonly folder: Pick<SensitiveFolder, "store" | "beforeKeyGoes"> | undefined;
  readonly sealing: DraftSealing;
  readonly held: ReturnType<typeof createHeldDrafts>;
  readonly isSensitiveTab: (tab: Tab) => boolean;
  readonly isSensitiveDraft: (draft: StoredDraft) => boolean;
  readonly put: (tab: Tab) => void;
  readonly load: (tabId: string) => Promise<void>;
  /** What editors hold of text that was just typed goes into its tab. */
  readonly flushEditors: () => void;
  /** A text that no tab holds any more is listed. */
  readonly addOrphanedDraft: (draftId: string) => void;
  readonly writer: Pick<ReturnType<typeof createDraftWriter>, "keep" | "touch">;
  readonly clock: Clock;
};

export function followLock(deps: Deps) {
  const { store, notes, folder, held, put, writer } = deps;
  const opened = new Map<string, DraftText>();
  const isUnlocked = () => folder?.store.getState().kind === "unlocked";

  /** Every tab as its note and the lock now stand. */
  const applyLockState = (): void => {
    if (!isUnlocked() && store.getState().tabs.some((tab) => deps.isSensitiveTab(tab) && !isLockedTab(tab))) deps.flushEditors();
    for (const tab of store.getState().tabs) {
      const isSensitive = deps.isSensitiveTab(tab);
      if (isSensitive && !isUnlocked()) hide(tab);
      else if (isLockedTab(tab)) void show(tab);
      else if (isSensitive !== (tab.isSensitive === true)) mark(tab, isSensitive);
    }
    if (!isUnlocked()) hideUnsealed();
    void listClosed();
  };
  const hide = (tab: Tab): void => {
    if (isLockedTab(tab) || (tab.type === "view" && tab.isSensitive === true && tab.title === "")) return;
    const draft = toStoredDraft({ ...tab, isSensitive: true }, deps.clock.now());
    if (draft !== undefined) held.hold(draft);
    put(lockedTab(tab));
  };
  const show = async (tab: Tab): Promise<void> => {
    if (tab.type !== "new") return deps.load(tab.id);
    const draft = await held.open(tab.id);
    const now = findTab(store.getState().tabs, tab.id);
    if (now?.type !== "new" || !isLockedTab(now) || !isUnlocked() || (held.has(tab.id) && draft === undefined)) return;
    const { isLocked: _isLocked, ...open } = now;
    held.forget(tab.id);
    if (draft === undefined) put({ ...open, draft: EMPTY_DRAFT });
    else put({ ...open, draft: { title: draft.title, content: draft.content }, recoveredAtMs: draft.savedAtMs });
    if (draft !== undefined) writer.touch(tab.id);
  };
  /** What is on disk of its draft is written again: sealed from now on, or no longer. */
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
  /** A note may have moved into the folder after its draft was written in clear: by another device, while the app was closed here. */
  const hideUnsealed = (): void => {
    const { orphanedDrafts, heldElsewhere } = store.getState();
    const unsealed = orphanedDrafts.filter((draft) => draft.sealed === undefined && deps.isSensitiveDraft(draft));
    if (unsealed.length === 0) return;
    // What a living window holds is that window's to seal: this copy may be older than what is typed there.
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
      const text = await openDraft(draft, deps.sealing);
      if (text === undefined || !isUnlocked()) continue;
      opened.set(draft.draftId, text);
      store.setState(({ orphanedDrafts }) => ({
        orphanedDrafts: orphanedDrafts.map((one) => (one.draftId === draft.draftId ? { ...one, ...text } : one)),
      }));
    }
  };

  /** Tabs were closed before what was typed in them could be sealed: it is listed as soon as it can be, or need not be any more. */
  const listClosed = async (): Promise<void> => {
    const closed = held.all().filter(isClosed);
    if (closed.length === 0) return;
    if (isUnlocked()) await held.seal((draft) => closed.includes(draft) && deps.isSensitiveDraft(draft));
    for (const { draftId } of closed) if (held.has(draftId)) deps.addOrphanedDraft(draftId);
    countHidden();
    if (isUnlocked()) await openOrphanedDrafts();
  };

  /** The tabs were emptied when the state changed; the key is available for this once more. One after the other: when it resolves, everything is written. */
  let sealing: Promise<void> = Promise.resolve();
  const seal = (): Promise<void> => {
    sealing = sealing.then(sealHeld);
    return sealing;
  };
  const sealHeld = async (): Promise<void> => {
    for (const draft of await held.seal(deps.isSensitiveDraft)) {
      if (isClosed(draft)) deps.addOrphanedDraft(draft.draftId);
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
      // From now on it is text of this window.
      if (wasUnlocked) store.setState({ lockedRecovered: new Set() });
      if (wasUnlocked) void openOrphanedDrafts();
      else hideOrphanedDrafts();
    }),
    folder?.beforeKeyGoes(seal),
  ];
  return {
    applyLockState,
    hide,
    seal,
    openOrphanedDrafts,
    /** A draft of the list with its text; `undefined` while that is locked. */
    readable(draft: StoredDraft): StoredDraft | undefined {
      const text = opened.get(draft.draftId);
      if (draft.sealed === undefined) return draft;
      return text && unsealed(draft, text);
    },
    /** The same, opened for this if it was not yet. */
    async openOrphanedDraft(draft: StoredDraft): Promise<StoredDraft | undefined> {
      if (draft.sealed === undefined) return draft;
      const text = opened.get(draft.draftId) ?? (await openDraft(draft, deps.sealing));
      return text && isUnlocked() ? unsealed(draft, text) : undefined;
    },
    stop(): void {
      for (const stop of stops) stop?.();
    },
  };
}

/** What is sensitive, by note, folder, and what is remembered of notes that are gone. */
export function knowSensitive(notes: Pick<NotesService, "store">) {
  const isIn = (noteId: string | null, folderId: string | null): boolean | undefined => {
    const { notesById, folders } = notes.store.getState();
    if (noteId !== null) return notesById.get(noteId)?.isEncrypted;
    return folders.some((folder) => folder.folderId === folderId && folder.folderType === "SENSITIVE") || undefined;
  };
  return {
    isSensitiveTab: (tab: Tab): boolean =>
      isIn(tab.type === "new" ? null : tab.noteId, tab.type === "new" ? tab.folderId : null) ?? tab.isSensitive === true,
    isSensitiveDraft: ({ noteId, folderId, isSensitive }: StoredDraft): boolean => isIn(noteId, folderId) ?? isSensitive === true,
  };
}

/** After a reload a new note whose text is sealed has none to show yet. */
export function lockSealed(open: OpenTabs, drafts: readonly StoredDraft[]): OpenTabs {
  const sealed = new Set(drafts.flatMap(({ draftId, sealed }) => (sealed === undefined ? [] : [draftId])));
  return { ...open, tabs: open.tabs.map((tab) => (tab.type === "new" && sealed.has(tab.id) ? lockedTab(tab) : tab)) };
}
