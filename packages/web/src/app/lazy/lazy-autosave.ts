/** Autosave, whose code comes when it was chosen. Where it cannot be fetched nothing is saved unasked, and what is typed is kept as a draft as ever. */
import { browserTimers } from "../../adapters/browser/environment.ts";
import type { Library } from "../../shared/services.ts";

export function createLazyAutosave(tabs: Library["tabs"]): Library["runAutosave"] {
  return (given) => {
    let stop: (() => void) | undefined;
    let isOver = false;
    void import("@satchel/core/workspace/tabs/autosave-service.ts")
      .then(({ runAutosave }) => {
        if (!isOver) stop = runAutosave({ tabs, timers: browserTimers, ...given });
      })
      .catch(() => undefined);
    return () => {
      isOver = true;
      stop?.();
    };
  };
}
