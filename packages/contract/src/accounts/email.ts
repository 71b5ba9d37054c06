/** What counts as an e-mail address, and the one form in which it is compared and stored. Spec A §5, encryption.md 3.1. */
import { ACCOUNT } from "../limits.ts";

/** Trimmed, NFKC, lower case. Never an input of a key. */
export function normalizeEmail(text: string): string {
  return text.trim().normalize("NFKC").toLowerCase();
}

/** Deliberately generous: one at-sign, a dotted host, no blanks or control characters. Unicode addresses pass. */
export function isEmailAddress(text: string): boolean {
  const email = normalizeEmail(text);
  return email.length <= ACCOUNT.emailMaxChars && /^[^\s@\p{Cc}<>"(),:;]+@[^\s@\p{Cc}<>"(),:;.]+(\.[^\s@\p{Cc}<>"(),:;.]+)+$/u.test(email);
}
