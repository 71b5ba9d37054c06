/** An index that never breaks a promise: one whose worker stopped answers with a problem like any other, and says that it is gone. */

import { failed, type Result } from "../../model/result.ts";
import type { StoreProblem } from "../../ports/local-store.ts";
import type { SearchEngine } from "../../ports/search-engine.ts";

export const STOPPED = failed({ kind: "storage-broken", detail: "the index stopped" } as const);

export function settled(engine: SearchEngine, onStopped: () => void): SearchEngine {
  const settle = <Value>(answer: Promise<Result<Value, StoreProblem>>) =>
    answer.catch(() => {
      onStopped();
      return STOPPED;
    });
  return {
    update: (changed, removed) => settle(engine.update(changed, removed)),
    settle: () => settle(engine.settle()),
    search: (request) => settle(engine.search(request)),
    excerpts: (noteIds, words) => settle(engine.excerpts(noteIds, words)),
    close: () => engine.close(),
  };
}
