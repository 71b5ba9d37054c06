/** Loads the code that saves at a lock while the folder is unlocked, so that a lock never waits for it. */
import type { Note, NoteDraft } from "../../model/entities/note.ts";
import type { savesAtLock } from "./save-at-lock-service.ts";
import type { SensitiveDeps } from "./tabs-service-types.ts";

type SaveAtLock = ReturnType<typeof savesAtLock>;

export function createLockSaver(sensitive: SensitiveDeps | undefined, start: (make: typeof savesAtLock) => SaveAtLock) {
  let atLock: SaveAtLock | undefined;
  const isUnlocked = (): boolean => sensitive?.folder.store.getState().kind === "unlocked";
  const prepare = (): void => {
    const code = sensitive?.atLock?.saving;
    if (!isUnlocked() || code === undefined || atLock !== undefined) return;
    const take = (make: typeof savesAtLock): void => {
      atLock ??= start(make);
    };
    if (!code.runIfLoaded(take)) void code.ask(take, undefined);
  };
  const stop = sensitive?.folder.store.subscribe(prepare);
  prepare();
  return {
    saveBeforeKeyGoes: (seal: () => Promise<void>): Promise<void> => atLock?.saveBeforeKeyGoes(seal) ?? seal(),
    /** A save of a tab has ended that was locked meanwhile. */
    saved: (tabId: string, text: NoteDraft, note: Note): void => atLock?.saved(tabId, text, note),
    stop: (): void => stop?.(),
  };
}
