/** Composes the history of a library's notes when the user views one. */
import { compareTexts } from "@satchel/core/library/history/compare-texts.ts";
import { createHistoryService, type HistoryDeps } from "@satchel/core/library/history/history-service.ts";
import type { FetchEarlier } from "@satchel/core/library/history/history-service-types.ts";
import type { OpenHistory } from "@satchel/core/library/history/open-history.ts";
import { createPastService, type PastDeps } from "@satchel/core/library/history/past-service.ts";
import { createThinningService, type ThinningDeps } from "@satchel/core/library/history/thinning/thinning-service.ts";
import type { TrashService } from "@satchel/core/library/trash/trash-service-types.ts";
import type { createHistoryFetcher } from "@satchel/core/sync/history/fetch-history-service.ts";
import { createUnlockedReader, type UnlockedReading } from "@satchel/core/vault/sensitive/sealed-transactions-service.ts";
import { browserClock } from "../../../adapters/browser/environment.ts";
import { createComparer } from "../../../adapters/workers/content-workers.ts";

export type HistoryParts = Pick<HistoryDeps, "notes"> &
  Pick<PastDeps, "notes"> &
  Pick<ThinningDeps, "preferences" | "records"> &
  UnlockedReading & {
    readonly trash: () => Promise<TrashService>;
    /** Undefined in local mode. */
    readonly drive?: Pick<Parameters<typeof createHistoryFetcher>[0], "remote" | "packs">;
  };

export function composeHistory({ library, notes, sealing, sensitive, preferences, records, trash, drive }: HistoryParts): OpenHistory {
  const open = createUnlockedReader({ library, sealing, sensitive });
  const thinning = createThinningService({ library, preferences, clock: browserClock, ...(records === undefined ? {} : { records }) });
  const fetchEarlier = drive && toFetchEarlier({ library, ...drive, clock: browserClock });
  const history = createHistoryService({ library, notes, open, compare: createComparer(compareTexts), fetchEarlier });
  const restoreDeleted: PastDeps["restoreDeleted"] = async (noteIds) => (await trash()).restore(noteIds);
  return { ...history, thinning, past: createPastService({ library, notes, history, restoreDeleted, open }) };
}

/** Uses the engine's code, which is loaded once anything was synced. */
function toFetchEarlier(deps: Parameters<typeof createHistoryFetcher>[0]): FetchEarlier {
  return async (steps) => {
    try {
      const { createHistoryFetcher } = await import("./compose-sync.ts");
      const fetched = await createHistoryFetcher(deps)(steps);
      if (fetched.ok) return fetched.value.unread === 0 ? "complete" : "incomplete";
      const { kind } = fetched.problem;
      return kind === "offline" || kind === "stopped" ? kind : "incomplete";
    } catch {
      return "incomplete";
    }
  };
}
