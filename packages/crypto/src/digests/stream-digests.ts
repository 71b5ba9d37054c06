/** SHA-256 and MD5 of a stream, one at a time each; no piece is kept. MD5 only recognizes names that other programs gave. */
import { createMD5, createSHA256 } from "hash-wasm";

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
