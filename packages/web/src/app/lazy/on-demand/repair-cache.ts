/**
 * Makes the account's database again when it is broken: first what has not been sent is sealed for later (vault/account/unsent-service.ts), as it is when a
 * session is ended from elsewhere, then it is deleted; never while the disk is full. What cannot be read is deleted only when the user says so. Spec B §4 "Local cache database".
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
  /** Another vault that this user's keys open, too. */
  readonly opensVault: (vaultId: string) => Promise<boolean>;
  /** Whose it was when it was last opened, where it cannot say it any more. */
  readonly lastOwner: string | undefined;
  /** What this window holds in memory and has not saved. */
  readonly unsaved: readonly StoredDraft[];
  /** The user agreed to lose what cannot be read. */
  readonly mayLose: boolean;
  readonly exclusive: Exclusive;
  readonly timers: Timers;
  /** Without space a whole database does not read either. */
  readonly isDiskFull?: (() => Promise<boolean>) | undefined;
};

export type Repair =
  | { readonly kind: "whole" }
  /** It is not there at all. */
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
  // What did not read for want of space is not broken.
  if (await isDiskFull()) return FULL;
  const erased = await eraseDatabase(CLOUD_DATABASE.name, deps.timers);
  return erased.ok ? ok({ kind: "recreated", saved, lost: lost ?? 0 }) : erased;
}

/** What was read, with what the window holds: that is the newer text of a draft. Notes that no one knows the owner of are no one's here. */
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
