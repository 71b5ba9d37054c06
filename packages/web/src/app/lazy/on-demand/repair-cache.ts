/**
 * Recreates the account's database if it is broken: first seals unsent work for later (vault/account/unsent-service.ts), as when a session
 * is revoked, then deletes the database; never while the disk is full. Unreadable data is deleted only if the user agrees. Spec B §4 "Local
 * cache database".
 */

import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import { CLOUD_DATABASE, LOCKS } from "@satchel/core/model/storage-keys.ts";
import type { StoredDraft, StoreProblem } from "@satchel/core/ports/device/local-store.ts";
import type { Exclusive, Timers } from "@satchel/core/ports/environment.ts";
import { keepUnsent, type UnsentDeps, type UnsentSource } from "@satchel/core/vault/account/unsent-service.ts";
import { isDiskFull as looksFull } from "../../../adapters/browser/device-disk.ts";
import { type Salvage, salvageCloud, salvageNothing } from "../../../adapters/indexed-db/cloud/salvage-cloud.ts";
import { eraseDatabase } from "../../../adapters/indexed-db/databases/kept-database.ts";
import type { DamagedLibrary } from "../../../shared/services.ts";

export type RepairDeps = Pick<UnsentDeps, "codec" | "kept"> & {
  readonly vaultId: string;
  /** True if this user's keys also open the other vault. */
  readonly opensVault: (vaultId: string) => Promise<boolean>;
  /** Owner at the last opening, if the database cannot say it any more. */
  readonly lastOwner: string | undefined;
  /** Unsaved texts in this window's memory. */
  readonly unsaved: readonly StoredDraft[];
  /** The user agreed to lose unreadable data. */
  readonly mayLose: boolean;
  readonly exclusive: Exclusive;
  readonly timers: Timers;
  /** On a full disk, even a sound database is unreadable. */
  readonly isDiskFull?: (() => Promise<boolean>) | undefined;
};

export type Repair =
  | { readonly kind: "whole" }
  /** The database does not exist. */
  | { readonly kind: "gone" }
  | { readonly kind: "recreated"; readonly saved: number; readonly lost: number };

type Outcome = Promise<Result<Repair, StoreProblem | DamagedLibrary>>;

export function repairCache(deps: RepairDeps): Outcome {
  return deps.exclusive.run(LOCKS.repair, () => repair(deps));
}

const FULL = failed({ kind: "storage-full" } as const);

async function repair(deps: RepairDeps): Outcome {
  const { isDiskFull = looksFull } = deps;
  if (await isDiskFull()) return FULL;
  const salvaged = await salvageCloud();
  if (salvaged.ok && salvaged.value === undefined) return ok({ kind: "gone" });
  if (salvaged.ok && salvaged.value?.isWhole === true) return ok({ kind: "whole" });
  const salvage = salvaged.ok ? salvaged.value : undefined;
  const owner = salvage?.owner ?? deps.lastOwner;
  if (owner !== undefined && owner !== deps.vaultId && !(await deps.opensVault(owner))) return failed({ kind: "other-library" });
  const saved = await keepUnsent(deps, sourceOf(owner === undefined ? undefined : salvage, deps));
  if (saved === undefined) return failed({ kind: "storage-broken", detail: "nothing could be rescued" });
  const lost = salvage === undefined || owner === undefined ? undefined : salvage.unreadCount;
  if (lost !== 0 && !deps.mayLose) return failed({ kind: "damaged", saved });
  // Data that is unreadable for lack of space is not broken.
  if (await isDiskFull()) return FULL;
  const erased = await eraseDatabase(CLOUD_DATABASE.name, deps.timers);
  return erased.ok ? ok({ kind: "recreated", saved, lost: lost ?? 0 }) : erased;
}

/** Salvaged data, with the window's newer texts of drafts. Notes without a known owner are left out. */
function sourceOf(salvage: Salvage | undefined, { vaultId, unsaved }: RepairDeps): UnsentSource {
  const read = (salvage?.source ?? salvageNothing)(vaultId);
  const held = new Set(unsaved.map(({ draftId }) => draftId));
  return {
    ...read,
    async loadDrafts() {
      const drafts = await read.loadDrafts();
      return drafts.ok ? ok([...drafts.value.filter(({ draftId }) => !held.has(draftId)), ...unsaved]) : drafts;
    },
  };
}
