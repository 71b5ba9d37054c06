/** Packs of one cycle, read ahead and cached by last use; a forgotten one costs a request. sync.md §8. */

import { entryKey, type KnownPack, type PackItem, toEntry } from "../../model/drive/pack.ts";
import { PACKS } from "../../model/limits/limits.ts";
import type { RemoteProblem } from "../../model/remote-problem.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { RemoteStore } from "../../ports/remote/remote-store.ts";
import type { PackCodec } from "../../ports/sealing/pack-codec.ts";

export type PackProblem = RemoteProblem | { readonly kind: "locked" } | { readonly kind: "unopened" };

/** Records by what an entry must be to stand for a file (`keyOfFile`). */
export type OpenedPack = ReadonlyMap<string, PackItem>;

export interface PackReader {
  read(pack: KnownPack): Promise<Result<OpenedPack, PackProblem>>;
  /** Read in this cycle, or under way. */
  isAtHand(pack: KnownPack): boolean;
}

type Deps = { readonly remote: Pick<RemoteStore, "download">; readonly codec: PackCodec };

export function createPackReader({ remote, codec }: Deps): PackReader {
  const held = new Map<string, ReturnType<PackReader["read"]>>();

  const open = async ({ fileId, packId }: KnownPack): ReturnType<PackReader["read"]> => {
    const answer = await remote.download(fileId);
    if (!answer.ok) return answer;
    const opened = await codec.openPack(packId, answer.value);
    if (opened.ok) return ok(new Map(opened.value.items.map((item) => [entryKey(toEntry(item)), item])));
    return failed({ kind: opened.problem === "locked" ? "locked" : "unopened" });
  };

  return {
    read(pack) {
      const reading = held.get(pack.fileId) ?? open(pack);
      held.delete(pack.fileId);
      held.set(pack.fileId, reading);
      for (const fileId of [...held.keys()].slice(0, -PACKS.heldOpen)) held.delete(fileId);
      return reading;
    },
    isAtHand: ({ fileId }) => held.has(fileId),
  };
}
