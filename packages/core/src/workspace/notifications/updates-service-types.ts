/** A newer version of the application. Implemented by web/adapters/service-worker. Spec A §9 "Update notice", decision 0007. */
import type { ReadableStore } from "../../model/store.ts";

export interface UpdatesService {
  /** `waiting`: a new version is ready. */
  readonly store: ReadableStore<{ readonly waiting: boolean }>;
  /** Activates the new version and reloads. Callers make sure that nothing is unsaved. */
  apply(): void;
  later(): void;
}
