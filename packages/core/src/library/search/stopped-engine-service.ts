/** An index that never breaks a promise: one whose worker stopped answers with a problem like any other, and says that it is gone. */

import { failed, type Result } from "../../model/result.ts";
import type { StoreProblem } from "../../ports/local-store.ts";
import type { SearchEngine } from "../../ports/search-engine.ts";

export const STOPPED = failed({ kind: "storage-broken", detail: "the index stopped" } as const);

export function toStoppableEngine(engine: SearchEngine, onStopped: () => void): SearchEngine {
  const orStopped = <Value>(answer: Promise<Result<Value, StoreProblem>>) =>
    answer.catch(() => {
      onStopped();
      return STOPPED;
    });
  return {
    update: (changed, removed) => orStopped(engine.update(changed, removed)),
    pruneStale: () => orStopped(engine.pruneStale()),
    search: (request) => orStopped(engine.search(request)),
    excerpts: (noteIds, words) => orStopped(engine.excerpts(noteIds, words)),
    close: () => engine.close(),
  };
}
