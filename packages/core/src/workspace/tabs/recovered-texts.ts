/** Unsaved text of windows that ended: what is announced at startup, and which notes are marked. Pure. Decision 0005 "Drafts". */
import type { StoredDraft } from "../../ports/device/local-store.ts";
import { isDirty, isLockedTab, recoveredAt, type Tab } from "./tab.ts";

type Drafts = { readonly orphanedDrafts: readonly StoredDraft[]; readonly heldElsewhere: ReadonlySet<string> };
type State = Drafts & { readonly tabs: readonly Tab[]; readonly lockedRecovered: ReadonlySet<string> };

/** Drafts of windows that are gone. A draft of an open window is excluded, because its next keystroke would undo a discard. */
export function offeredDrafts({ orphanedDrafts, heldElsewhere }: Drafts): readonly StoredDraft[] {
  return orphanedDrafts.filter(({ draftId }) => !heldElsewhere.has(draftId));
}

/** Newest draft of this note that no open window holds. */
export function findRecoverable(state: Drafts, noteId: string): StoredDraft | undefined {
  const drafts = offeredDrafts(state).filter((draft) => draft.noteId === noteId);
  return drafts.reduce<StoredDraft | undefined>((newest, draft) => {
    return newest === undefined || draft.savedAtMs > newest.savedAtMs ? draft : newest;
  }, undefined);
}

/** Tabs with recovered text that is still unsaved. */
export function recoveredTabs(tabs: readonly Tab[]): readonly Tab[] {
  return tabs.filter((tab) => recoveredAt(tab) !== undefined && isDirty(tab));
}

/** Tabs whose recovered text waits for the Sensitive folder to be unlocked. */
export function recoveredLockedTabs({ tabs, lockedRecovered }: Pick<State, "tabs" | "lockedRecovered">): readonly Tab[] {
  return tabs.filter((tab) => isLockedTab(tab) && lockedRecovered.has(tab.id));
}

/** True if there is something to announce. */
export function hasRecovered(state: State & { readonly hiddenDraftCount: number }): boolean {
  if (state.hiddenDraftCount > 0 || offeredDrafts(state).length > 0) return true;
  return recoveredTabs(state.tabs).length > 0 || recoveredLockedTabs(state).length > 0;
}

/** Ids of notes with recovered text, in a tab or not. */
export function recoveredNoteIds(state: State): readonly string[] {
  const inTabs = recoveredTabs(state.tabs).flatMap((tab) => (tab.type === "edit" ? [tab.noteId] : []));
  const inNone = offeredDrafts(state).flatMap(({ noteId }) => noteId ?? []);
  return [...new Set([...inTabs, ...inNone])];
}
