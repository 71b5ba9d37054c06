/**
 * What a device does not accept from the server although it opens: a key document older than it has seen, one that no holder of the root wrote,
 * and a password's wrap that another one replaced. Decision 0016, encryption.md 3.4.
 */
import type { KeyDocument as WireDocument } from "@satchel/contract/keys.ts";
import { isOlderDocument } from "@satchel/core/vault/account/older-document.ts";
import { isBound } from "@satchel/crypto/bound-document.ts";
import { type Bytes, b64, utf8 } from "@satchel/crypto/bytes.ts";
import type { KeyDocument } from "@satchel/crypto/key-document.ts";
import { sha256 } from "@satchel/crypto/primitives.ts";
import type { Wrap } from "@satchel/crypto/wraps.ts";
import type { DeviceRow } from "./key-rows.ts";
import { toWire } from "./wire-document.ts";

/** `row`: what this device keeps, of whatever vault. */
export async function isVouchedFor(document: KeyDocument | WireDocument, root: Bytes, row: DeviceRow | undefined): Promise<boolean> {
  const seen = row?.vaultId === document.vaultId ? row.document : undefined;
  if (seen !== undefined && isOlderDocument(toWire(document), toWire(seen))) return false;
  // Documents of earlier versions are bound by nothing. Where one was seen that is, none that is not comes after it.
  return document.bound === undefined ? seen?.bound === undefined : isBound(root, "boundDocument", document);
}

export async function nameOfWrap({ iv, ct }: Wrap): Promise<string> {
  return b64(await sha256(utf8(`${iv}.${ct}`)));
}

export function isReplaced(wrap: string, row: DeviceRow | undefined, vaultId: string): boolean {
  return row?.vaultId === vaultId && (row.wraps?.indexOf(wrap) ?? -1) > 0;
}

/** It is the vault's newest now. */
export function withWrap(row: DeviceRow, wrap: string | undefined): DeviceRow {
  if (wrap === undefined || row.wraps?.[0] === wrap) return row;
  return { ...row, wraps: [wrap, ...(row.wraps ?? [])].slice(0, KEPT_WRAPS) };
}

const KEPT_WRAPS = 100;
