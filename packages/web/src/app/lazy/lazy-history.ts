/** The history of notes, whose code comes when the user looks at one. */
import type { HistoryService } from "@satchel/core/library/history/history-service-types.ts";
import type { HistoryParts } from "../composition/compose-history.ts";

export function createLazyHistory(parts: HistoryParts): () => Promise<HistoryService> {
  let made: HistoryService | undefined;
  return async () => {
    const { composeHistory } = await import("../composition/compose-history.ts");
    made ??= composeHistory(parts);
    return made;
  };
}
