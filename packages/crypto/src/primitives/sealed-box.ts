/** Seals to the public half of a pair, for the recovery box. encryption.md 3.1. */
import { type Bytes, b64, concat, parseB64, parseB64Of, wipe } from "./bytes.ts";
import { CURVE, type KeyPair, POINT_BYTES, type RandomSource, systemRandom } from "./key-pair.ts";
import { type Outcome, ok, refused } from "./outcome.ts";
import { hk, IV_BYTES, importSealingKey, seal, unseal } from "./primitives.ts";
import type { CryptoKey } from "./web-crypto.ts";

/** Result of `sealTo`; points and bytes are base64url. */
export type SealedBox = { readonly epk: string; readonly iv: string; readonly ct: string };

/** Purpose of a box (`label`) and the data it is bound to (`aad`). */
type BoxContext = { readonly label: string; readonly aad: string };

/** Seals for the holder of the private half of `publicPoint`. A fresh pair each time makes the key unique. */
export async function sealTo(
  publicPoint: Bytes,
  { label, aad }: BoxContext,
  { bytes, random = systemRandom }: { readonly bytes: Bytes; readonly random?: RandomSource },
): Promise<Outcome<SealedBox, "damaged">> {
  const fresh = await random.pair();
  const key = await boxKey(fresh.privateKey, publicPoint, { label, salt: concat(fresh.publicPoint, publicPoint) });
  if (!key.ok) return key;
  const sealed = await seal(key.value, aad, { bytes, random });
  return ok({ epk: b64(fresh.publicPoint), iv: b64(sealed.iv), ct: b64(sealed.ct) });
}

/** `mine` contains the public half as well, because it is part of the salt. */
export async function openFrom(mine: KeyPair, { label, aad }: BoxContext, box: SealedBox): Promise<Outcome<Bytes, "damaged">> {
  const [epk, iv, ct] = [parseB64Of(box.epk, POINT_BYTES), parseB64Of(box.iv, IV_BYTES), parseB64(box.ct)];
  if (epk === undefined || iv === undefined || ct === undefined) return refused("damaged");
  const key = await boxKey(mine.privateKey, epk, { label, salt: concat(epk, mine.publicPoint) });
  return key.ok ? unseal(key.value, aad, { iv, ct }) : key;
}

async function boxKey(
  mine: CryptoKey,
  theirs: Bytes,
  { label, salt }: { readonly label: string; readonly salt: Bytes },
): Promise<Outcome<CryptoKey, "damaged">> {
  const shared = await sharedX(mine, theirs);
  if (!shared.ok) return shared;
  const raw = await hk(shared.value, label, salt);
  const key = await importSealingKey(raw);
  wipe(shared.value, raw);
  return ok(key);
}

/** The x-coordinate of ECDH. The caller wipes it. */
export async function sharedX(mine: CryptoKey, theirs: Bytes): Promise<Outcome<Bytes, "damaged">> {
  try {
    const point = await crypto.subtle.importKey("raw", theirs, CURVE, false, []);
    return ok(new Uint8Array(await crypto.subtle.deriveBits({ name: "ECDH", public: point }, mine, 256)));
  } catch {
    // The bytes are not a point of the curve.
    return refused("damaged");
  }
}
