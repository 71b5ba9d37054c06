/** Making an account: what is accepted, and how account, password and vault come into being together. encryption.md 3.5 (1), spec A §5. */
import type { register } from "@satchel/contract/auth.ts";
import { isEmailAddress, normalizeEmail } from "@satchel/contract/email.ts";
import type { Kdf } from "@satchel/contract/keys.ts";
import { ACCOUNT } from "@satchel/contract/limits.ts";
import type { ParsedBodyOf, RefusalOf } from "@satchel/contract/route.ts";
import { isSignInSecret } from "@satchel/crypto/password-keys.ts";
import { isRefused, type Refusal, refuse } from "../refusal.ts";
import { newId, type Surroundings } from "../surroundings.ts";
import type { AccountRepo, NewAccount, StoredPassword } from "./account-repo.ts";
import type { Attempts } from "./attempts.ts";
import type { PasswordHasher } from "./password-hasher.ts";
import { kdfWith } from "./prelogin.ts";
import type { Found } from "./sign-in.ts";

type Body = ParsedBodyOf<typeof register>;
type RegisterRefusal = Refusal<RefusalOf<typeof register> | "bad-request" | "busy" | "rate-limited">;
type Deps = { readonly accounts: AccountRepo; readonly hasher: PasswordHasher; readonly attempts: Attempts; readonly around: Surroundings };

export type Registration = (body: Body, network: string) => Promise<Found | RegisterRefusal>;

export function createRegistration(deps: Deps): Registration {
  return async (body, network) => {
    const refusal = deps.attempts.checkRegistration(network) ?? checkRegistration(body);
    if (refusal !== undefined) return refusal;
    const email = normalizeEmail(body.email);
    if ((await deps.accounts.byEmail(email)) !== undefined) return refuse("email-taken", { field: "email" });
    const fresh = await newAccount(deps, email, body);
    if (isRefused(fresh)) return fresh;
    if (!(await deps.accounts.create(fresh))) return refuse("email-taken", { field: "email" });
    deps.attempts.registered(network);
    return { account: fresh.account, entry: fresh.password };
  };
}

export function checkRegistration(body: Body): RegisterRefusal | undefined {
  if (!isEmailAddress(body.email)) return refuse("email-malformed", { field: "email" });
  return isSignInSecret(body.password) ? checkOwnClient(body) : checkOtherClient(body);
}

function checkOwnClient(body: Body): RegisterRefusal | undefined {
  if (body.kdf === undefined) return refuse("bad-request", { field: "kdf" });
  return body.keys !== undefined && body.keys.document.rev !== 1 ? refuse("bad-request", { field: "keys.document.rev" }) : undefined;
}

/** A typed password. It comes without a kdf and without keys: what is sealed under it, this server could not tell. */
function checkOtherClient({ password, kdf, keys }: Body): RegisterRefusal | undefined {
  if (kdf !== undefined || keys !== undefined) return refuse("bad-request", { field: "password" });
  return checkTypedPassword(password);
}

export function checkTypedPassword(
  password: string,
): Refusal<"password-too-short" | "password-too-long" | "password-too-weak"> | undefined {
  const field = "password";
  if ([...password].length < ACCOUNT.passwordMinChars) return refuse("password-too-short", { field });
  if (Buffer.byteLength(password.normalize("NFKC")) > ACCOUNT.passwordMaxBytes) return refuse("password-too-long", { field });
  const isStrong = /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password) && /\p{Nd}/u.test(password);
  return isStrong ? undefined : refuse("password-too-weak", { field });
}

async function newAccount(deps: Deps, email: string, body: Body): Promise<NewAccount | Refusal<"busy" | "bad-request">> {
  const password = await newPassword(deps, body);
  if (isRefused(password)) return password;
  const account = { id: newId(deps.around), email, plan: "free", needsOnboarding: true, createdAt: deps.around.now() } as const;
  return { account, password, document: body.keys?.document };
}

async function newPassword({ hasher, around }: Deps, body: Body): Promise<StoredPassword | Refusal<"busy" | "bad-request">> {
  const kdf: Kdf = body.kdf ?? kdfWith(around.randomBytes(16));
  const secret = await hasher.secretOf(body.password, kdf);
  if (secret === undefined) return refuse("bad-request", { field: "password" });
  if (isRefused(secret)) return secret;
  const verifier = await hasher.verifierOf(secret);
  return isRefused(verifier) ? verifier : { id: newId(around), kdf, verifier, pw: body.keys?.pw ?? null, signsIn: true };
}
