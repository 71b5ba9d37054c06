/** A reset's mailed password: making, recognizing, checking. 100 random bits need no slow hash. encryption.md 3.5 (4), decision 0016. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { RuntimeEnvironment } from "../../shared/environment.ts";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PASSWORD_CHARS = 20;
const SHAPE = new RegExp(`^[${ALPHABET}]{${PASSWORD_CHARS}}$`);

/** 100 random bits as 20 characters of base32. */
export function randomPassword({ randomBytes }: Pick<RuntimeEnvironment, "randomBytes">): string {
  return [...randomBytes(PASSWORD_CHARS)].map((byte) => ALPHABET[byte & 31]).join("");
}

/** Whether a typed text could be a mailed password; worth stretching although guesses are being refused. */
export function hasMailedShape(password: string): boolean {
  return SHAPE.test(password);
}

/** What is stored of the sign-in secret that a mailed password gives. */
export function mailedVerifierOf(secret: string): string {
  return `sha256$${createHash("sha256").update(secret).digest("base64url")}`;
}

export function matchesMailed(verifier: string, secret: string): boolean {
  const [kept, shown] = [Buffer.from(verifier), Buffer.from(mailedVerifierOf(secret))];
  return kept.length === shown.length && timingSafeEqual(kept, shown);
}
