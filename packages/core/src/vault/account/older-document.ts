/** Whether a key document is older than one that was seen before. Pure. Decision 0016. */
import type { KeyDocument } from "@satchel/contract/keys.ts";

/** A lower revision of the same vault, or another document under the same revision. Another vault is not older: that is a start over. */
export function isOlderDocument(document: KeyDocument, seen: KeyDocument): boolean {
  if (document.vaultId !== seen.vaultId) return false;
  if (document.rev !== seen.rev) return document.rev < seen.rev;
  return document.sens?.ct !== seen.sens?.ct || document.rec.ct !== seen.rec.ct || document.proofHash !== seen.proofHash;
}
