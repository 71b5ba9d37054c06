/** Changes the password: verifier, kdf and wrap in one transaction, which ends all other sessions. encryption.md 3.5 (3) (4), B §5. */
import type { changePassword } from "@satchel/contract/accounts/auth.ts";
import type { KeyDocument } from "@satchel/contract/accounts/keys.ts";
import type { ParsedBodyOf, RefusalOf } from "@satchel/contract/route.ts";
import { isSignInSecret } from "@satchel/crypto/vault/password-keys.ts";
import { type Database, transactForGood } from "../db/open-database.ts";
import type { RuntimeEnvironment } from "../shared/environment.ts";
import { isRefused, type Refusal, refuse } from "../shared/refusal.ts";
import { noteProof } from "./keys/key-repo.ts";
import { currentDocument, dropSuperseded } from "./keys/key-rows.ts";
import { provesRoot } from "./keys/key-rules.ts";
import { checkTypedPassword, newPassword } from "./passwords/new-password.ts";
import type { PasswordHasher } from "./passwords/password-hasher.ts";
import { insertPassword, isLasting, readPasswords, type StoredPassword } from "./passwords/password-rows.ts";
import type { PendingSteps } from "./pending-steps.ts";
import type { Caller, Client } from "./sign-in/sessions.ts";
import { type SignIn, toWrongPassword } from "./sign-in/sign-in.ts";

type Body = ParsedBodyOf<typeof changePassword>;
type ChangeRefusal = Refusal<RefusalOf<typeof changePassword> | "bad-request" | "busy" | "rate-limited">;
type Deps = {
  readonly db: Database;
  readonly signIn: SignIn;
  readonly hasher: PasswordHasher;
  readonly steps: PendingSteps;
  readonly around: RuntimeEnvironment;
};

/** Returns the new password. `step-waits` means that it takes effect in 72 hours, because only the mailbox vouches for this session. */
export type PasswordChange = (caller: Caller, body: Body, client: Client) => Promise<StoredPassword | ChangeRefusal>;

export function createPasswordChange(deps: Deps): PasswordChange {
  return async (caller, body, client) => {
    const shape = checkNewPassword(body);
    if (shape !== undefined) return shape;
    const current = await currentOf(deps, caller, { body, network: client.network });
    if (isRefused(current)) return current;
    const document = await currentDocument(deps.db, caller.account.id);
    const wanted = { password: body.newPassword, kdf: body.kdf, pw: body.pw, vaultId: document?.vaultId };
    const fresh = await newPassword(deps, wanted, { account: caller.account.email, network: client.network });
    if (isRefused(fresh)) return fresh;
    if (caller.limited && body.proof === undefined && body.pw === undefined) return await waitFor(deps, caller, { fresh, client });
    return (await transactForGood(deps.db, (tx) => store(tx, caller, { body, current, fresh, now: deps.around.now() }))) ?? fresh;
  };
}

function checkNewPassword({ newPassword: password, currentPassword, kdf, pw }: Body): ChangeRefusal | undefined {
  // Sign-in secrets from the app differ by their salt, so equality is detectable only for plain passwords and for a secret that was sent
  // twice.
  if (password === currentPassword) return refuse("bad-request", { field: "newPassword" });
  if (isSignInSecret(password)) return kdf === undefined ? refuse("bad-request", { field: "kdf" }) : undefined;
  if (kdf !== undefined || pw !== undefined) return refuse("bad-request", { field: "newPassword" });
  return checkTypedPassword(password, "newPassword");
}

/** Checked now, so that an unusable password is rejected before the 72 hours, not after them. */
async function waitFor(
  deps: Deps,
  caller: Caller,
  { fresh, client }: { readonly fresh: StoredPassword; readonly client: Client },
): Promise<ChangeRefusal> {
  const passwords = await readPasswords(deps.db, caller.account.id);
  if (passwords.some((entry) => entry.kdf.salt === fresh.kdf.salt)) return refuse("bad-request", { field: "kdf.salt" });
  const takesEffectAt = await deps.steps.request(caller.account, { kind: "reset", password: fresh }, client);
  return refuse("step-waits", { retryAfterMs: takesEffectAt - deps.around.now() });
}

/** A limited session was opened by a mailed password, so it has no current password to prove. */
async function currentOf(
  { signIn }: Deps,
  caller: Caller,
  { body: { currentPassword }, network }: { readonly body: Body; readonly network: string },
): Promise<StoredPassword | undefined | ChangeRefusal> {
  if (caller.limited) return undefined;
  if (currentPassword === undefined) return refuse("bad-request", { field: "currentPassword" });
  const entry = await signIn.currentEntryOf(caller.account, currentPassword, network);
  return isRefused(entry) ? toWrongPassword(entry, "currentPassword") : entry;
}

type Change = { readonly body: Body; readonly current: StoredPassword | undefined; readonly fresh: StoredPassword; readonly now: number };

async function store(tx: Database, caller: Caller, change: Change): Promise<ChangeRefusal | undefined> {
  const accountId = caller.account.id;
  const document = await currentDocument(tx, accountId);
  const refusal = checkChange(change, caller, { document, passwords: await readPasswords(tx, accountId) });
  if (refusal !== undefined) return refusal;
  await tx.deleteFrom("passwords").where("account_id", "=", accountId).where("mailed", "=", 1).execute();
  await tx.updateTable("passwords").set({ signs_in: 0 }).where("account_id", "=", accountId).execute();
  await dropSuperseded(tx, accountId, change.fresh.pw === null ? "" : (document?.vaultId ?? ""));
  await insertPassword(tx, accountId, { password: change.fresh, now: change.now });
  await tx.deleteFrom("pending_steps").where("account_id", "=", accountId).where("kind", "=", "reset").execute();
  if (change.body.proof !== undefined) await noteProof(tx, caller.account, change.body.proof);
  await endOtherSessions(tx, caller);
  return undefined;
}

function checkChange(
  { body, current, fresh }: Change,
  { limited }: Caller,
  { document, passwords }: { readonly document: KeyDocument | undefined; readonly passwords: readonly StoredPassword[] },
): ChangeRefusal | undefined {
  // A concurrent change has already replaced the password that this request proved.
  if (current !== undefined && !passwords.some((entry) => entry.id === current.id && entry.signsIn)) return refuse("conflict");
  if (passwords.some((entry) => isLasting(entry) && entry.kdf.salt === fresh.kdf.salt)) return refuse("bad-request", { field: "kdf.salt" });
  if (body.pw !== undefined) return checkNewWrap(body, document);
  if (!limited) return undefined;
  return document !== undefined && provesRoot(body.proof, document.proofHash) ? undefined : refuse("wrong-proof");
}

/** The wrap holds root and recovery key, so it must come from a client that has the root and the newest recovery key. */
function checkNewWrap({ rev, proof }: Body, document: KeyDocument | undefined): ChangeRefusal | undefined {
  if (document === undefined) return refuse("bad-request", { field: "pw" });
  if (rev !== document.rev) return refuse("conflict");
  return provesRoot(proof, document.proofHash) ? undefined : refuse("wrong-proof");
}

async function endOtherSessions(tx: Database, caller: Caller): Promise<void> {
  const sessions = tx.updateTable("sessions").where("account_id", "=", caller.account.id);
  await sessions.set({ ended: "ended" }).where("id", "!=", caller.sessionId).where("ended", "is", null).execute();
  await sessions.set({ limited: 0 }).where("id", "=", caller.sessionId).execute();
}
