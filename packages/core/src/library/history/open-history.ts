/** Opens the history of a library: of each note, and settings for all notes. */
import type { HistoryService } from "./history-service-types.ts";
import type { PastService } from "./past-service-types.ts";
import type { ThinningService } from "./thinning/thinning-service-types.ts";

export type OpenHistory = HistoryService & { readonly thinning: ThinningService; readonly past: PastService };
