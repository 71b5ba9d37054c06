/**
 * Saves the texts that a lock took out of tabs, while the folder's key is still available, so that none waits for the next unlock. Decision
 * 0042. Their sealed drafts are written before and stay if a save fails.
 */
import type { Note, NoteDraft } from "../../model/entities/note.ts";
import { SENSITIVE } from "../../model/limits/limits.ts";
import type { StoredDraft } from "../../ports/device/local-store.ts";
import type { Timers } from "../../ports/environment.ts";
import type { SensitiveNotes } from "../../vault/sensitive/sensitive-notes-service.ts";
import { isSameText } from "../tabs/edit-tab.ts";
import { isBlankText, isLockedTab, type Tab } from "../tabs/tab.ts";
import type { createDraftWriter } from "./draft-writer-service.ts";
import type { createHeldDrafts } from "./sealed-drafts-service.ts";

/** Writes while the folder's state is already locked. */
export type SavesAtLock = Pick<SensitiveNotes, "create" | "save">;

type Deps = {
  /** Undefined if saving waits for the Save button. */
  readonly notes: () => SavesAtLock | undefined;
  readonly tabOf: (tabId: string) => Tab | undefined;
  readonly putKept: (tab: Tab) => void;
  readonly held: ReturnType<typeof createHeldDrafts>;
  readonly isSensitiveDraft: (draft: StoredDraft) => boolean;
  readonly writer: Pick<ReturnType<typeof createDraftWriter>, "cancelAndWait" | "during" | "discard">;
  /** Resolves when the tab's running save has ended. */
  readonly running: (tabId: string) => Promise<unknown> | undefined;
  readonly timers: Timers;
};

export function savesAtLock({ notes, tabOf, putKept, held, isSensitiveDraft, writer, running, timers }: Deps) {
  /** Texts of the running lock, by tab. The held drafts have only their sealed form soon. */
  const taken = new Map<string, StoredDraft>();

  /** A save of the locked tab has ended. Text that was typed after it began stays held, on top of the saved version. */
  const saved = (tabId: string, text: NoteDraft, note: Pick<Note, "noteId" | "vv" | "title" | "content">): void => {
    const tab = tabOf(tabId);
    if (tab === undefined || tab.type === "view" || !isLockedTab(tab)) return;
    const isFresh = tab.type === "new" || tab.isFresh === true;
    const { id, isExpanded, createdAt } = tab;
    putKept({
      ...{ id, isExpanded, createdAt, type: "edit", noteId: note.noteId, title: "", isSensitive: true, editing: { kind: "locked" } },
      ...(isFresh ? { isFresh } : {}),
    });
    const draft = taken.get(tabId) ?? held.get(tabId);
    if (draft === undefined) return;
    if (taken.has(tabId) && isSameText(draft, text)) {
      taken.delete(tabId);
      held.forget(tabId);
      void writer.discard(tabId);
      return;
    }
    const { base: _base, ...rest } = draft;
    const onNote = { ...rest, noteId: note.noteId, folderId: null };
    // The editor has not shown what the save merged in: sync.md §2 "Trap".
    const later = isSameText(note, text) ? { ...onNote, baseVv: note.vv } : { ...onNote, base: text };
    if (taken.has(tabId)) taken.set(tabId, later);
    if (taken.has(tabId) || tab.type === "new") held.hold(later);
  };

  const saveOne = async (draft: StoredDraft, to: SavesAtLock): Promise<void> => {
    const { draftId, baseVv = {}, base } = draft;
    await writer.cancelAndWait(draftId);
    const tab = tabOf(draftId);
    if (tab === undefined || tab.type === "view" || !isLockedTab(tab) || isBlankText(draft)) return;
    const text = { title: draft.title, content: draft.content };
    const options = { draftId, mayLackTitle: true };
    const write = async () => {
      if (tab.type === "new") return tab.folderId === null ? undefined : to.create(text, tab.folderId, options);
      // The code that merges may not be loaded, and the key must not wait for it.
      return to.save(tab.noteId, text, { ...options, seen: { vv: baseVv, base, onNewer: "refuse" } });
    };
    const written = await writer.during(draftId, write);
    if (written?.ok === true) saved(draftId, text, { ...written.value, noteId: written.value.id });
  };

  const saveAll = async (seal: () => Promise<void>, to: SavesAtLock): Promise<void> => {
    await Promise.allSettled([...taken.keys()].map(running));
    // Text that was typed during such a save is held with another base now.
    await seal();
    for (const tabId of [...taken.keys()]) {
      const draft = taken.get(tabId);
      if (draft !== undefined) await saveOne(draft, to);
    }
  };

  return {
    saved,
    /** Seals all held texts and then saves those of tabs, as far as there is time for it. */
    async saveBeforeKeyGoes(seal: () => Promise<void>): Promise<void> {
      const to = notes();
      if (to !== undefined)
        for (const draft of held.all()) if (draft.sealed === undefined && isSensitiveDraft(draft)) taken.set(draft.draftId, draft);
      await seal();
      if (to === undefined || taken.size === 0) return;
      let cancel = (): void => undefined;
      const timeIsUp = new Promise<void>((resolve) => {
        cancel = timers.after(SENSITIVE.saveAtLockMs, resolve);
      });
      await Promise.race([saveAll(seal, to), timeIsUp]);
      cancel();
      taken.clear();
    },
  };
}
