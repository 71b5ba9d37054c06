/** Validates the input for signing in, registering and changing a password. Pure. Spec A §5. */
import { ACCOUNT, isEmailAddress } from "@satchel/contract/limits.ts";

export type EmailProblem = "email-missing" | "email-malformed";
export type PasswordProblem = "password-missing" | "password-too-short" | "password-too-long" | "password-too-weak";
export type ConfirmationProblem = "confirmation-missing" | "confirmation-differs";
export type ChangeProblem = "current-missing" | "new-missing" | "new-same" | "new-confirmation-missing";
export type CredentialProblem = EmailProblem | PasswordProblem | ConfirmationProblem | ChangeProblem | "terms-not-accepted";

export type LoginValues = { readonly email: string; readonly password: string };
export type RegisterValues = LoginValues & { readonly confirmation: string; readonly acceptsTerms: boolean };

/** `current` is undefined if it is not asked for. */
export type PasswordChangeValues = { readonly current?: string; readonly next: string; readonly confirmation: string };

export type ProblemsOf<Values> = { readonly [Name in keyof Values]?: CredentialProblem };

export function checkEmail(email: string): EmailProblem | undefined {
  if (email.trim() === "") return "email-missing";
  return isEmailAddress(email) ? undefined : "email-malformed";
}

/** Checks only the length at sign-in, because an account of another client may have older rules. */
export function checkLogin({ email, password }: LoginValues): ProblemsOf<LoginValues> {
  return withoutEmpty({ email: checkEmail(email), password: checkLength(password) });
}

export function checkRegister(values: RegisterValues): ProblemsOf<RegisterValues> {
  return withoutEmpty({
    email: checkEmail(values.email),
    password: checkNewPassword(values.password),
    confirmation: checkConfirmation(values.password, values.confirmation),
    acceptsTerms: values.acceptsTerms ? undefined : "terms-not-accepted",
  });
}

/** Spec B §5 "Change password". */
export function checkPasswordChange({ current, next, confirmation }: PasswordChangeValues): ProblemsOf<Required<PasswordChangeValues>> {
  return withoutEmpty({
    current: current === "" ? "current-missing" : undefined,
    next: next === "" ? "new-missing" : next === current ? "new-same" : checkNewPassword(next),
    confirmation: confirmation === "" ? "new-confirmation-missing" : checkConfirmation(next, confirmation),
  });
}

export function checkNewPassword(password: string): PasswordProblem | undefined {
  const length = checkLength(password);
  if (length !== undefined) return length;
  return passwordRules(password).every((rule) => rule.isMet) ? undefined : "password-too-weak";
}

export type PasswordRule = { readonly name: "length" | "uppercase" | "lowercase" | "digit"; readonly isMet: boolean };

/** Returns the rules of a new password and whether each is met, for the list under the field. */
export function passwordRules(password: string): readonly PasswordRule[] {
  return [
    { name: "length", isMet: [...password].length >= ACCOUNT.passwordMinChars },
    { name: "uppercase", isMet: /\p{Lu}/u.test(password) },
    { name: "lowercase", isMet: /\p{Ll}/u.test(password) },
    { name: "digit", isMet: /\p{Nd}/u.test(password) },
  ];
}

function checkConfirmation(password: string, confirmation: string): ConfirmationProblem | undefined {
  if (confirmation === "") return "confirmation-missing";
  return confirmation === password ? undefined : "confirmation-differs";
}

function checkLength(password: string): PasswordProblem | undefined {
  if (password === "") return "password-missing";
  if ([...password].length < ACCOUNT.passwordMinChars) return "password-too-short";
  return utf8Length(password) > ACCOUNT.passwordMaxBytes ? "password-too-long" : undefined;
}

/** Core has no TextEncoder. */
function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

function withoutEmpty<Problems extends object>(problems: Problems): { [Name in keyof Problems]?: Exclude<Problems[Name], undefined> } {
  const entries = Object.entries(problems).filter(([, problem]) => problem !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof Problems]?: Exclude<Problems[Name], undefined> };
}

/** Foreign servers describe problems in words only; the spec's keywords then select the field. Pure. Spec A §5, A §8 "Login", B §5. */
export function isInvalidCredentials(message: string): boolean {
  return /invalid/i.test(message);
}

/** Field for signing in, registering and requesting a new password. */
export function credentialFieldOf(message: string | undefined): "email" | "password" | undefined {
  if (message === undefined) return undefined;
  if (/e-?mail/i.test(message)) return "email";
  return /password/i.test(message) ? "password" : undefined;
}

/** Field for changing a password. */
export function changeFieldOf(message: string | undefined): "current" | "next" | undefined {
  if (message === undefined) return undefined;
  if (/\b(current|old)\b/i.test(message)) return "current";
  return /\bnew\b/i.test(message) ? "next" : undefined;
}

/**
 * Checks that the user has the recovery key on paper: at least three of its nine groups, typed with tolerance. Pure. encryption.md 3.5 (1).
 */
const GROUPS_ASKED = 3;

/** `typed` and `actual` in the key's order; an empty group was not asked for. */
export function areRecoveryGroupsRight(typed: readonly string[], actual: readonly string[]): boolean {
  if (typed.length !== actual.length) return false;
  const given = typed.map((group, index) => ({ group: readable(group), index })).filter(({ group }) => group !== "");
  return given.length >= GROUPS_ASKED && given.every(({ group, index }) => group === actual[index]);
}

/** Normalizes like the whole key: letters that look like digits become those digits. */
function readable(group: string): string {
  return group
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
}
