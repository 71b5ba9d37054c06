/** SHA-256 of a stream. Short ones are kept for WebCrypto, which is faster but takes only a whole; longer ones use hash-wasm. */
import { createSHA256 } from "hash-wasm";
import { concat, toBytes } from "../primitives/bytes.ts";

/** What was handed over may not change until the answer is there; an `update` ends before the next begins. */
export type Sha256 = { update(bytes: Uint8Array): Promise<void>; hex(): Promise<string> };

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

/** Of a whole; `bytes` may change as soon as this was called. */
export async function sha256Hex(bytes: Uint8Array): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", toBytes(bytes))));
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

function toHex(bytes: Uint8Array): string {
  let hex = "";
  for (const byte of bytes) hex += HEX[byte] as string;
  return hex;
}
