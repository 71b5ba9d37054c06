/** Making an account: what is accepted, and how account, password and vault come into being together. encryption.md 3.5 (1), spec A §5. */
import type { register } from "@satchel/contract/auth.ts";
import { isEmailAddress, normalizeEmail } from "@satchel/contract/email.ts";
import type { ParsedBodyOf, RefusalOf } from "@satchel/contract/route.ts";
import { isSignInSecret } from "@satchel/crypto/password-keys.ts";
import { isRefused, type Refusal, refuse } from "../refusal.ts";
import { newId, type Surroundings } from "../surroundings.ts";
import type { AccountRepo, NewAccount } from "./account-repo.ts";
import type { Attempts } from "./attempts.ts";
import { newPassword } from "./new-password.ts";
import type { PasswordHasher } from "./password-hasher.ts";
import type { Found } from "./sign-in.ts";
import { checkTypedPassword } from "./typed-password.ts";

type Body = ParsedBodyOf<typeof register>;
type RegisterRefusal = Refusal<RefusalOf<typeof register> | "bad-request" | "busy" | "rate-limited">;
type Deps = { readonly accounts: AccountRepo; readonly hasher: PasswordHasher; readonly attempts: Attempts; readonly around: Surroundings };

export type Registration = (body: Body, network: string) => Promise<Found | RegisterRefusal>;

export function createRegistration(deps: Deps): Registration {
  return async (body, network) => {
    const refusal = (await deps.attempts.checkRegistration(network)) ?? checkRegistration(body);
    if (refusal !== undefined) return refusal;
    const email = normalizeEmail(body.email);
    if ((await deps.accounts.byEmail(email)) !== undefined) return refuse("email-taken", { field: "email" });
    const fresh = await newAccount(deps, email, body);
    if (isRefused(fresh)) return fresh;
    if (!(await deps.accounts.create(fresh))) return refuse("email-taken", { field: "email" });
    await deps.attempts.registered(network);
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
  return checkTypedPassword(password, "password");
}

async function newAccount(deps: Deps, email: string, body: Body): Promise<NewAccount | Refusal<"busy" | "bad-request">> {
  const { kdf, keys } = body;
  const password = await newPassword(deps, { password: body.password, kdf, pw: keys?.pw, vaultId: keys?.document.vaultId });
  if (isRefused(password)) return password;
  const account = { id: newId(deps.around), email, plan: "free", needsOnboarding: true, createdAt: deps.around.now() } as const;
  return { account, password, document: keys?.document };
}
