/** What is wrong with a password chosen for the Sensitive folder. Pure. Spec A §5 "Sensitive password modal". */
import { SENSITIVE } from "../../model/limits.ts";

export type SensitivePasswordProblem = "password-missing" | "password-too-short" | "confirmation-missing" | "confirmation-differs";
export type SensitivePasswordValues = { readonly password: string; readonly confirmation: string };
type Problems = { readonly [Name in keyof SensitivePasswordValues]?: SensitivePasswordProblem };

export function checkSensitivePassword({ password, confirmation }: SensitivePasswordValues): Problems {
  return { ...checkPassword(password), ...checkConfirmation(password, confirmation) };
}

function checkPassword(password: string): Problems {
  if (password === "") return { password: "password-missing" };
  return [...password].length < SENSITIVE.passwordMinChars ? { password: "password-too-short" } : {};
}

function checkConfirmation(password: string, confirmation: string): Problems {
  if (confirmation === "") return { confirmation: "confirmation-missing" };
  return confirmation === password ? {} : { confirmation: "confirmation-differs" };
}
