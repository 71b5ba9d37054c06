/** SHA-256 and MD5 of bytes that arrive in pieces. MD5 only recognizes bytes and names, as drives and other programs print it. */
import { createMD5, createSHA256 } from "hash-wasm";
import { concat, toBytes } from "../primitives/bytes.ts";

export type StreamDigest = {
  start(): void;
  update(bytes: Uint8Array): void;
  /** Lower-case hex. */
  hex(): string;
};

export async function createStreamDigests(): Promise<{ readonly sha256: StreamDigest; readonly md5: StreamDigest }> {
  const [sha256, md5] = await Promise.all([createSHA256(), createMD5()]);
  const toDigest = (hasher: typeof sha256): StreamDigest => ({
    start: () => void hasher.init(),
    update: (bytes) => void hasher.update(bytes),
    hex: () => hasher.digest("hex"),
  });
  return { sha256: toDigest(sha256), md5: toDigest(md5) };
}

/** Returns a synchronous function that computes lower-case hex at about 2 ms per megabyte. */
export async function createMd5(): Promise<(bytes: Uint8Array) => string> {
  const hasher = await createMD5();
  return (bytes) => hasher.init().update(bytes).digest("hex");
}

/**
 * SHA-256 of a stream. Short streams are buffered for WebCrypto, which is faster but accepts only the whole; longer ones use hash-wasm. The
 * caller must not change a piece before `hex` resolves, and must await each `update` before the next one.
 */
type Sha256 = { update(bytes: Uint8Array): Promise<void>; hex(): Promise<string> };

const KEPT_BYTES = 33_554_432;

/** Lower-case hex, 64 digits. */
export function createSha256(keptBytes = KEPT_BYTES): Sha256 {
  let [kept, length]: [Uint8Array[], number] = [[], 0];
  let hasher: Awaited<ReturnType<typeof createSHA256>> | undefined;
  return {
    async update(bytes) {
      length += bytes.length;
      kept.push(bytes);
      if (length <= keptBytes) return;
      hasher ??= await createSHA256();
      for (const piece of kept) hasher.update(piece);
      kept = [];
    },
    hex: async () => hasher?.digest("hex") ?? sha256Hex(kept.length === 1 ? (kept[0] as Uint8Array) : concat(...kept)),
  };
}

/** SHA-256 of `bytes` in lower-case hex. The input is copied synchronously, so the caller may reuse the buffer at once. */
export async function sha256Hex(bytes: Uint8Array): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", toBytes(bytes))));
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

function toHex(bytes: Uint8Array): string {
  let hex = "";
  for (const byte of bytes) hex += HEX[byte] as string;
  return hex;
}
