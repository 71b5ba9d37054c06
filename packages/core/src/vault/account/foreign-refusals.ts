/** Servers that are not ours say what is wrong in words only: then the spec's keywords choose the place. Pure. Spec A §5, A §8 "Login", B §5. */

export function isInvalidCredentials(message: string): boolean {
  return /invalid/i.test(message);
}

/** Signing in, registering, asking for a new password. */
export function credentialFieldOf(message: string | undefined): "email" | "password" | undefined {
  if (message === undefined) return undefined;
  if (/e-?mail/i.test(message)) return "email";
  return /password/i.test(message) ? "password" : undefined;
}

/** Changing a password. */
export function changeFieldOf(message: string | undefined): "current" | "next" | undefined {
  if (message === undefined) return undefined;
  if (/\b(current|old)\b/i.test(message)) return "current";
  return /\bnew\b/i.test(message) ? "next" : undefined;
}
