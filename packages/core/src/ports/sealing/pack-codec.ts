/** Sealing of packs: many records in one file, so that a new device needs a few requests and not one per note. sync.md §8. */

import type { PackContent, PackItem } from "../../model/drive/pack.ts";
import type { UnreadableReason } from "../../model/drive/remote-file.ts";
import type { Result } from "../../model/result.ts";

export interface PackCodec {
  /** `opaque`: records that another pack held and this version of the app cannot read. */
  sealPack(packId: string, items: readonly PackItem[], opaque?: readonly unknown[]): Promise<Result<Uint8Array, "locked" | "too-large">>;
  openPack(packId: string, bytes: Uint8Array): Promise<Result<PackContent, UnreadableReason | "locked">>;
}
