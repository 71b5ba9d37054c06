/** An account's newest keys, and every way to open its vault; stateless. encryption.md 3.4, 3.5 (3)–(7). */
import type { AccountKeys, KeyDocument, PasswordEntry } from "@satchel/contract/accounts/keys.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { Backend, BackendProblem } from "../../ports/account/backend.ts";
import type { SecurityBackend } from "../../ports/account/security-backend.ts";
import type { KeyChanges, RecoveryProblem } from "../../ports/sealing/key-changes.ts";
import type { Keyring, OpenProblem } from "../../ports/sealing/keyring.ts";
import { toAccountProblem } from "./account-problems.ts";
import type { AccountProblem } from "./account-service-types.ts";

export type ChangingDeps = {
  readonly backend: Backend & SecurityBackend;
  readonly keyring: Keyring & KeyChanges;
};
/** The user on whose behalf keys change. `email` names the owner of this device's stored key. */
export type Caller = { readonly token: string; readonly email: string };

type Outcome<Value> = Promise<Result<Value, AccountProblem>>;

/** `isOpened`: the keyring holds the opened vault. */
export type Opening = { readonly keys: AccountKeys; readonly isOpened: boolean; readonly currentSecret?: string };

/**
 * Returns the newest keys. Rejects keys older than those this device has seen, because a replaced wrap must not open again (decision 0016).
 */
export async function readKeys(deps: ChangingDeps, { token }: Caller): Outcome<AccountKeys> {
  const first = await deps.backend.getKeys(token);
  if (!first.ok) return failed(toAccountProblem(first.problem));
  if (!(await isRolledBack(deps, first.value))) return first;
  // Another tab may have written during the request, so the keys are requested again before they count as rolled back.
  const again = await deps.backend.getKeys(token);
  if (!again.ok) return failed(toAccountProblem(again.problem));
  return (await isRolledBack(deps, again.value)) ? failed({ kind: "keys-rolled-back" }) : again;
}

async function isRolledBack({ keyring }: ChangingDeps, { document }: AccountKeys): Promise<boolean> {
  return document !== null && !(await keyring.vouchesFor(document));
}

/** True for the password that signs in. */
export function isCurrent(entry: PasswordEntry): boolean {
  return entry.signsIn;
}

/** Sends a typed password's secret to the server, which returns the wrap of the matching entry; each entry has its own parameters. */
export async function showPassword(
  { backend, keyring }: ChangingDeps,
  { token }: Caller,
  {
    keys,
    password,
    counts = () => true,
  }: { readonly keys: AccountKeys; readonly password: string; readonly counts?: (entry: PasswordEntry) => boolean },
): Outcome<{ readonly keys: AccountKeys; readonly secret: string }> {
  let isRefused = false;
  for (const entry of keys.entries.filter(counts)) {
    const secret = await keyring.deriveForSignIn(password, entry.kdf);
    if (!secret.ok && secret.problem.kind !== "kdf-refused") return failed({ kind: "wrong-password" });
    isRefused ||= !secret.ok;
    // A former password may have cheaper parameters than the one that opened this device's vault.
    if (!secret.ok) continue;
    const opened = await backend.openKeys(token, secret.value);
    if (opened.ok && opened.value.entries.some((one) => one.pw !== undefined && counts(one))) {
      return ok({ keys: opened.value, secret: secret.value });
    }
    if (!opened.ok && !isRefusedPassword(opened.problem)) return failed(toAccountProblem(opened.problem));
  }
  return failed({ kind: isRefused ? "kdf-refused" : "wrong-password" });
}

function isRefusedPassword(problem: BackendProblem): boolean {
  return problem.kind === "refused" && (problem.code === "invalid-credentials" || problem.code === "wrong-password");
}

/** Opens with the typed current password what it wraps, else with this device's key, else nothing. */
export async function openByCurrent(deps: ChangingDeps, caller: Caller, password: string): Outcome<Opening> {
  const keys = await readKeys(deps, caller);
  if (!keys.ok) return keys;
  const shown = await showPassword(deps, caller, { keys: keys.value, password, counts: isCurrent });
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
  /** Any password that still opens a vault, including an older or remembered one. */
  | { readonly kind: "password"; readonly password: string }
  | { readonly kind: "recovery-key"; readonly text: string }
  /** The key that this device holds. */
  | { readonly kind: "device" };

/** `current`: the password that signs in; a session opened by a mailed password has none. */
export async function openByMethod(
  deps: ChangingDeps,
  caller: Caller,
  { method, current }: { readonly method: OpeningMethod; readonly current: string | undefined },
): Outcome<Opening> {
  const keys = await readKeys(deps, caller);
  if (!keys.ok) return keys;
  const secret = current === undefined ? ok(undefined) : await secretOf(deps, keys.value, current);
  if (!secret.ok) return secret;
  const opened = await open(deps, caller, { keys: keys.value, method });
  if (!opened.ok) return opened;
  return ok({ keys: opened.value, isOpened: true, ...(secret.value === undefined ? {} : { currentSecret: secret.value }) });
}

/** Returns the secret of the password that signs in. */
export async function secretOf({ keyring }: ChangingDeps, keys: AccountKeys, password: string): Outcome<string> {
  const entry = keys.entries.find(isCurrent);
  if (entry === undefined) return failed({ kind: "unexpected" });
  const secret = await keyring.deriveForSignIn(password, entry.kdf);
  return secret.ok ? secret : failed({ kind: secret.problem.kind === "kdf-refused" ? "kdf-refused" : "wrong-password" });
}

async function open(
  deps: ChangingDeps,
  caller: Caller,
  { keys, method }: { readonly keys: AccountKeys; readonly method: OpeningMethod },
): Outcome<AccountKeys> {
  const { document } = keys;
  if (document === null) return failed({ kind: "does-not-open" });
  if (method.kind === "device") return (await openOnDevice(deps, document)) ? ok(keys) : failed({ kind: "does-not-open" });
  if (method.kind === "recovery-key") {
    const opened = await deps.keyring.openWithRecoveryKey(document, method.text);
    return opened.ok ? ok(keys) : failed(toOpeningProblem(opened.problem));
  }
  const shown = await showPassword(deps, caller, { keys, password: method.password });
  if (!shown.ok) return shown;
  const opened = await deps.keyring.openVault(shown.value.keys);
  return opened.ok ? ok(shown.value.keys) : failed({ kind: toUnopened(opened.problem) });
}

export function toUnopened({ kind }: OpenProblem): "keys-rolled-back" | "does-not-open" {
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

export function isConflict(problem: BackendProblem): boolean {
  return problem.kind === "refused" && problem.code === "conflict";
}
