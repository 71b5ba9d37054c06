/** Seals packs: many records in one file, so that a new device needs a few requests instead of one per note. sync.md §8. */

import type { PackContent, PackItem } from "../../model/drive/pack.ts";
import type { UnreadableReason } from "../../model/drive/remote-file.ts";
import type { Result } from "../../model/result.ts";

export interface PackCodec {
  /** `opaque`: records from another pack that this version of the app cannot read. */
  sealPack(packId: string, items: readonly PackItem[], opaque?: readonly unknown[]): Promise<Result<Uint8Array, "locked" | "too-large">>;
  openPack(packId: string, bytes: Uint8Array): Promise<Result<PackContent, UnreadableReason | "locked">>;
}
