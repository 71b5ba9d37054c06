/** The trash, whose code comes when the user looks into it, or when something in it may have been there for long enough. */

import { mayBeDue } from "@satchel/core/library/trash/may-be-due.ts";
import type { TrashDeps } from "@satchel/core/library/trash/trash-service.ts";
import type { TrashService, TrashState } from "@satchel/core/library/trash/trash-service-types.ts";
import { CODE_MISSING } from "@satchel/core/model/lazy-rule.ts";
import { TRASH } from "@satchel/core/model/limits.ts";
import { failed } from "@satchel/core/model/result.ts";
import { createStore } from "@satchel/core/model/store.ts";
import { lazyModule } from "./lazy-service.ts";

type Maker = { readonly createTrashService: (deps: TrashDeps) => TrashService };

export function createLazyTrash(
  deps: TrashDeps,
  load: () => Promise<Maker> = () => import("@satchel/core/library/trash/trash-service.ts"),
): TrashService {
  const store = createStore<TrashState>({ phase: "unread", notes: [], keptDays: TRASH.keptDays, work: undefined });
  const { ask, runIfLoaded, close } = lazyModule(load, ({ createTrashService }) => {
    const service = createTrashService(deps);
    store.setState(service.store.getState());
    service.store.subscribe(store.setState);
    return service;
  });
  const missing = failed(CODE_MISSING);
  return {
    store,
    async read() {
      const isHere = await ask(async (trash) => {
        await trash.read();
        return true;
      }, false);
      if (!isHere) store.setState({ phase: "failed" });
    },
    preview: (noteId) => ask<Awaited<ReturnType<TrashService["preview"]>>>((trash) => trash.preview(noteId), missing),
    search: (term) => ask<Awaited<ReturnType<TrashService["search"]>>>((trash) => trash.search(term), undefined),
    restore: (noteIds) => ask<Awaited<ReturnType<TrashService["restore"]>>>((trash) => trash.restore(noteIds), missing),
    purge: (noteIds) => ask<Awaited<ReturnType<TrashService["purge"]>>>((trash) => trash.purge(noteIds), missing),
    cancel: () => void runIfLoaded((trash) => trash.cancel()),
    chooseKeptDays: (days) => void runIfLoaded((trash) => trash.chooseKeptDays(days)),
    async purgeDue() {
      if (mayBeDue(deps.library.index, deps.clock.now())) await ask((trash) => trash.purgeDue(), undefined);
    },
    close: () => close((trash) => trash.close()),
  };
}
