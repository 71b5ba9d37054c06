/** The recovery key: 20 bytes, its id, and its form on paper (Crockford base32, nine groups of four). encryption.md 3.2. */
import { type Bytes, b64, utf8, wipe } from "../primitives/bytes.ts";
import { type RandomSource, systemRandom } from "../primitives/key-pair.ts";
import { type Outcome, ok, refused } from "../primitives/outcome.ts";
import { hk, importSealingKey, LABELS, sha256 } from "../primitives/primitives.ts";
import type { CryptoKey } from "../primitives/web-crypto.ts";

export const RECOVERY_KEY_BYTES = 20;
/** Crockford's base32. */
export const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const KEY_CHARS = 32;
const CHECK_CHARS = 4;
const GROUP_CHARS = 4;

/**
 * `mistyped` means that the check characters do not match; `malformed` means that the text is not a recovery key. In both cases nothing was
 * tried with it.
 */
export type RecoveryTextProblem = "malformed" | "mistyped";

export function newRecoveryKey(random: RandomSource = systemRandom): Bytes {
  return random.bytes(RECOVERY_KEY_BYTES);
}

export async function recoveryKeyId(rk: Bytes): Promise<string> {
  return b64((await sha256(utf8(LABELS.recoveryId), rk)).subarray(0, 6));
}

export async function recoveryWrapKey(rk: Bytes): Promise<CryptoKey> {
  const raw = await hk(rk, LABELS.wrapRecovery);
  const key = await importSealingKey(raw);
  wipe(raw);
  return key;
}

export async function recoveryKeyText(rk: Bytes): Promise<string> {
  const letters = toBase32(rk) + (await checkCharacters(rk));
  return (letters.match(/.{4}/g) ?? []).join("-");
}

export async function parseRecoveryKey(text: string): Promise<Outcome<Bytes, RecoveryTextProblem>> {
  const letters = [...readable(text)];
  const values = letters.map((letter) => CROCKFORD.indexOf(letter));
  if (letters.length !== KEY_CHARS + CHECK_CHARS || values.includes(-1)) return refused("malformed");
  const rk = fromBase32(values.slice(0, KEY_CHARS));
  if (letters.slice(KEY_CHARS).join("") !== (await checkCharacters(rk))) return refused("mistyped");
  return ok(rk);
}

/** Returns the nine groups, which the user confirms to prove the copy. */
export function recoveryGroups(text: string): readonly string[] {
  return readable(text).match(new RegExp(`.{${GROUP_CHARS}}`, "g")) ?? [];
}

function readable(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
}

async function checkCharacters(rk: Bytes): Promise<string> {
  const digest = await sha256(utf8(LABELS.recoveryCheck), rk);
  return toBase32(digest.subarray(0, 5)).slice(0, CHECK_CHARS);
}

/** Encodes five bits per letter, most significant first. 20 and 5 bytes give a whole number of letters. */
function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{5}/g) ?? []).map((group) => CROCKFORD[Number.parseInt(group, 2)]).join("");
}

function fromBase32(values: readonly number[]): Bytes {
  const bits = values.map((value) => value.toString(2).padStart(5, "0")).join("");
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (group) => Number.parseInt(group, 2));
}
