/** Registration: validates the request and creates account, password and vault together. encryption.md 3.5 (1), spec A §5. */
import type { register } from "@satchel/contract/accounts/auth.ts";
import { isEmailAddress, normalizeEmail } from "@satchel/contract/limits.ts";
import type { ParsedBodyOf, RefusalOf } from "@satchel/contract/route.ts";
import type { RegistrationMode } from "@satchel/contract/server-info.ts";
import { isSignInSecret } from "@satchel/crypto/vault/password-keys.ts";
import { newId, type RuntimeEnvironment } from "../../shared/environment.ts";
import { isRefused, type Refusal, refuse } from "../../shared/refusal.ts";
import type { AccountRepo, NewAccount } from "../account-repo.ts";
import { checkTypedPassword, newPassword } from "../passwords/new-password.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import type { Attempts } from "../sign-in/attempts.ts";
import type { Client } from "../sign-in/sessions.ts";
import type { Found } from "../sign-in/sign-in.ts";
import type { EmailVerification } from "./email-verification.ts";
import { hashInvitation, type Invitations } from "./invitations.ts";

type Body = ParsedBodyOf<typeof register>;
type RegisterRefusal = Refusal<RefusalOf<typeof register> | "bad-request" | "busy" | "rate-limited">;
type Deps = {
  readonly accounts: AccountRepo;
  readonly invitations: Invitations;
  readonly mode: RegistrationMode;
  /** Undefined if this server sends no mail; the account is then created at once. */
  readonly verification: EmailVerification | undefined;
  readonly hasher: PasswordHasher;
  readonly attempts: Attempts;
  readonly around: RuntimeEnvironment;
};

/** Returns `verify-email` for every address alike if mail is sent. */
export type Registration = (body: Body, client: Client) => Promise<Found | RegisterRefusal>;

export function createRegistration(deps: Deps): Registration {
  return async (body, client) => {
    const { network } = client;
    const refusal = (await deps.attempts.checkRegistration(network)) ?? (await checkInvitation(deps, body)) ?? checkRegistration(body);
    if (refusal !== undefined) return refusal;
    const email = normalizeEmail(body.email);
    if (deps.verification !== undefined) return await requestByMail(deps, deps.verification, { body, client });
    if ((await deps.accounts.byEmail(email)) !== undefined) return refuse("email-taken", { field: "email" });
    const fresh = await newAccount(deps, { email, network }, body);
    if (isRefused(fresh)) return fresh;
    const created = await deps.accounts.create(fresh);
    if (created !== "created") return refuse(created, { field: created === "email-taken" ? "email" : "invitation" });
    await deps.attempts.registered(network);
    return { account: fresh.account, entry: fresh.password };
  };
}

/** Does the same work for every address, whether it has an account or not. */
async function requestByMail(
  deps: Deps,
  verification: EmailVerification,
  { body, client }: { readonly body: Body; readonly client: Client },
): Promise<RegisterRefusal> {
  const fresh = await newAccount(deps, { email: normalizeEmail(body.email), network: client.network }, body);
  if (isRefused(fresh)) return fresh;
  await deps.attempts.registered(client.network);
  await verification.request(fresh, client);
  return refuse("verify-email");
}

/**
 * Checks the registration mode and the invitation before any expensive work. The transaction that creates the account checks the invitation
 * again.
 */
async function checkInvitation({ mode, invitations }: Deps, { invitation }: Body): Promise<RegisterRefusal | undefined> {
  if (mode === "open") return undefined;
  if (mode === "closed") return refuse("registration-closed");
  if (invitation === undefined) return refuse("invitation-needed", { field: "invitation" });
  return (await invitations.isOpen(hashInvitation(invitation))) ? undefined : refuse("invitation-invalid", { field: "invitation" });
}

function checkRegistration(body: Body): RegisterRefusal | undefined {
  if (!isEmailAddress(body.email)) return refuse("email-malformed", { field: "email" });
  return isSignInSecret(body.password) ? checkOwnClient(body) : checkOtherClient(body);
}

function checkOwnClient(body: Body): RegisterRefusal | undefined {
  if (body.kdf === undefined) return refuse("bad-request", { field: "kdf" });
  return body.keys !== undefined && body.keys.document.rev !== 1 ? refuse("bad-request", { field: "keys.document.rev" }) : undefined;
}

/** A plain password comes without kdf and keys, because this server could not check what is sealed under it. */
function checkOtherClient({ password, kdf, keys }: Body): RegisterRefusal | undefined {
  if (kdf !== undefined || keys !== undefined) return refuse("bad-request", { field: "password" });
  return checkTypedPassword(password, "password");
}

type Applicant = { readonly email: string; readonly network: string };

async function newAccount(deps: Deps, { email, network }: Applicant, body: Body): Promise<NewAccount | Refusal<"busy" | "bad-request">> {
  const { kdf, keys } = body;
  const wanted = { password: body.password, kdf, pw: keys?.pw, vaultId: keys?.document.vaultId };
  const password = await newPassword(deps, wanted, { account: email, network });
  if (isRefused(password)) return password;
  const account = { id: newId(deps.around), email, plan: "free", needsOnboarding: true, createdAt: deps.around.now() } as const;
  const invitationHash = deps.mode === "invite" ? hashInvitation(body.invitation ?? "") : undefined;
  return { account, password, document: keys?.document, invitationHash };
}
