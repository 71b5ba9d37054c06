/** SHA-256 of bytes that come piece by piece, which WebCrypto cannot do. */
import { createSHA256 } from "hash-wasm";

export type Sha256 = { update(bytes: Uint8Array): void; hex(): string };

/** One digest at a time: the next begins when the former was read. Lower-case hex, 64 digits. */
export async function createSha256(): Promise<() => Sha256> {
  const hasher = await createSHA256();
  return () => {
    hasher.init();
    return { update: (bytes) => void hasher.update(bytes), hex: () => hasher.digest("hex") };
  };
}
