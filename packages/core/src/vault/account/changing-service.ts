/**
 * How passwords and recovery keys change: open the vault in one of the ways there are, prepare, send, and look again when an answer was lost
 * or somebody else was first. Holds no state; security-service.ts does. encryption.md 3.4, 3.5 (3)–(7).
 */
import type { AccountKeys, KeyDocument, PasswordEntry } from "@satchel/contract/keys.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { Backend, BackendProblem } from "../../ports/backend.ts";
import type { KeyChanges, RecoveryProblem } from "../../ports/key-changes.ts";
import type { Keyring, OpenProblem } from "../../ports/keyring.ts";
import type { SecurityBackend } from "../../ports/security-backend.ts";
import { isAnswerLost, toAccountProblem } from "./account-problems.ts";
import type { AccountProblem, VaultState } from "./account-service-types.ts";
import { install } from "./opening-service.ts";

export type ChangingDeps = {
  readonly backend: Backend & SecurityBackend;
  readonly keyring: Keyring & KeyChanges;
};
/** On whose behalf. `email` names the owner of what this device keeps. */
export type Caller = { readonly token: string; readonly email: string };

type Outcome<Value> = Promise<Result<Value, AccountProblem>>;

/** `isOpened`: the keyring holds the opened vault. */
export type Opening = { readonly keys: AccountKeys; readonly isOpened: boolean; readonly currentSecret?: string };
export type Changed = { readonly vault: VaultState; readonly keys: AccountKeys };

const TRIES = 3;

/** The newest keys. Refused when they are older than what this device has seen: a wrap that was replaced must not open again (decision 0016). */
export async function readKeys(deps: ChangingDeps, { token }: Caller): Outcome<AccountKeys> {
  const first = await deps.backend.getKeys(token);
  if (!first.ok) return failed(toAccountProblem(first.problem));
  if (!(await isRolledBack(deps, first.value))) return first;
  // Another tab may have written while the answer was under way: what is asked for now is no older than what it kept.
  const again = await deps.backend.getKeys(token);
  if (!again.ok) return failed(toAccountProblem(again.problem));
  return (await isRolledBack(deps, again.value)) ? failed({ kind: "keys-rolled-back" }) : again;
}

async function isRolledBack({ keyring }: ChangingDeps, { document }: AccountKeys): Promise<boolean> {
  return document !== null && !(await keyring.vouchesFor(document));
}

/** The password that signs in. */
export function isCurrent(entry: PasswordEntry): boolean {
  return entry.signsIn;
}

/** Shows a typed password to the server, which answers with the wrap of the one it is; each entry has parameters of its own. */
export async function showPassword(
  { backend, keyring }: ChangingDeps,
  { token }: Caller,
  keys: AccountKeys,
  password: string,
  counts: (entry: PasswordEntry) => boolean = () => true,
): Outcome<{ readonly keys: AccountKeys; readonly secret: string }> {
  for (const entry of keys.entries.filter(counts)) {
    const secret = await keyring.deriveForSignIn(password, entry.kdf);
    if (!secret.ok) return failed({ kind: secret.problem.kind === "kdf-refused" ? "kdf-refused" : "wrong-password" });
    const opened = await backend.openKeys(token, secret.value);
    if (opened.ok && opened.value.entries.some((one) => one.pw !== undefined && counts(one))) {
      return ok({ keys: opened.value, secret: secret.value });
    }
    if (!opened.ok && !isRefusedPassword(opened.problem)) return failed(toAccountProblem(opened.problem));
  }
  return failed({ kind: "wrong-password" });
}

function isRefusedPassword(problem: BackendProblem): boolean {
  return problem.kind === "refused" && (problem.code === "invalid-credentials" || problem.code === "wrong-password");
}

/** The current password, typed: opens what it wraps, else what this device holds, else nothing. */
export async function openByCurrent(deps: ChangingDeps, caller: Caller, password: string): Outcome<Opening> {
  const keys = await readKeys(deps, caller);
  if (!keys.ok) return keys;
  const shown = await showPassword(deps, caller, keys.value, password, isCurrent);
  if (!shown.ok) return shown;
  const opened = await deps.keyring.openVault(shown.value.keys);
  if (!opened.ok && opened.problem.kind === "rolled-back") return failed({ kind: "keys-rolled-back" });
  const isOpened = opened.ok || (await openOnDevice(deps, shown.value.keys.document));
  return ok({ keys: shown.value.keys, isOpened, currentSecret: shown.value.secret });
}

async function openOnDevice({ keyring }: ChangingDeps, document: KeyDocument | null): Promise<boolean> {
  return document !== null && (await keyring.openWithDevice(document)).ok;
}

export type OpeningMethod =
  /** Any password that still opens: an older one, or the one that was forgotten and comes back to mind. */
  | { readonly kind: "password"; readonly password: string }
  | { readonly kind: "recovery-key"; readonly text: string }
  /** What this device keeps. */
  | { readonly kind: "device" };

