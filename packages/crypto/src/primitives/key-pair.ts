/** Randomness, and generating, exporting and importing P-256 pairs. sealed-box.ts seals to them. encryption.md 3.1, 3.2. */
import { type Bytes, b64, concat, parseB64Of } from "./bytes.ts";
import { type Outcome, ok, refused } from "./outcome.ts";
import type { CryptoKey, CryptoKeyPair } from "./web-crypto.ts";

export const CURVE = { name: "ECDH", namedCurve: "P-256" } as const;
export const POINT_BYTES = 65;
const COORDINATE_BYTES = 32;
const UNCOMPRESSED = 4;

export type KeyPair = { readonly privateKey: CryptoKey; readonly publicPoint: Bytes };

/** The private half can be exported, once, for `priv`. Keep the exportable form no longer than that. */
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

/** Imports both halves: the public one is part of the salt of a box, and the private form contains it. */
export async function importPair(pkcs8: Bytes): Promise<Outcome<KeyPair, "damaged">> {
  const privateKey = await importPrivate(pkcs8);
  if (!privateKey.ok) return privateKey;
  const readable = await crypto.subtle.importKey("pkcs8", pkcs8, CURVE, true, ["deriveBits"]);
  const { x, y } = await crypto.subtle.exportKey("jwk", readable);
  const [left, right] = [parseB64Of(x, COORDINATE_BYTES), parseB64Of(y, COORDINATE_BYTES)];
  if (left === undefined || right === undefined) return refused("damaged");
  return ok({ privateKey: privateKey.value, publicPoint: concat(Uint8Array.of(UNCOMPRESSED), left, right) });
}

/** Everything that needs random bytes or a fresh pair takes a `RandomSource`; only tests pass a fixed one. */
export type RandomSource = {
  readonly bytes: (length: number) => Bytes;
  readonly pair: () => Promise<KeyPair>;
};

export const systemRandom: RandomSource = {
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  pair: generatePair,
};

/** Returns eight random bytes as eleven characters, for `vaultId`, `sid`, `pairId` and device ids. */
export function generateId(random: RandomSource = systemRandom): string {
  return b64(random.bytes(8));
}
