/** Letting a new device in: the code both devices show, and the root sealed to the new one's key. encryption.md 3.5 (6). */
import { type Bytes, parseB64Of, utf8 } from "../primitives/bytes.ts";
import { type KeyPair, POINT_BYTES, type RandomSource, systemRandom } from "../primitives/key-pair.ts";
import { type Outcome, refused } from "../primitives/outcome.ts";
import { aadOf, KEY_BYTES, LABELS, sha256 } from "../primitives/primitives.ts";
import { openFrom, type SealedBox, sealTo } from "../primitives/sealed-box.ts";

const CODE_BYTES = 8;
const CODE_DIGITS = 8;

/** Public keys as base64url; `undefined` when one of them is no point at all. */
export async function approvalCode(requestId: string, pubN: string, pubA: string): Promise<string | undefined> {
  const [newPoint, oldPoint] = [parseB64Of(pubN, POINT_BYTES), parseB64Of(pubA, POINT_BYTES)];
  if (newPoint === undefined || oldPoint === undefined) return undefined;
  const digest = await sha256(utf8(`${LABELS.approveCode}|${requestId}`), newPoint, oldPoint);
  const number = digest.subarray(0, CODE_BYTES).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return (number % 10n ** BigInt(CODE_DIGITS)).toString().padStart(CODE_DIGITS, "0");
}

export type Approved = { readonly vaultId: string; readonly requestId: string };

export function sealApproval(
  newPoint: Bytes,
  { vaultId, requestId }: Approved,
  { root, random = systemRandom }: { readonly root: Bytes; readonly random?: RandomSource },
): Promise<Outcome<SealedBox, "damaged">> {
  return sealTo(newPoint, { label: LABELS.approve, aad: aadOf(vaultId, "approve", requestId) }, { bytes: root, random });
}

export async function openApproval(mine: KeyPair, { vaultId, requestId }: Approved, answer: SealedBox): Promise<Outcome<Bytes, "damaged">> {
  const root = await openFrom(mine, { label: LABELS.approve, aad: aadOf(vaultId, "approve", requestId) }, answer);
  return root.ok && root.value.length !== KEY_BYTES ? refused("damaged") : root;
}
