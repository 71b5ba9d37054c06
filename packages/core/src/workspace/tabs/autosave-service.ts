/** Saves existing notes after three seconds without change, if chosen; never creates or merges. Decision 0005 "Drafts". */

import { checkEditedNote } from "../../library/notes/check-note.ts";
import type { Note } from "../../model/entities/note.ts";
import { AUTOSAVE, NOTE } from "../../model/limits/limits.ts";
import type { Timers } from "../../ports/environment.ts";
import { type EditTab, findTab, isDirty } from "./tab.ts";
import type { SaveProblem, TabsService, TabsState } from "./tabs-service.ts";

export type AutosaveDeps = {
  readonly tabs: Pick<TabsService, "store" | "save">;
  readonly timers: Timers;
  /** Asked when a save is due: the choice may have been made in another tab of the browser. */
  readonly isChosen: () => boolean;
  /** The user is being asked about the tab. It is looked at again later, as is one with pending content. */
  readonly isPending: (tabId: string) => boolean;
  readonly onSaved: (note: Note) => void;
  /** Once per tab until it is saved again. */
  readonly onFailed: (tabId: string, problem: SaveProblem) => void;
};

/** The device could not; it may be able to a moment later. All else waits for the next change, or for the user. */
const RETRIED: ReadonlySet<SaveProblem["kind"]> = new Set<SaveProblem["kind"]>(["storage-full", "storage-broken", "code-missing"]);
/** Said elsewhere: the tab says that it is behind or locked, or is gone. */
const REPORTED_ELSEWHERE: ReadonlySet<SaveProblem["kind"]> = new Set<SaveProblem["kind"]>([
  "changed-elsewhere",
  "sensitive-locked",
  "no-such-tab",
]);

/** The answer stops it. What is not saved by then stays a draft. */
export function runAutosave({ tabs, timers, isChosen, isPending, onSaved, onFailed }: AutosaveDeps): () => void {
  const due = new Map<string, () => void>();
  const reported = new Set<string>();

  const forget = (tabId: string): void => {
    due.get(tabId)?.();
    due.delete(tabId);
  };
  const saveIn = (delayMs: number, tabId: string): void => {
    forget(tabId);
    due.set(
      tabId,
      timers.after(delayMs, () => {
        due.delete(tabId);
        void save(tabId);
      }),
    );
  };

  const save = async (tabId: string): Promise<void> => {
    const { tabs: open, saving, pending } = tabs.store.getState();
    const tab = findTab(open, tabId);
    if (tab === undefined || !isChosen() || !mayAutosave(tab)) return;
    if (saving.has(tabId) || pending.has(tabId) || isPending(tabId)) return saveIn(AUTOSAVE.afterMs, tabId);
    const saved = await tabs.save(tabId, { isAutomatic: true });
    if (saved.ok) {
      reported.delete(tabId);
      onSaved(saved.value);
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
    if (state.tabs === former.tabs) return;
    for (const tab of state.tabs) if (isTyped(tab, findTab(former.tabs, tab.id))) saveIn(AUTOSAVE.afterMs, tab.id);
    for (const tabId of [...due.keys(), ...reported]) {
      if (findTab(state.tabs, tabId) !== undefined) continue;
      forget(tabId);
      reported.delete(tabId);
    }
  };

  const stopLooking = tabs.store.subscribe(look);
  return () => {
    stopLooking();
    for (const tabId of [...due.keys()]) forget(tabId);
  };
}

type AnyTab = TabsState["tabs"][number];

/** An edit in this window: not a text that was loaded, recovered or merged. */
function isTyped(tab: AnyTab, former: AnyTab | undefined): boolean {
  if (tab === former || tab.type !== "edit" || former?.type !== "edit") return false;
  const [now, before] = [tab.editing, former.editing];
  return now.kind === "open" && before.kind === "open" && now.opened === before.opened && now.draft !== before.draft;
}

function mayAutosave(tab: AnyTab): tab is EditTab {
  if (tab.type !== "edit" || tab.editing.kind !== "open" || !isDirty(tab)) return false;
  const { draft, isBehind, recoveredAtMs } = tab.editing;
  // The page asks what is to become of the other version, or of the recovered text.
  if (isBehind === true || recoveredAtMs !== undefined) return false;
  // To count the letters of a text that may be too long takes reading all of it; that is left to the save that was asked for.
  return draft.content.length <= NOTE.contentMaxChars && checkEditedNote(draft) === undefined;
}
