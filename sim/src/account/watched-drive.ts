/** A drive that keeps every version of every file and pack, which a holder of the vault's key can read. */
import type { Codec } from "@satchel/core/ports/sealing/codec.ts";
import type { PackCodec } from "@satchel/core/ports/sealing/pack-codec.ts";
import { MemoryDrive } from "@satchel/core/testing/memory-remote-store.ts";

type Written = { readonly meta: unknown; readonly open: (codec: Codec, packs: PackCodec) => Promise<unknown> };

export class WatchedDrive extends MemoryDrive {
  #unread: Written[] = [];

  override put(...given: Parameters<MemoryDrive["put"]>): ReturnType<MemoryDrive["put"]> {
    const [meta, body] = given;
    const { properties } = meta;
    this.#unread.push({ meta, open: async (codec) => properties && codec.open(properties.kind, properties.id, body) });
    return super.put(...given);
  }

  override putPack(...given: Parameters<MemoryDrive["putPack"]>): ReturnType<MemoryDrive["putPack"]> {
    const [fileId, packId, body] = given;
    this.#unread.push({ meta: [fileId, packId], open: async (_codec, packs) => packs.openPack(packId, body) });
    return super.putPack(...given);
  }

  /** Returns everything received since the last call, decrypted. */
  async readNew(codec: Codec, packs: PackCodec): Promise<string> {
    const unread = this.#unread;
    this.#unread = [];
    return toSearchable(await Promise.all(unread.map(async ({ meta, open }) => [meta, await open(codec, packs)])));
  }
}

/** Converts maps, sets and bytes to text as well, which JSON alone would leave out. */
export function toSearchable(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (part instanceof Map || part instanceof Set) return [...part];
    return part instanceof Uint8Array ? new TextDecoder().decode(part) : part;
  });
}
