/**
 * What is written when history packs are found to be gone: what took them in is known to hold their versions, and of this device's own writes none counts
 * as packed before it was looked at again. Pure.
 */
import { moveReferences } from "../../library/history/pack-references.ts";
import type { KnownPack } from "../../model/drive/pack.ts";
import type { Writes } from "../../ports/local-store.ts";

/** What is not packed is looked for again. */
export const LOOK_AGAIN = { meta: { historyCtr: undefined } } as const;

export function lostHistory(packs: ReadonlyMap<string, KnownPack>, fileIds: readonly string[]): Writes {
  return { ...LOOK_AGAIN, forgetPacks: fileIds, packs: moveReferences(packs, fileIds) };
}
