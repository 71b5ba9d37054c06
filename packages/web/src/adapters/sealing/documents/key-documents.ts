/**
 * Key documents: which ones a device rejects although they open, their wire form, and re-wrapping their private halves under another
 * recovery key. Decision 0016.
 */
import type { KeyDocument as WireDocument } from "@satchel/contract/accounts/keys.ts";
import { type Bytes, b64, utf8 } from "@satchel/crypto/primitives/bytes.ts";
import { sha256 } from "@satchel/crypto/primitives/primitives.ts";
import { isBound } from "@satchel/crypto/vault/bound-document.ts";
import type { KeyDocument } from "@satchel/crypto/vault/key-document.ts";
import { type PrivateWrap, rewrapPrivate, type Wrap } from "@satchel/crypto/vault/wraps.ts";
import type { DeviceRow } from "./key-rows.ts";

/** `row`: this device's row, of any vault. */
export async function isVouchedFor(document: KeyDocument | WireDocument, root: Bytes, row: DeviceRow | undefined): Promise<boolean> {
  const seen = row?.vaultId === document.vaultId ? row.document : undefined;
  if (seen !== undefined && isOlderDocument(toWire(document), toWire(seen))) return false;
  // Documents of earlier versions have no `bound`. Once a document with it was seen, one without is rejected.
  return document.bound === undefined ? seen?.bound === undefined : isBound(root, "boundDocument", document);
}

export async function nameOfWrap({ iv, ct }: Wrap): Promise<string> {
  return b64(await sha256(utf8(`${iv}.${ct}`)));
}

export function isReplaced(wrap: string, row: DeviceRow | undefined, vaultId: string): boolean {
  return row?.vaultId === vaultId && (row.wraps?.indexOf(wrap) ?? -1) > 0;
}

/** Adds the wrap as the vault's newest. */
export function withWrap(row: DeviceRow, wrap: string | undefined): DeviceRow {
  if (wrap === undefined || row.wraps?.[0] === wrap) return row;
  return { ...row, wraps: [wrap, ...(row.wraps ?? [])].slice(0, KEPT_WRAPS) };
}

const KEPT_WRAPS = 100;

/** Converts to the contract's type: same content, with lists that zod may own. */
export function toWire(document: KeyDocument): WireDocument {
  return { ...document, priv: [...document.priv], also: [...document.also] };
}

/**
 * Re-wraps the private halves that the old key opens and keeps the others. Returns undefined if the old key opens none. encryption.md 3.5
 * (6) (7).
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

/**
 * True for a lower revision of the same vault, or for another document with the same revision. Another vault is a start over. Decision
 * 0016.
 */
function isOlderDocument(document: WireDocument, seen: WireDocument): boolean {
  if (document.vaultId !== seen.vaultId) return false;
  if (document.rev !== seen.rev) return document.rev < seen.rev;
  return document.sens?.ct !== seen.sens?.ct || document.rec.ct !== seen.rec.ct || document.proofHash !== seen.proofHash;
}
