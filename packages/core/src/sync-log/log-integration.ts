/** What the log and the list of conflicts learn from a version that was taken in. Goes into the same transaction. Pure. sync.md §6, §9. */
import { toConflict } from "../conflicts/to-conflict.ts";
import type { Writes } from "../ports/local-store.ts";
import { type Entity, isAlive } from "../sync/entity.ts";
import type { Integration } from "../sync/integrate.ts";
import { deviceOfNews } from "./log-entry.ts";

export type Told = { readonly ownDeviceId: string; readonly nowMs: number; readonly isInitialSync: boolean };

type Local = { readonly mine: Entity | undefined; readonly copyOf: (id: string) => Entity | undefined };

export function logIntegration(theirs: Entity, { mine, copyOf }: Local, step: Integration, told: Told): Writes {
  if (step.outcome !== "taken" && step.outcome !== "merged") return {};
  const device = deviceOfNews(theirs.vv, mine?.vv, told.ownDeviceId);
  const entry = { atMs: told.nowMs, id: theirs.id, entity: theirs.kind, ...(device === undefined ? {} : { device }) };
  // The ten thousand notes of a first sync are one line, that of the cycle.
  if (step.outcome === "taken") return told.isInitialSync ? {} : { log: [{ ...entry, kind: isAlive(theirs) ? "received" : "deleted" }] };
  const made = new Set(step.entities.map(({ id }) => id));
  const isCopied = (copyId: string): boolean => made.has(copyId) || copyOf(copyId) !== undefined;
  const merged = step.entities.find(({ id }) => id === theirs.id);
  const conflict = mine && merged && toConflict({ local: mine, cloud: theirs, merged, device, nowMs: told.nowMs, isCopied });
  return {
    log: [{ ...entry, kind: conflict?.outcome ?? kindOfJoin(step) }],
    ...(conflict === undefined ? {} : { conflicts: [conflict] }),
  };
}

/** Where both sides had come to the same values by themselves nothing was put together. */
function kindOfJoin({ writes }: Integration): "received" | "merged" {
  return writes.meta === undefined ? "received" : "merged";
}
