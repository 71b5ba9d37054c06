/** Builds the row of a new password: verifier hash, kdf, and the wrap sent with it. encryption.md 3.5 (1) (3). */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Kdf, Wrap } from "@satchel/contract/accounts/keys.ts";
import { ACCOUNT, KDF } from "@satchel/contract/limits.ts";
import { newId, type RuntimeEnvironment } from "../../shared/environment.ts";
import { isRefused, type Refusal, refuse } from "../../shared/refusal.ts";
import { DEFAULT_SHAPE, type KdfShape } from "./kdf-shapes.ts";
import type { PasswordHasher, Requester } from "./password-hasher.ts";
import type { StoredPassword } from "./password-rows.ts";

export type Wanted = {
  readonly password: string;
  /** Undefined for a plain password: the server then generates a kdf. */
  readonly kdf: Kdf | undefined;
  readonly pw: Wrap | undefined;
  readonly vaultId: string | undefined;
};

type Deps = { readonly hasher: PasswordHasher; readonly around: RuntimeEnvironment };

export async function newPassword(
  { hasher, around }: Deps,
  wanted: Wanted,
  requester: Requester,
): Promise<StoredPassword | Refusal<"busy" | "bad-request">> {
  const kdf = wanted.kdf ?? kdfWith(around.randomBytes(16));
  const secret = await hasher.secretOf(wanted.password, kdf, requester);
  if (secret === undefined) return refuse("bad-request", { field: "password" });
  if (isRefused(secret)) return secret;
  const verifier = await hasher.verifierOf(secret, requester);
  if (isRefused(verifier)) return verifier;
  const { pw = null, vaultId } = wanted;
  return { id: newId(around), kdf, verifier, pw, vaultId: pw === null ? null : (vaultId ?? null), signsIn: true, mailedUntil: undefined };
}

/** Rules for a plain password of another client; the app checks them before it stretches. Spec A §5. */
export type TypedPasswordRefusal = Refusal<"password-too-short" | "password-too-long" | "password-too-weak">;

export function checkTypedPassword(password: string, field: string): TypedPasswordRefusal | undefined {
  if ([...password].length < ACCOUNT.passwordMinChars) return refuse("password-too-short", { field });
  if (Buffer.byteLength(password.normalize("NFKC")) > ACCOUNT.passwordMaxBytes) return refuse("password-too-long", { field });
  const isStrong = /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password) && /\p{Nd}/u.test(password);
  return isStrong ? undefined : refuse("password-too-weak", { field });
}

/**
 * Returns the kdf of an unknown address. Its parameters occur as often as among `shapes`, those of the accounts, and are bound to the address
 * by the server's key, like the salt. If the accounts' parameters shift, the few addresses whose parameters follow them get another salt as
 * well, as if their password had been changed. encryption.md 3.5 (2).
 */
export function kdfOfUnknown(key: Buffer, email: string, shapes: readonly KdfShape[]): Kdf {
  const { m, t } = shapeOf(key, email, shapes);
  const isDefault = m === DEFAULT_SHAPE.m && t === DEFAULT_SHAPE.t;
  const bound = isDefault ? email : `${email}\n${m}\n${t}`;
  return kdfWith(createHmac("sha256", key).update(bound).digest().subarray(0, 16), { m, t });
}

function shapeOf(key: Buffer, email: string, shapes: readonly KdfShape[]): KdfShape {
  const total = shapes.reduce((sum, { count }) => sum + count, 0);
  let left = Math.floor((createHmac("sha256", key).update(`shape\n${email}`).digest().readUIntBE(0, 6) / 2 ** 48) * total);
  for (const shape of shapes) {
    if (left < shape.count) return shape;
    left -= shape.count;
  }
  return DEFAULT_SHAPE;
}

function kdfWith(salt: Buffer, { m, t }: Pick<Kdf, "m" | "t"> = DEFAULT_SHAPE): Kdf {
  return { alg: "argon2id", m, t, p: KDF.lanes, salt: salt.toString("base64url") };
}

/**
 * Mailed passwords of a reset: generated, recognized and checked here. Their 100 random bits make a slow hash unnecessary. encryption.md 3.5 (4),
 * decision 0016.
 */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PASSWORD_CHARS = 20;
const SHAPE = new RegExp(`^[${ALPHABET}]{${PASSWORD_CHARS}}$`);

/** Returns 100 random bits as 20 characters of base32. */
export function randomPassword({ randomBytes }: Pick<RuntimeEnvironment, "randomBytes">): string {
  return [...randomBytes(PASSWORD_CHARS)].map((byte) => ALPHABET[byte & 31]).join("");
}

/** True if the text could be a mailed password, which is worth stretching even while guesses are rejected. */
export function hasMailedShape(password: string): boolean {
  return SHAPE.test(password);
}

/** Hash to store for the sign-in secret of a mailed password. */
export function mailedVerifierOf(secret: string): string {
  return `sha256$${createHash("sha256").update(secret).digest("base64url")}`;
}

export function matchesMailed(verifier: string, secret: string): boolean {
  const [kept, shown] = [Buffer.from(verifier), Buffer.from(mailedVerifierOf(secret))];
  return kept.length === shown.length && timingSafeEqual(kept, shown);
}
