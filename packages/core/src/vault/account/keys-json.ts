/** What a device reads of a `keys.json` without opening it: whose it is and how new. Pure. encryption.md 3.4. */

/** `undefined` for whatever is not a copy of this vault: garbled, foreign, or of a form that is not known. */
export function readRevision(bytes: Uint8Array, vaultId: string): number | undefined {
  const value = parse(bytes);
  if (typeof value !== "object" || value === null) return undefined;
  const { v, rev, vaultId: named } = value as Readonly<Record<string, unknown>>;
  const fits = v === 1 && named === vaultId && Number.isSafeInteger(rev) && (rev as number) >= 1;
  return fits ? (rev as number) : undefined;
}

/** Its text is ASCII; core has no TextDecoder, and what is not ASCII is no copy of ours. */
function parse(bytes: Uint8Array): unknown {
  if (bytes.length > MAX_BYTES || bytes.some((byte) => byte > 126)) return undefined;
  let text = "";
  for (let from = 0; from < bytes.length; from += CHUNK) text += String.fromCharCode(...bytes.subarray(from, from + CHUNK));
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const MAX_BYTES = 1_048_576;
const CHUNK = 8192;
