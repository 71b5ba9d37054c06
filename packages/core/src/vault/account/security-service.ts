/** The signed-in user's password and key changes, one at a time (changing-service.ts). Spec B §5, encryption.md 3.5 (3)–(7) (13). */
import type { ActivityEvent } from "@satchel/contract/accounts/activity.ts";
import type { Session } from "@satchel/contract/accounts/auth.ts";
import type { AccountKeys, KeyDocument } from "@satchel/contract/accounts/keys.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { BackendProblem, BackendResult } from "../../ports/account/backend.ts";
import type { SensitiveKeys } from "../../ports/sealing/sensitive-keys.ts";
import { toAccountProblem } from "./account-problems.ts";
import type { AccountProblem, SessionApi } from "./account-service-types.ts";
import { type OtherVaultMethod, openOther } from "./adopting-service.ts";
import { adoptOlder, type Changed, replacePassword, startOver, unlock, writeRecoveryKey } from "./changing-service.ts";
import { areRecoveryGroupsRight, checkNewPassword } from "./check-credentials.ts";
import type { Adopted, SecurityService } from "./security-service-types.ts";
import {
  type Caller,
  type ChangingDeps,
  isCurrent,
  type OpeningMethod,
  openByCurrent,
  openByMethod,
  readKeys,
} from "./vault-opening-service.ts";

export type SecurityDeps = ChangingDeps & {
  readonly keyring: ChangingDeps["keyring"] & Pick<SensitiveKeys, "openOtherSensitive">;
  readonly session: SessionApi;
};

type Outcome<Value> = Promise<Result<Value, AccountProblem>>;
type Rotation = { readonly token: string; readonly keys: Changed["keys"]; readonly groups: readonly string[] };

export function createSecurityService(deps: SecurityDeps): SecurityService {
  return new Security(deps);
}

class Security implements SecurityService {
  /** Set while the keyring holds the opened vault and its next recovery key; every other command drops them. */
  #rotation: Rotation | undefined;
  /** Older vaults that were last adopted. */
  #older = "";

  constructor(private readonly deps: SecurityDeps) {
    const follow = (latest: AccountKeys | undefined): void => {
      if (latest?.document) void this.#follow(latest.document);
    };
    deps.session.keys.subscribe(({ latest }, before) => latest !== before.latest && follow(latest));
    // Keys may have arrived before this code was loaded.
    follow(deps.session.keys.getState().latest);
  }

  async changePassword(current: string, next: string): Outcome<void> {
    if (checkNewPassword(next) !== undefined) return failed({ kind: "password-refused" });
    return this.#change((caller) => replacePassword(this.deps, caller, { next, reopen: () => openByCurrent(this.deps, caller, current) }));
  }

