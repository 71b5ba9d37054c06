/** Sealing of packs: many records in one file, so that a new device needs a few requests and not one per note. sync.md §8. */
import type { Result } from "../result.ts";
import type { PackItem } from "../sync/pack.ts";
import type { UnreadableReason } from "../sync/remote-file.ts";

export interface PackCodec {
  sealPack(packId: string, items: readonly PackItem[]): Promise<Result<Uint8Array, "locked" | "too-large">>;
  openPack(packId: string, bytes: Uint8Array): Promise<Result<readonly PackItem[], UnreadableReason | "locked">>;
}
