/** Sentences of the Sensitive folder's password. Spec A §5, A §8 "Sensitive". */
import type { SensitivePasswordProblem } from "@satchel/core/sensitive/check-sensitive-password.ts";

export const sensitiveText = {
  password: "Password for the Sensitive folder",
  confirmPassword: "Confirm password",
  adoptSentence:
    "This vault has a Sensitive folder of its own. Choose a password for its notes; it can be the one of your Sensitive folder here.",
  adopt: "Bring it along",
  adoptLater: "Leave it locked",
  setUpFailed: "Failed to set up password. Please try again.",
} as const;

const sensitivePasswordText = {
  "password-missing": "Password is required",
  "password-too-short": "Password must be at least 8 characters long",
  "confirmation-missing": "Please confirm your password",
  "confirmation-differs": "Passwords do not match",
} as const satisfies Record<SensitivePasswordProblem, string>;

/** What a check found, as sentences at their fields. */
export function toSensitiveSentences<Values>(problems: { readonly [Name in keyof Values]?: SensitivePasswordProblem }): {
  readonly [Name in keyof Values]?: string;
} {
  const entries = Object.entries(problems) as [string, SensitivePasswordProblem][];
  return Object.fromEntries(entries.map(([name, problem]) => [name, sensitivePasswordText[problem]])) as {
    [Name in keyof Values]?: string;
  };
}
