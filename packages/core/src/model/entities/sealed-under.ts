/** Which folder's key sealed a note; undefined for what is no envelope. */
export function sealedUnder(sealed: string): string | undefined {
  try {
    const { kid } = JSON.parse(sealed) as { readonly kid?: unknown };
    return typeof kid === "string" ? kid : undefined;
  } catch {
    return undefined;
  }
}

const FILE_HEAD = [0x53, 0x41, 0x54, 0x31];
const KID = /^[A-Za-z0-9_-]{1,64}$/;

/** Which key sealed a file; undefined for one that is in clear. encryption.md 3.3. */
export function fileSealedUnder(bytes: Uint8Array): string | undefined {
  if (!FILE_HEAD.every((byte, at) => bytes[at] === byte)) return undefined;
  const from = FILE_HEAD.length + 1;
  const kid = String.fromCharCode(...bytes.subarray(from, from + (bytes[FILE_HEAD.length] ?? 0)));
  return KID.test(kid) ? kid : undefined;
}
