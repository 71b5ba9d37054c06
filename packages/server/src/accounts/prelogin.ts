/** The kdf that an address is answered before sign-in. An unknown address gets one that looks the same and never changes. encryption.md 3.5 (2). */
import { createHmac } from "node:crypto";
import type { Kdf } from "@satchel/contract/keys.ts";
import { KDF } from "@satchel/contract/limits.ts";

export function kdfOfUnknown(key: Buffer, email: string): Kdf {
  return kdfWith(createHmac("sha256", key).update(email).digest().subarray(0, 16));
}

export function kdfWith(salt: Buffer): Kdf {
  return { alg: "argon2id", m: KDF.minMemoryKib, t: KDF.minPasses, p: KDF.lanes, salt: salt.toString("base64url") };
}
