/** Which lines of the log are shown: of these kinds, about a note whose title has this in it. Pure. */
import { foldText } from "../../document/html/find-text.ts";
import type { LogEntry, LogKind } from "../../model/entities/log-entry.ts";

export type LogQuery = { readonly kind: LogKind | undefined; readonly term: string };

export function selectLog(
  entries: readonly LogEntry[],
  { kind, term }: LogQuery,
  titleOf: (id: string) => string | undefined,
): readonly LogEntry[] {
  const wanted = foldText(term.trim());
  return entries.filter((entry) => {
    if (kind !== undefined && entry.kind !== kind) return false;
    if (wanted === "") return true;
    return entry.kind !== "cycle" && foldText(titleOf(entry.id) ?? "").includes(wanted);
  });
}
