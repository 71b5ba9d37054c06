/** Making, exporting and importing P-256 pairs. What is sealed to them is sealed-box.ts. encryption.md 3.1, 3.2. */
import type { Bytes } from "./bytes.ts";
import { type Outcome, ok, refused } from "./outcome.ts";
import type { CryptoKey, CryptoKeyPair } from "./web-crypto.ts";

export const CURVE = { name: "ECDH", namedCurve: "P-256" } as const;
export const POINT_BYTES = 65;

export type KeyPair = { readonly privateKey: CryptoKey; readonly publicPoint: Bytes };

/** The private half can be exported once, for `priv`; keep it no longer than that. */
export async function generatePair(): Promise<KeyPair> {
  const pair = (await crypto.subtle.generateKey(CURVE, true, ["deriveBits"])) as CryptoKeyPair;
  const publicPoint = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  return { privateKey: pair.privateKey, publicPoint };
}

export async function exportPrivate(privateKey: CryptoKey): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.exportKey("pkcs8", privateKey));
}

export async function importPrivate(pkcs8: Bytes): Promise<Outcome<CryptoKey, "damaged">> {
  try {
    return ok(await crypto.subtle.importKey("pkcs8", pkcs8, CURVE, false, ["deriveBits"]));
  } catch {
    return refused("damaged");
  }
}