  async holdsKey(): Promise<boolean> {
    const held = await this.#asCaller(async (caller) => {
      const keys = await readKeys(this.deps, caller);
      if (!keys.ok) return keys;
      return ok(keys.value.document !== null && (await this.deps.keyring.openWithDevice(keys.value.document)).ok);
    });
    return held.ok && held.value;
  }

  unlock(password: string): Outcome<void> {
    return this.#change((caller) => unlock(this.deps, caller, password));
  }

  async recover(method: OpeningMethod, next: string, current?: string): Outcome<void> {
    if (checkNewPassword(next) !== undefined) return failed({ kind: "password-refused" });
    return this.#change((caller) =>
      replacePassword(this.deps, caller, { next, reopen: () => openByMethod(this.deps, caller, { method, current }) }),
    );
  }

  async setPasswordOnly(next: string): Outcome<void> {
    if (checkNewPassword(next) !== undefined) return failed({ kind: "password-refused" });
    return this.#change((caller) => this.#setOnly(caller, next));
  }

  async startOver(password: string): Outcome<void> {
    if (this.#isLimited()) {
      const set = await this.setPasswordOnly(password);
      if (!set.ok) return set;
    }
    return this.#change((caller) => startOver(this.deps, caller, password));
  }

  showRecoveryKey(password: string): Outcome<readonly string[]> {
    return this.#asCaller(async (caller) => {
      const opened = await this.#openWithKey(caller, password);
      return opened.ok ? ok(opened.value.groups) : opened;
    });
  }

  async beginRotation(password: string): Outcome<readonly string[]> {
    return this.#asCaller(async (caller) => {
      const opened = await this.#openWithKey(caller, password);
      if (!opened.ok) return opened;
      const groups = await this.deps.keyring.prepareRecoveryKey();
      this.#rotation = { token: caller.token, keys: opened.value.keys, groups };
      return ok(groups);
    }, false);
  }

  async confirmRotation(typed: readonly string[]): Outcome<void> {
    const rotation = this.#rotation;
    if (rotation === undefined || rotation.token !== this.deps.session.token()) return failed({ kind: "begin-again" });
    if (!areRecoveryGroupsRight(typed, rotation.groups)) return failed({ kind: "groups-wrong" });
    return this.#asCaller(async (caller) => {
      if (this.#rotation !== rotation) return failed({ kind: "begin-again" });
      const written = await writeRecoveryKey(this.deps, caller, rotation.keys);
      // While the server is unreachable, keeps the confirmed key for another attempt.
      if (!written.ok && written.problem.kind === "unreachable") return written;
      if (written.ok) await this.#rotated(written.value);
      await this.#letGo();
      return written.ok ? ok(undefined) : written;
    }, false);
  }

  cancelRotation(): Promise<void> {
    return this.deps.session.inTurn(() => this.#letGo());
  }

  adopt(method: OtherVaultMethod, copies: readonly Uint8Array[]): Outcome<Adopted> {
    return this.#asCaller(async (caller) => {
      const keys = await readKeys(this.deps, caller);
      if (!keys.ok) return keys;
      const found = await openOther(this.deps, caller, { method, copies });
      if (!found.ok) return found;
      const adopted = await adoptOlder(this.deps, caller, keys.value);
      if (!adopted.ok) return adopted;
      const { document } = adopted.value;
      if (document !== null) await this.#takeOver(document);
      this.deps.session.learn(adopted.value);
      const sensitive = document === null ? undefined : await this.deps.keyring.openOtherSensitive(document, found.value);
      return ok({ sensitiveFolders: sensitive?.ok ? sensitive.value.length : 0 });
    });
  }

  sessions(): Outcome<readonly Session[]> {
    return this.#call((token) => this.deps.backend.listSessions(token));
  }

  activity(): Outcome<readonly ActivityEvent[]> {
    return this.#call((token) => this.deps.backend.listActivity(token));
  }

  endOther(sessionId: string): Outcome<void> {
    return this.#call((token) => this.deps.backend.revokeSession(token, sessionId));
  }

  async cancelStep(stepId: string): Outcome<void> {
    const canceled = await this.#call((token) => this.deps.backend.cancelPendingStep(token, stepId));
    // Canceled elsewhere in the meantime, so nothing is left to cancel.
    const isGone = canceled.ok || canceled.problem.kind === "unexpected";
    if (isGone) this.deps.session.dropStep(stepId);
    return canceled;
  }

  deleteAccount(password: string, { eraseDrive }: { readonly eraseDrive: boolean }): Outcome<{ readonly complete: boolean }> {
    return this.#asCaller(async (caller) => {
      const keys = await readKeys(this.deps, caller);
      if (!keys.ok) return keys;
      const entry = keys.value.entries.find(isCurrent);
      const secret = entry === undefined ? undefined : await this.deps.keyring.deriveForSignIn(password, entry.kdf);
      if (secret?.ok === false && secret.problem.kind === "kdf-refused") return failed({ kind: "kdf-refused" });
      if (secret === undefined || !secret.ok) return failed({ kind: "wrong-password" });
      const deleted = await this.deps.backend.deleteAccount(caller.token, secret.value, eraseDrive);
      if (!deleted.ok && isAboutDrive(deleted.problem)) return failed({ kind: "drive-not-erased" });
      if (!deleted.ok) return this.#refused(caller, deleted.problem);
      return ok({ complete: await this.deps.session.clear() });
    });
  }

  /** The recovery key is in the wrap of the password, so only a password that opens the vault reveals it. */
  async #openWithKey(caller: Caller, password: string): Outcome<{ readonly keys: Changed["keys"]; readonly groups: readonly string[] }> {
    const opened = await openByCurrent(this.deps, caller, password);
    if (!opened.ok) return opened;
    const groups = opened.value.isOpened ? await this.deps.keyring.openedRecoveryKey() : undefined;
    return groups === undefined ? failed({ kind: "does-not-open" }) : ok({ keys: opened.value.keys, groups });
  }

  #setOnly(caller: Caller, next: string): Outcome<Changed> {
    return replacePassword(this.deps, caller, {
      next,
      reopen: async () => {
        const keys = await readKeys(this.deps, caller);
        await this.deps.keyring.dropPrepared();
        return keys.ok ? ok({ keys: keys.value, isOpened: false }) : keys;
      },
    });
  }

  async #rotated(keys: Changed["keys"]): Promise<void> {
    await this.deps.keyring.takeRecoveryKey();
    // The unconfirmed recovery key is now the old one.
    await this.deps.keyring.forgetPendingRecoveryKey();
    const state = this.deps.session.store.getState();
    if (state.kind === "signed-in" && state.vault === "open") {
      const { vaultId } = state;
      this.deps.session.become({ vault: "open", vaultId, hasPendingRecoveryKey: false });
    }
    this.deps.session.learn(keys);
  }

  #change(run: (caller: Caller) => Outcome<Changed>): Outcome<void> {
    return this.#asCaller(async (caller) => {
      const changed = await run(caller);
      if (!changed.ok) return changed;
      this.deps.session.become(changed.value.vault);
      this.deps.session.learn(changed.value.keys);
      return ok(undefined);
    });
  }

  /** Runs one command at a time; afterwards the keyring holds nothing opened, unless a rotation continues. */
  #asCaller<Value>(run: (caller: Caller) => Outcome<Value>, letsGo = true): Outcome<Value> {
    return this.deps.session.inTurn(async () => {
      const token = this.deps.session.token();
      const state = this.deps.session.store.getState();
      if (token === undefined || state.kind !== "signed-in") return failed({ kind: "unexpected" });
      if (letsGo) await this.#letGo();
      const answer = await run({ token, email: state.user.email });
      if (letsGo) await this.#letGo();
      return answer;
    });
  }

  async #letGo(): Promise<void> {
    this.#rotation = undefined;
    await this.deps.keyring.dropPrepared();
  }

  async #call<Value>(call: (token: string) => BackendResult<Value>): Outcome<Value> {
    const token = this.deps.session.token();
    if (token === undefined) return failed({ kind: "unexpected" });
    const answer = await call(token);
    if (answer.ok) return answer;
    this.deps.session.handleProblem(token, answer.problem);
    return failed(toAccountProblem(answer.problem));
  }

  #refused(caller: Caller, problem: Parameters<SessionApi["handleProblem"]>[1]): Result<never, AccountProblem> {
    this.deps.session.handleProblem(caller.token, problem);
    return failed(toAccountProblem(problem));
  }

  #isLimited(): boolean {
    const state = this.deps.session.store.getState();
    return state.kind === "signed-in" && state.vault === "locked" && state.limited === true;
  }

  /** Adopts the older vaults of an acknowledged document, and adds those that only this device knows to it. */
  async #follow(document: KeyDocument): Promise<void> {
    await this.deps.session.inTurn(async () => {
      await this.#takeOver(document);
      const [token, state] = [this.deps.session.token(), this.deps.session.store.getState()];
      if (token === undefined || state.kind !== "signed-in" || state.vault !== "open" || this.#rotation !== undefined) return;
      const keys = this.deps.session.keys.getState().latest;
      if (keys?.document?.vaultId !== state.vaultId) return;
      const adopted = await adoptOlder(this.deps, { token, email: state.user.email }, keys);
      if (adopted.ok && adopted.value !== keys) this.deps.session.learn(adopted.value);
    });
  }

  async #takeOver(document: KeyDocument): Promise<void> {
    await this.deps.keyring.follow(document);
    const older = document.also.map(({ vaultId }) => vaultId).join();
    if (older !== this.#older) this.deps.session.followed();
    this.#older = older;
  }
}

const DRIVE_CODES: ReadonlySet<string> = new Set([
  "drive-not-connected",
  "drive-not-configured",
  "drive-unreachable",
  "reconnection-needed",
  "grant-ended",
  "scope-missing",
]);

function isAboutDrive(problem: BackendProblem): boolean {
  return problem.kind === "refused" && DRIVE_CODES.has(problem.code);
}
