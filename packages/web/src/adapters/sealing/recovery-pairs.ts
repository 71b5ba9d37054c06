/** The private halves of recovery pairs when the recovery key changes. encryption.md 3.5 (6) (7). */
import type { Bytes } from "@satchel/crypto/bytes.ts";
import type { KeyDocument } from "@satchel/crypto/key-document.ts";
import { type PrivateWrap, rewrapPrivate } from "@satchel/crypto/wraps.ts";

/**
 * All that the old key opens, under the new one. Others belong to a still older key: they stay until their boxes are re-made. `undefined`
 * when the old key opens none at all, which means that it is not this document's.
 */
export async function movePrivates(
  { vaultId, priv }: KeyDocument,
  keys: readonly [Bytes, Bytes],
): Promise<readonly PrivateWrap[] | undefined> {
  const moved: PrivateWrap[] = [];
  let count = 0;
  for (const wrap of priv) {
    const next = await rewrapPrivate(keys, vaultId, { wrap });
    if (next.ok) count += 1;
    moved.push(next.ok ? next.value : wrap);
  }
  return count === 0 ? undefined : moved;
}
