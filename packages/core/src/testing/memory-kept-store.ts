/** Kept rows in memory. `isDenied`: the browser refuses storage. */

import { failed, ok } from "../model/result.ts";
import type { KeptRow, KeptStore } from "../ports/device/kept-store.ts";

export function createMemoryKeptStore(): KeptStore & { isDenied: boolean; rows: readonly KeptRow[] } {
  const isSame = (one: KeptRow, other: KeptRow) => one.vaultId === other.vaultId && one.kind === other.kind && one.id === other.id;
  return {
    isDenied: false,
    rows: [],
    async put(rows) {
      if (this.isDenied) return failed({ kind: "storage-denied" });
      this.rows = [...this.rows.filter((row) => !rows.some((other) => isSame(row, other))), ...rows];
      return ok(undefined);
    },
    async list(vaultId) {
      return ok(this.rows.filter((row) => row.vaultId === vaultId));
    },
    async remove(rows) {
      this.rows = this.rows.filter((row) => !rows.some((other) => isSame(row, other)));
      return ok(undefined);
    },
  };
}
