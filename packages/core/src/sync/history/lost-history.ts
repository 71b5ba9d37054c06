/** What is written when history packs are found to be gone: of this device's own writes none counts as packed before it was looked at again. Pure. */
import type { Writes } from "../../ports/local-store.ts";

export function lostHistory(fileIds: readonly string[]): Writes & { readonly meta: NonNullable<Writes["meta"]> } {
  return { forgetPacks: fileIds, meta: { historyCtr: undefined } };
}
