/** Saves what is typed without being asked: a moment after the last key, and now and then while typing goes on. decision 0042. */

import type { Note } from "../../model/entities/note.ts";
import { AUTOSAVE } from "../../model/limits/limits.ts";
import type { Clock, Timers } from "../../ports/environment.ts";
import { draftOf, findTab, isDirty, type Tab } from "../tabs/tab.ts";
import type { SaveProblem, TabsService, TabsState } from "./tabs-service-types.ts";

export type AutosaveDeps = {
  readonly tabs: Pick<TabsService, "store" | "save">;
  readonly timers: Timers;
  readonly clock: Clock;
  /** Called when a save is due, because the setting may have changed in another tab. */
  readonly isChosen: () => boolean;
  /** True while the user is being asked about unsaved text. The tab is looked at again later. */
  readonly isAsking: () => boolean;
  readonly onSaved: (note: Note) => void;
  /** Called once per tab until it is saved again. */
  readonly onFailed: (tabId: string, problem: SaveProblem) => void;
};

/** The device could not save; it may be able to a moment later. Every other problem waits for the next change, or for the user. */
const RETRIED: ReadonlySet<SaveProblem["kind"]> = new Set<SaveProblem["kind"]>(["storage-full", "storage-broken", "code-missing"]);
/** The page itself shows these: beside the title, at the character count, or in place of the text. */
const REPORTED_ELSEWHERE: ReadonlySet<SaveProblem["kind"]> = new Set<SaveProblem["kind"]>([
  "title-too-long",
  "content-too-long",
  "sensitive-locked",
  "no-such-tab",
  "emptied",
]);

/** When the save of a tab is due that has unsaved text since `sinceMs`. A new note is saved at once, so that it is in the list. */
function saveDelayMs(tab: Tab, { sinceMs, nowMs }: { readonly sinceMs: number; readonly nowMs: number }): number {
  if (tab.type === "new") return 0;
  return Math.max(0, Math.min(AUTOSAVE.afterMs, sinceMs + AUTOSAVE.atLatestMs - nowMs));
}

/** Returns a function that stops it. Text that is not saved by then stays a draft. */
export function runAutosave(deps: AutosaveDeps): () => void {
  const { tabs, timers, clock, isChosen, isAsking, onSaved, onFailed } = deps;
  const due = new Map<string, { readonly sinceMs: number; readonly cancel: () => void }>();
  const reported = new Set<string>();

  const forget = (tabId: string): void => {
    due.get(tabId)?.cancel();
    due.delete(tabId);
  };
  const saveIn = (delayMs: number, tabId: string, sinceMs = clock.now()): void => {
    forget(tabId);
    const cancel = timers.after(delayMs, () => {
      due.delete(tabId);
      void save(tabId);
    });
    due.set(tabId, { sinceMs, cancel });
  };
  const schedule = (tab: Tab): void => {
    const nowMs = clock.now();
    const sinceMs = due.get(tab.id)?.sinceMs ?? nowMs;
    saveIn(saveDelayMs(tab, { sinceMs, nowMs }), tab.id, sinceMs);
  };

  const save = async (tabId: string): Promise<void> => {
    const { tabs: open, saving, pending } = tabs.store.getState();
    const tab = findTab(open, tabId);
    if (tab === undefined || !isChosen() || !isDirty(tab)) return;
    if (saving.has(tabId) || pending.has(tabId) || isAsking()) return saveIn(AUTOSAVE.afterMs, tabId);
    const saved = await tabs.save(tabId, { isAutomatic: true });
    if (saved.ok) {
      reported.delete(tabId);
      onSaved(saved.value);
      // Another save was running, and this text is later than what it has written.
      const now = findTab(tabs.store.getState().tabs, tabId);
      if (now !== undefined && isDirty(now) && !due.has(tabId)) schedule(now);
      return;
    }
    const { problem } = saved;
    if (!reported.has(tabId) && !REPORTED_ELSEWHERE.has(problem.kind)) {
      reported.add(tabId);
      onFailed(tabId, problem);
    }
    if (RETRIED.has(problem.kind) && !due.has(tabId)) saveIn(AUTOSAVE.retryMs, tabId);
  };

  const look = (state: TabsState, former: TabsState): void => {
    if (state.tabs !== former.tabs) {
      for (const tab of state.tabs) if (isEdited(tab, findTab(former.tabs, tab.id))) schedule(tab);
      for (const tabId of [...due.keys(), ...reported]) {
        if (findTab(state.tabs, tabId) !== undefined) continue;
        forget(tabId);
        reported.delete(tabId);
      }
    }
    const left = former.activeTabId;
    if (left !== null && left !== state.activeTabId && due.has(left)) saveIn(0, left);
  };

  for (const tab of tabs.store.getState().tabs) if (isDirty(tab)) schedule(tab);
  const stopLooking = tabs.store.subscribe(look);
  return () => {
    stopLooking();
    for (const tabId of [...due.keys()]) forget(tabId);
  };
}

/** True if the tab has other unsaved text than before: typed, recovered, or left over by a save. */
function isEdited(tab: Tab, former: Tab | undefined): boolean {
  if (tab === former || !isDirty(tab)) return false;
  return former === undefined || !isDirty(former) || draftOf(tab) !== draftOf(former);
}
