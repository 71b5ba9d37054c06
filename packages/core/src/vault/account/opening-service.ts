/** From a typed password to a session and an open vault, including the first vault; stateless. encryption.md 3.5 (1) (2). */
import type { SignedIn } from "@satchel/contract/accounts/auth.ts";
import type { AccountKeys, Kdf } from "@satchel/contract/accounts/keys.ts";
import { normalizeEmail } from "@satchel/contract/limits.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { Backend, BackendProblem } from "../../ports/account/backend.ts";
import type { Keyring } from "../../ports/sealing/keyring.ts";
import { isWrongPassword, toAccountProblem } from "./account-problems.ts";
import type { AccountProblem, OpenVault, VaultState } from "./account-service-types.ts";

export type OpeningDeps = { readonly backend: Backend; readonly keyring: Keyring };
export type LoggedIn = { readonly signedIn: SignedIn; readonly secret: string };

type Outcome<Value> = Promise<Result<Value, AccountProblem>>;

/** A 401 with a changed salt means that the password was changed between the two calls, so the sign-in is repeated once. */
export async function logIn(deps: OpeningDeps, email: string, password: string): Outcome<LoggedIn> {
  const kdf = await deps.backend.prelogin(email);
  if (!kdf.ok) return failed(toAccountProblem(kdf.problem));
  const first = await logInWith(deps, email, { password, kdf: kdf.value });
  if (first.ok || first.problem.kind !== "invalid-credentials") return first;
  const again = await deps.backend.prelogin(email);
  if (!again.ok || again.value.salt === kdf.value.salt) return first;
  return logInWith(deps, email, { password, kdf: again.value });
}

async function logInWith(
  deps: OpeningDeps,
  email: string,
  { password, kdf }: { readonly password: string; readonly kdf: Kdf },
): Outcome<LoggedIn> {
  const secret = await deps.keyring.deriveForSignIn(password, kdf, normalizeEmail(email));
  // No account has an empty or endless password; nothing was sent.
  if (!secret.ok) return failed({ kind: secret.problem.kind === "kdf-refused" ? "kdf-refused" : "invalid-credentials" });
  const answer = await deps.backend.login({ email, password: secret.value });
  if (answer.ok) return ok({ signedIn: answer.value, secret: secret.value });
  return failed(isWrongPassword(answer.problem) ? { kind: "invalid-credentials" } : toAccountProblem(answer.problem));
}

/** `isNew`: this browser has just created the account, so its recovery key must be shown. */
export async function openWith(deps: OpeningDeps, { signedIn, secret }: LoggedIn, isNew: boolean): Outcome<VaultState> {
  // A mailed password wraps nothing, and nothing is opened before a new password is set, whatever this device holds.
  if (signedIn.limited === true) return ok({ vault: "locked", limited: true });
  const opened = await deps.keyring.openVault(signedIn.keys);
  if (opened.ok) return install(deps.keyring, signedIn.user.email, isNew);
  if (opened.problem.kind === "rolled-back") return failed({ kind: "keys-rolled-back" });
  if (opened.problem.kind === "no-vault") return makeVault(deps, signedIn, secret);
  return openWithDevice(deps.keyring, signedIn);
}

export async function install(keyring: Keyring, email: string, isRecoveryKeyNew: boolean): Outcome<OpenVault> {
  const installed = await keyring.install(normalizeEmail(email), isRecoveryKeyNew);
  return installed.ok ? ok({ vault: "open", ...installed.value }) : failed({ kind: "storage-denied" });
}

/** An account of another client has no vault. Nothing is sealed under the new one before the server has it. */
async function makeVault(deps: OpeningDeps, signedIn: SignedIn, secret: string): Outcome<VaultState> {
  const entryId = signedIn.keys.entries.find((entry) => entry.pw !== undefined)?.entryId;
  const prepared = await deps.keyring.prepareVault();
  if (!prepared.ok && prepared.problem.kind === "holds-a-root") return ok({ vault: "locked" });
  if (!prepared.ok) return failed({ kind: "storage-denied" });
  if (entryId === undefined) return failed({ kind: "unexpected" });
  const { document, pw } = prepared.value;
  const written = await deps.backend.writeKeys(signedIn.token, { rev: 0, document, pw: { entryId, wrap: pw } });
  if (written.ok) return install(deps.keyring, signedIn.user.email, true);
  return isTaken(written.problem) ? takeWinner(deps, signedIn, secret) : failed(toAccountProblem(written.problem));
}

/** Another browser created the vault first: it opens with the same password and replaces this one. */
async function takeWinner(deps: OpeningDeps, signedIn: SignedIn, secret: string): Outcome<VaultState> {
  const keys = await deps.backend.openKeys(signedIn.token, secret);
  if (!keys.ok) return failed(toAccountProblem(keys.problem));
  const opened = await openAgain(deps, signedIn.user.email, keys.value);
  return opened.ok || opened.problem.kind !== "unexpected" ? opened : ok({ vault: "locked" });
}

async function openAgain({ keyring }: OpeningDeps, email: string, keys: AccountKeys): Outcome<VaultState> {
  const opened = await keyring.openVault(keys);
  if (opened.ok) return install(keyring, email, false);
  return failed({ kind: opened.problem.kind === "rolled-back" ? "keys-rolled-back" : "unexpected" });
}

function isTaken(problem: BackendProblem): boolean {
  return problem.kind === "refused" && (problem.code === "vault-exists" || problem.code === "conflict");
}

/** The password opens nothing, but this device may still hold the root: after an ended session, or a password set by mail. */
async function openWithDevice(keyring: Keyring, { keys, user }: SignedIn): Outcome<VaultState> {
  const restored = await keyring.restore();
  if (!restored.ok) return failed({ kind: "storage-denied" });
  const held = restored.value;
  if (held.kind === "open" && held.owner === normalizeEmail(user.email) && held.vaultId === keys.document?.vaultId) {
    return ok({ vault: "open", vaultId: held.vaultId, hasPendingRecoveryKey: held.hasPendingRecoveryKey, needsPassword: true });
  }
  await keyring.lock();
  return ok({ vault: "locked" });
}
