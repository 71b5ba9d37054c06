/**
 * Changes passwords and recovery keys: prepare, send, retry after a lost response or a change elsewhere. encryption.md 3.4, 3.5 (3)–(7).
 */
import type { AccountKeys } from "@satchel/contract/accounts/keys.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { BackendProblem } from "../../ports/account/backend.ts";
import { isAnswerLost, toAccountProblem } from "./account-problems.ts";
import type { AccountProblem, VaultState } from "./account-service-types.ts";
import { install } from "./opening-service.ts";
import {
  type Caller,
  type ChangingDeps,
  isConflict,
  isCurrent,
  type Opening,
  readKeys,
  secretOf,
  showPassword,
  toUnopened,
} from "./vault-opening-service.ts";

type Outcome<Value> = Promise<Result<Value, AccountProblem>>;

export type Changed = { readonly vault: VaultState; readonly keys: AccountKeys };

const TRIES = 3;

/**
 * Sets a new password. If the vault was opened with its recovery key, the wrap is part of the same write; if a device opened it, a new
 * recovery key follows; if it was not opened, the former password still opens it. `reopen` is called again if another device was first.
 */
export async function replacePassword(
  deps: ChangingDeps,
  caller: Caller,
  { next, reopen }: { readonly next: string; readonly reopen: () => Outcome<Opening> },
): Outcome<Changed> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const opening = await reopen();
    if (!opening.ok) return opening;
    const changed = await sendPassword(deps, caller, { next, opening: opening.value });
    if (changed.ok || changed.problem.kind !== "changed-meanwhile") return changed;
  }
  return failed({ kind: "changed-meanwhile" });
}

async function sendPassword(
  deps: ChangingDeps,
  caller: Caller,
  { next, opening: { keys, isOpened, currentSecret } }: { readonly next: string; readonly opening: Opening },
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
  const stored = answer.ok ? answer : await lookAfter(deps, caller, { secret, problem: answer.problem });
  if (!stored.ok) return failed(toAccountProblem(stored.problem));
  if (isOpened && !isWrapped) return withNewRecoveryKey(deps, caller, stored.value);
  return isOpened
    ? installed(deps, caller, { keys: stored.value, isRecoveryKeyNew: false })
    : ok({ vault: { vault: "locked" }, keys: stored.value });
}

/** After a lost response, the new password opens only if it was stored. */
async function lookAfter(
  { backend }: ChangingDeps,
  { token }: Caller,
  { secret, problem }: { readonly secret: string; readonly problem: BackendProblem },
) {
  if (!isAnswerLost(problem)) return failed(problem);
  const opened = await backend.openKeys(token, secret);
  return opened.ok ? opened : failed(problem);
}

async function installed(
  deps: ChangingDeps,
  caller: Caller,
  { keys, isRecoveryKeyNew }: { readonly keys: AccountKeys; readonly isRecoveryKeyNew: boolean },
): Outcome<Changed> {
  const open = await install(deps.keyring, caller.email, isRecoveryKeyNew);
  return open.ok ? ok({ vault: open.value, keys }) : open;
}

/** A device or an approval reveals the root but no recovery key, so a new one with its pair goes into the wrap of the new password. */
async function withNewRecoveryKey(deps: ChangingDeps, caller: Caller, keys: AccountKeys): Outcome<Changed> {
  await deps.keyring.prepareRecoveryKey();
  const written = await writeRecoveryKey(deps, caller, keys);
  if (written.ok) {
    await deps.keyring.takeRecoveryKey();
    return installed(deps, caller, { keys: written.value, isRecoveryKeyNew: true });
  }
  // The password is set. This device opens the vault, and the reminder to choose a password stays until a password opens it too.
  const kept = await installed(deps, caller, { keys, isRecoveryKeyNew: false });
  return kept.ok && kept.value.vault.vault === "open" ? ok({ keys, vault: { ...kept.value.vault, needsPassword: true } }) : kept;
}

/** Writes the prepared recovery key, wrapped with the current password, in one write. */
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

/** Opens the account's current vault with its own password, after another device started over or set a wrap. */
export async function unlock(deps: ChangingDeps, caller: Caller, password: string): Outcome<Changed> {
  const keys = await readKeys(deps, caller);
  if (!keys.ok) return keys;
  const shown = await showPassword(deps, caller, { keys: keys.value, password, counts: isCurrent });
  if (!shown.ok) return shown;
  const opened = await deps.keyring.openVault(shown.value.keys);
  return opened.ok
    ? installed(deps, caller, { keys: shown.value.keys, isRecoveryKeyNew: false })
    : failed({ kind: toUnopened(opened.problem) });
}

/** Creates a new vault in place of one that nothing opens anymore. Its files stay, and the server keeps the old vault. */
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
    if (answer.ok) return installed(deps, caller, { keys: answer.value, isRecoveryKeyNew: true });
    if (!isAnswerLost(answer.problem) && !isConflict(answer.problem)) return failed(toAccountProblem(answer.problem));
    const again = await readKeys(deps, caller);
    if (!again.ok) return again;
    if (again.value.document?.vaultId === document.vaultId) return installed(deps, caller, { keys: again.value, isRecoveryKeyNew: true });
  }
  return failed({ kind: "changed-meanwhile" });
}

/** Adds older roots to `also`: those this device still holds, and the vault just opened. Returns the newest keys, or the problem. */
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