/** `current`: the password that signs in; a session that was opened by a mailed one has none to show. */
export async function openByMethod(
  deps: ChangingDeps,
  caller: Caller,
  method: OpeningMethod,
  current: string | undefined,
): Outcome<Opening> {
  const keys = await readKeys(deps, caller);
  if (!keys.ok) return keys;
  const secret = current === undefined ? ok(undefined) : await secretOf(deps, keys.value, current);
  if (!secret.ok) return secret;
  const opened = await open(deps, caller, keys.value, method);
  if (!opened.ok) return opened;
  return ok({ keys: opened.value, isOpened: true, ...(secret.value === undefined ? {} : { currentSecret: secret.value }) });
}

async function secretOf({ keyring }: ChangingDeps, keys: AccountKeys, password: string): Outcome<string> {
  const entry = keys.entries.find(isCurrent);
  if (entry === undefined) return failed({ kind: "unexpected" });
  const secret = await keyring.deriveForSignIn(password, entry.kdf);
  return secret.ok ? secret : failed({ kind: secret.problem.kind === "kdf-refused" ? "kdf-refused" : "wrong-password" });
}

async function open(deps: ChangingDeps, caller: Caller, keys: AccountKeys, method: OpeningMethod): Outcome<AccountKeys> {
  const { document } = keys;
  if (document === null) return failed({ kind: "does-not-open" });
  if (method.kind === "device") return (await openOnDevice(deps, document)) ? ok(keys) : failed({ kind: "does-not-open" });
  if (method.kind === "recovery-key") {
    const opened = await deps.keyring.openWithRecoveryKey(document, method.text);
    return opened.ok ? ok(keys) : failed(toOpeningProblem(opened.problem));
  }
  const shown = await showPassword(deps, caller, keys, method.password);
  if (!shown.ok) return shown;
  const opened = await deps.keyring.openVault(shown.value.keys);
  return opened.ok ? ok(shown.value.keys) : failed({ kind: toUnopened(opened.problem) });
}

function toUnopened({ kind }: OpenProblem): "keys-rolled-back" | "does-not-open" {
  return kind === "rolled-back" ? "keys-rolled-back" : "does-not-open";
}

export function toOpeningProblem(problem: RecoveryProblem): AccountProblem {
  switch (problem.kind) {
    case "recovery-key-malformed":
    case "recovery-key-mistyped":
    case "recovery-key-older":
      return { kind: problem.kind };
    default:
      return { kind: "does-not-open" };
  }
}

/**
 * Sets a new password. Where the vault was opened together with its recovery key, its wrap goes in the same write; opened by a device alone,
 * a new recovery key follows; not opened, the former password stays good for opening. `reopen` is asked anew when somebody else was first.
 */
export async function replacePassword(deps: ChangingDeps, caller: Caller, next: string, reopen: () => Outcome<Opening>): Outcome<Changed> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const opening = await reopen();
    if (!opening.ok) return opening;
    const changed = await sendPassword(deps, caller, next, opening.value);
    if (changed.ok || changed.problem.kind !== "changed-meanwhile") return changed;
  }
  return failed({ kind: "changed-meanwhile" });
}

async function sendPassword(
  deps: ChangingDeps,
  caller: Caller,
  next: string,
  { keys, isOpened, currentSecret }: Opening,
): Outcome<Changed> {
  const fresh = await deps.keyring.prepareNewPassword(next);
  if (!fresh.ok) return failed({ kind: "password-refused" });
  const { secret, kdf, wrapped, proof } = fresh.value;
  const isWrapped = wrapped !== undefined && keys.document !== null;
  const answer = await deps.backend.changePassword(caller.token, {
    newPassword: secret,
    kdf,
    ...(currentSecret === undefined ? {} : { currentPassword: currentSecret }),
    ...(isWrapped ? { pw: wrapped.pw, proof: wrapped.proof, rev: keys.document?.rev } : isOpened && proof !== undefined ? { proof } : {}),
  });
  const stored = answer.ok ? answer : await lookAfter(deps, caller, secret, answer.problem);
  if (!stored.ok) return failed(toAccountProblem(stored.problem));
  if (isOpened && !isWrapped) return withNewRecoveryKey(deps, caller, stored.value);
  return isOpened ? installed(deps, caller, stored.value, false) : ok({ vault: { vault: "locked" }, keys: stored.value });
}

/** No answer was seen: the new password opens only if it was stored. */
async function lookAfter({ backend }: ChangingDeps, { token }: Caller, secret: string, problem: BackendProblem) {
  if (!isAnswerLost(problem)) return failed(problem);
  const opened = await backend.openKeys(token, secret);
  return opened.ok ? opened : failed(problem);
}

async function installed(deps: ChangingDeps, caller: Caller, keys: AccountKeys, isRecoveryKeyNew: boolean): Outcome<Changed> {
  const open = await install(deps.keyring, caller.email, isRecoveryKeyNew);
  return open.ok ? ok({ vault: open.value, keys }) : open;
}

