/** What a revoked session leaves on a device: unsent work, sealed, by vault. Nothing in it opens without that vault's key. encryption.md 3.5 (13). */

import type { EntityKind } from "../../model/entities/entity.ts";
import type { Result } from "../../model/result.ts";
import type { StoreProblem } from "./local-store.ts";

export type KeptRow = {
  readonly vaultId: string;
  /** `draft`: text that was typed and not saved, under its draft's id. */
  readonly kind: EntityKind | "attachment" | "draft";
  readonly id: string;
  readonly bytes: Uint8Array;
};

export interface KeptStore {
  /** All of them or none. */
  put(rows: readonly KeptRow[]): Promise<Result<void, StoreProblem>>;
  list(vaultId: string): Promise<Result<readonly KeptRow[], StoreProblem>>;
  remove(rows: readonly KeptRow[]): Promise<Result<void, StoreProblem>>;
}
