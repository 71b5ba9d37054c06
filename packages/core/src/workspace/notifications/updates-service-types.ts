/** What screens know of a newer version of the application. Built by web/adapters/service-worker. Spec A §9 "Update notice", decision 0007. */
import type { ReadableStore } from "../../model/store.ts";

export interface UpdatesService {
  /** `waiting`: a new version is ready to take over. */
  readonly store: ReadableStore<{ readonly waiting: boolean }>;
  /** Takes the new version over and reloads. Callers make sure that nothing is unsaved. */
  apply(): void;
  later(): void;
}