/** A device or an approval gives the root and no recovery key: a new one with its pair goes into the wrap of the password just set. */
async function withNewRecoveryKey(deps: ChangingDeps, caller: Caller, keys: AccountKeys): Outcome<Changed> {
  await deps.keyring.prepareRecoveryKey();
  const written = await writeRecoveryKey(deps, caller, keys);
  if (written.ok) {
    await deps.keyring.takeRecoveryKey();
    return installed(deps, caller, written.value, true);
  }
  // The password is set all the same. This device opens the vault; the reminder to choose a password stays until one opens it too.
  const kept = await installed(deps, caller, keys, false);
  return kept.ok && kept.value.vault.vault === "open" ? ok({ keys, vault: { ...kept.value.vault, needsPassword: true } }) : kept;
}

/** The prepared recovery key in the document, wrapped with the password held, in one write. */
export async function writeRecoveryKey(deps: ChangingDeps, caller: Caller, start: AccountKeys): Outcome<AccountKeys> {
  let keys = start;
  for (let tried = 0; tried < TRIES; tried += 1) {
    const entryId = keys.entries.find(isCurrent)?.entryId;
    const change = keys.document === null ? undefined : await deps.keyring.withRecoveryKey(keys.document);
    if (change === undefined || !change.ok || entryId === undefined) return failed({ kind: "changed-meanwhile" });
    const { document, proof, pw } = change.value;
    const body = { rev: document.rev - 1, document, proof, pw: { entryId, wrap: pw } };
    const written = await deps.backend.writeKeys(caller.token, body);
    if (written.ok) return written;
    if (!isAnswerLost(written.problem) && !isConflict(written.problem)) return failed(toAccountProblem(written.problem));
    const again = await readKeys(deps, caller);
    if (!again.ok) return again;
    if (again.value.document?.rec.ct === document.rec.ct) return again;
    keys = again.value;
  }
  return failed({ kind: "changed-meanwhile" });
}

export function isConflict(problem: BackendProblem): boolean {
  return problem.kind === "refused" && problem.code === "conflict";
}

/** The account's own password opens the vault that stands now: after another device started over, or set a wrap. */
export async function unlock(deps: ChangingDeps, caller: Caller, password: string): Outcome<Changed> {
  const keys = await readKeys(deps, caller);
  if (!keys.ok) return keys;
  const shown = await showPassword(deps, caller, keys.value, password, isCurrent);
  if (!shown.ok) return shown;
  const opened = await deps.keyring.openVault(shown.value.keys);
  return opened.ok ? installed(deps, caller, shown.value.keys, false) : failed({ kind: toUnopened(opened.problem) });
}

/** A new vault in the place of one that nothing opens any more. Its files stay, and so does the old vault on the server. */
export async function startOver(deps: ChangingDeps, caller: Caller, password: string): Outcome<Changed> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const keys = await readKeys(deps, caller);
    if (!keys.ok) return keys;
    const entry = keys.value.entries.find(isCurrent);
    const secret = await secretOf(deps, keys.value, password);
    if (!secret.ok) return secret;
    if (entry === undefined || keys.value.document === null) return failed({ kind: "unexpected" });
    const { document, pw } = await deps.keyring.prepareFreshVault();
    const body = { password: secret.value, rev: keys.value.document.rev, document, pw: { entryId: entry.entryId, wrap: pw } };
    const answer = await deps.backend.startOver(caller.token, body);
    if (answer.ok) return installed(deps, caller, answer.value, true);
    if (!isAnswerLost(answer.problem) && !isConflict(answer.problem)) return failed(toAccountProblem(answer.problem));
    const again = await readKeys(deps, caller);
    if (!again.ok) return again;
    if (again.value.document?.vaultId === document.vaultId) return installed(deps, caller, again.value, true);
  }
  return failed({ kind: "changed-meanwhile" });
}

/** Older roots into `also`: those this device still holds, and the vault that was opened just now. The newest keys, or why not. */
export async function adoptOlder(deps: ChangingDeps, caller: Caller, start: AccountKeys): Outcome<AccountKeys> {
  let keys = start;
  for (let tried = 0; tried < TRIES && keys.document !== null; tried += 1) {
    const change = await deps.keyring.prepareAdoption(keys.document);
    if (!change.ok) return failed({ kind: change.problem.kind === "not-held" ? "does-not-open" : "storage-denied" });
    if (change.value === undefined) return ok(keys);
    const written = await deps.backend.writeKeys(caller.token, { rev: change.value.document.rev - 1, ...change.value });
    if (written.ok) return written;
    if (!isAnswerLost(written.problem) && !isConflict(written.problem)) return failed(toAccountProblem(written.problem));
    const again = await readKeys(deps, caller);
    if (!again.ok) return again;
    keys = again.value;
  }
  return failed({ kind: "changed-meanwhile" });
}
