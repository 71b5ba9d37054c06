/** Unsent work that a revoked session leaves on a device, sealed, by vault. Opens only with that vault's key. encryption.md 3.5 (13). */

import type { EntityKind } from "../../model/entities/entity.ts";
import type { Result } from "../../model/result.ts";
import type { StoreProblem } from "./local-store.ts";

export type KeptRow = {
  readonly vaultId: string;
  /** `draft`: unsaved text, under its draft's id. `base`: the version that an unsent note was edited from, under the note's id. */
  readonly kind: EntityKind | "attachment" | "draft" | "base";
  readonly id: string;
  readonly bytes: Uint8Array;
};

export interface KeptStore {
  /** Writes all rows or none. */
  put(rows: readonly KeptRow[]): Promise<Result<void, StoreProblem>>;
  list(vaultId: string): Promise<Result<readonly KeptRow[], StoreProblem>>;
  remove(rows: readonly KeptRow[]): Promise<Result<void, StoreProblem>>;
}
