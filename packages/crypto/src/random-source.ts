/** Where chance comes from. Everything that needs random bytes or a fresh pair takes a `Draw`; only tests hand in a fixed one. */
import { type Bytes, b64 } from "./bytes.ts";

import { generatePair, type KeyPair } from "./key-pair.ts";

export type RandomSource = {
  readonly bytes: (length: number) => Bytes;
  readonly pair: () => Promise<KeyPair>;
};

export const systemRandom: RandomSource = {
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  pair: generatePair,
};

/** `vaultId`, `sid`, `pairId` and device ids: eight random bytes as eleven characters. */
export function generateId(random: RandomSource = systemRandom): string {
  return b64(random.bytes(8));
}
