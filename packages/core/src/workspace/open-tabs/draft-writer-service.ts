/**
 * Writes typed text to the draft store: soon after the last key, and at most a second after the first unwritten one. Writes of one draft
 * run one after another, so that an older text never overwrites a newer one. The tabs service supplies the text. decision 0005 "Drafts".
 */
import { DRAFT } from "../../model/limits/limits.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { DraftStore, StoredDraft, StoreProblem } from "../../ports/device/local-store.ts";
import type { Clock, Timers } from "../../ports/environment.ts";

type Deps = {
  readonly drafts: DraftStore;
  readonly timers: Timers;
  readonly clock: Clock;
  /** Returns the current text of a draft; undefined if nothing is unsaved. */
  readonly read: (draftId: string) => StoredDraft | undefined;
  readonly onOutcome: (problem: StoreProblem | undefined) => void;
};

export function createDraftWriter({ drafts, timers, clock, read, onOutcome }: Deps) {
  const waiting = new Map<string, { readonly sinceMs: number; readonly cancel: () => void }>();
  const running = new Map<string, Promise<Result<void, StoreProblem>>>();
  const writtenAtMs = new Map<string, number>();

  const enqueue = (draftId: string, write: () => Promise<Result<void, StoreProblem>>): Promise<Result<void, StoreProblem>> => {
    const before = running.get(draftId) ?? Promise.resolve(ok(undefined));
    const next = before.then(write);
    running.set(draftId, next);
    void next.then((outcome) => {
      if (running.get(draftId) === next) running.delete(draftId);
      onOutcome(outcome.ok ? undefined : outcome.problem);
      if (!outcome.ok && !waiting.has(draftId)) schedule(draftId, clock.now(), DRAFT.retryMs);
    });
    return next;
  };

  const writeNow = (draftId: string): Promise<Result<void, StoreProblem>> => {
    cancel(draftId);
    return enqueue(draftId, () => {
      const draft = read(draftId);
      if (draft !== undefined) writtenAtMs.set(draftId, draft.savedAtMs);
      return draft === undefined ? drafts.removeDraft(draftId) : drafts.putDraft(draft);
    });
  };

  const schedule = (draftId: string, sinceMs: number, delayMs: number): void => {
    cancel(draftId);
    waiting.set(draftId, { sinceMs, cancel: timers.after(delayMs, () => void writeNow(draftId)) });
  };

  const cancel = (draftId: string): void => {
    waiting.get(draftId)?.cancel();
    waiting.delete(draftId);
  };

  /** Called after typing. The write starts early enough to finish within the second. */
  const touch = (draftId: string): void => {
    const sinceMs = waiting.get(draftId)?.sinceMs ?? clock.now();
    const latestMs = sinceMs + DRAFT.writeAtLatestMs - DRAFT.writeDelayMs;
    const delayMs = Math.max(0, Math.min(DRAFT.writeDelayMs, latestMs - clock.now()));
    schedule(draftId, sinceMs, delayMs);
  };

  return {
    touch,
    writeNow,
    /** Time of the latest write that has begun, by the clock of then; 0 before the first one. */
    writtenAtMs: (draftId: string): number => writtenAtMs.get(draftId) ?? 0,
    /** Writes all pending drafts at once, for leaving and hiding the page. */
    async flush(): Promise<Result<void, StoreProblem>> {
      const outcomes = await Promise.all([...waiting.keys()].map(writeNow));
      await Promise.all(running.values());
      return outcomes.find((outcome) => !outcome.ok) ?? ok(undefined);
    },
    /**
     * Runs a save that removes the draft. Writes of the draft wait for its end: one that began with the text of before would otherwise be stored
     * behind it, and a note that the save created would come back as a second one.
     */
    async during<Value>(draftId: string, save: () => Promise<Value>): Promise<Value> {
      const done = save();
      const ended = done.then(
        () => ok(undefined),
        () => ok(undefined),
      );
      running.set(draftId, ended);
      void ended.then(() => void (running.get(draftId) === ended && running.delete(draftId)));
      return done;
    },
    /** Cancels the pending write and waits for a running one, before a save removes the draft. */
    async cancelAndWait(draftId: string): Promise<void> {
      cancel(draftId);
      await running.get(draftId);
    },
    /** Writes a draft that the caller lists from now on. */
    keep(draft: StoredDraft): Promise<Result<void, StoreProblem>> {
      cancel(draft.draftId);
      return enqueue(draft.draftId, () => drafts.putDraft(draft));
    },
    discard(draftId: string): Promise<Result<void, StoreProblem>> {
      cancel(draftId);
      return enqueue(draftId, () => drafts.removeDraft(draftId));
    },
    /** Writes a draft under a new id before it removes the old one. */
    async move(draft: StoredDraft, toDraftId: string): Promise<Result<void, StoreProblem>> {
      const put = await enqueue(toDraftId, () => drafts.putDraft({ ...draft, draftId: toDraftId }));
      return put.ok ? enqueue(draft.draftId, () => drafts.removeDraft(draft.draftId)) : failed(put.problem);
    },
  };
}
