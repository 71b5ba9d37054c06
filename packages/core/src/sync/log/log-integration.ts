/** Entries of the log and of the list of conflicts for a version that was taken in, written in the same transaction. Pure. sync.md §6, §9. */

import { foldText } from "../../document/html/find-text.ts";
import type { Integration } from "../../merge/integrate.ts";
import { toConflict } from "../../merge/to-conflict.ts";
import { type Entity, isAlive } from "../../model/entities/entity.ts";
import { findEditingDevice, type LogEntry, type LogKind } from "../../model/entities/log-entry.ts";
import type { Writes } from "../../ports/device/local-store.ts";

export type LogContext = { readonly ownDeviceId: string; readonly nowMs: number; readonly isInitialSync: boolean };

type Local = { readonly mine: Entity | undefined; readonly copyOf: (id: string) => Entity | undefined };

export function logIntegration(
  theirs: Entity,
  { mine, copyOf }: Local,
  { step, context }: { readonly step: Integration; readonly context: LogContext },
): Writes {
  if (step.outcome !== "taken" && step.outcome !== "merged") return {};
  const device = findEditingDevice(theirs.vv, mine?.vv, context.ownDeviceId);
  const entry = { atMs: context.nowMs, id: theirs.id, entity: theirs.kind, ...(device === undefined ? {} : { device }) };
  // The ten thousand notes of a first sync are one line, that of the cycle.
  if (step.outcome === "taken") return context.isInitialSync ? {} : { log: [{ ...entry, kind: isAlive(theirs) ? "received" : "deleted" }] };
  const made = new Set(step.entities.map(({ id }) => id));
  const isCopied = (copyId: string): boolean => made.has(copyId) || copyOf(copyId) !== undefined;
  const merged = step.entities.find(({ id }) => id === theirs.id);
  const conflict = mine && merged && toConflict({ local: mine, cloud: theirs, merged, device, nowMs: context.nowMs, isCopied });
  return {
    log: [{ ...entry, kind: conflict?.outcome ?? kindOfJoin(step) }],
    ...(conflict === undefined ? {} : { conflicts: [conflict] }),
  };
}

/** Where both sides had come to the same values by themselves nothing was put together. */
function kindOfJoin({ writes }: Integration): "received" | "merged" {
  return writes.meta === undefined ? "received" : "merged";
}

type LogQuery = { readonly kind: LogKind | undefined; readonly term: string };

/** Which lines of the log are shown: of these kinds, about a note whose title has this in it. Pure. */
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
