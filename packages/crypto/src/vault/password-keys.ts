/**
 * Derives two values from a typed password: the sign-in secret, which is sent, and the password key, which never leaves the device.
 * encryption.md 3.1, 3.2.
 */
import { type Bytes, b64, parseB64Of, utf8, wipe } from "../primitives/bytes.ts";
import { type Kdf, stretchBytes } from "../primitives/kdf.ts";
import { type Outcome, ok, refused } from "../primitives/outcome.ts";
import { hk, importSealingKey, KEY_BYTES, LABELS } from "../primitives/primitives.ts";
import type { CryptoKey } from "../primitives/web-crypto.ts";

export type PasswordProblem = "password-empty" | "password-too-long";
export type PasswordKeys = { readonly signInSecret: string; readonly passwordKey: CryptoKey };

const MAX_PASSWORD_BYTES = 1024;
const SECRET_PREFIX = "s1_";

/** Returns the UTF-8 bytes of the untrimmed NFKC form, so that a password gives the same bytes on any keyboard. */
export function normalisePassword(password: string): Outcome<Bytes, PasswordProblem> {
  const bytes = utf8(password.normalize("NFKC"));
  if (bytes.length === 0) return refused("password-empty");
  return bytes.length > MAX_PASSWORD_BYTES ? refused("password-too-long") : ok(bytes);
}

/** The stretching function. Only long random walk tests replace Argon2id. */
export type StretchBytes = (password: Bytes, kdf: Kdf) => Promise<Bytes>;

export async function stretch(
  password: string,
  kdf: Kdf,
  stretchWith: StretchBytes = stretchBytes,
): Promise<Outcome<Bytes, PasswordProblem>> {
  const normalised = normalisePassword(password);
  if (!normalised.ok) return normalised;
  const stretched = await stretchWith(normalised.value, kdf);
  wipe(normalised.value);
  return ok(stretched);
}

/** Derives both values from one stretching. The stretched bytes are wiped before this resolves. */
export async function derivePasswordKeys(
  password: string,
  kdf: Kdf,
  stretchWith: StretchBytes = stretchBytes,
): Promise<Outcome<PasswordKeys, PasswordProblem>> {
  const stretched = await stretch(password, kdf, stretchWith);
  if (!stretched.ok) return stretched;
  const signInSecret = await signInSecretFromStretched(stretched.value);
  const passwordKey = await wrapKeyFromStretched(stretched.value, LABELS.wrapPassword);
  wipe(stretched.value);
  return ok({ signInSecret, passwordKey });
}

export async function signInSecretFromStretched(stretched: Bytes): Promise<string> {
  return SECRET_PREFIX + b64(await hk(stretched, LABELS.signIn));
}

/** True for the value that the app sends in the field `password`; any other value is a plain password of another client. */
export function isSignInSecret(text: string): boolean {
  return text.startsWith(SECRET_PREFIX) && parseB64Of(text.slice(SECRET_PREFIX.length), KEY_BYTES) !== undefined;
}

export type WrapLabel = typeof LABELS.wrapPassword | typeof LABELS.wrapSensitive | typeof LABELS.wrapBackup;

export async function wrapKeyFromStretched(stretched: Bytes, label: WrapLabel): Promise<CryptoKey> {
  const raw = await hk(stretched, label);
  const key = await importSealingKey(raw);
  wipe(raw);
  return key;
}
