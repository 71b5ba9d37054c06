/** What a password typed into another client must look like; our own browser checks before it stretches. Spec A §5. */
import { ACCOUNT } from "@satchel/contract/limits.ts";
import { type Refusal, refuse } from "../refusal.ts";

export type TypedPasswordRefusal = Refusal<"password-too-short" | "password-too-long" | "password-too-weak">;

export function checkTypedPassword(password: string, field: string): TypedPasswordRefusal | undefined {
  if ([...password].length < ACCOUNT.passwordMinChars) return refuse("password-too-short", { field });
  if (Buffer.byteLength(password.normalize("NFKC")) > ACCOUNT.passwordMaxBytes) return refuse("password-too-long", { field });
  const isStrong = /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password) && /\p{Nd}/u.test(password);
  return isStrong ? undefined : refuse("password-too-weak", { field });
}
