/** The signed-in user: register, sign in, restore, sign out. Keys stay behind the keyring. Spec A §4, encryption.md 3.5 (1) (2) (13). */
import type { SignedIn, User } from "@satchel/contract/accounts/auth.ts";
import type { AccountKeys } from "@satchel/contract/accounts/keys.ts";
import type { PendingStep } from "@satchel/contract/accounts/pending-steps.ts";
import { isEmailAddress, normalizeEmail } from "@satchel/contract/limits.ts";
import type { PlanType } from "@satchel/contract/plans.ts";
import type { ServerInfo } from "@satchel/contract/server-info.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import { createStore, createUnionStore } from "../../model/store.ts";
import { type Backend, type BackendProblem, sessionOver } from "../../ports/account/backend.ts";
import type { Credentials, SessionUser, StoredSession } from "../../ports/account/credentials.ts";
import type { Channel } from "../../ports/environment.ts";
import type { Keyring } from "../../ports/sealing/keyring.ts";
import { isAnswerLost, toAccountProblem } from "./account-problems.ts";
import type {
  AccountProblem,
  AccountService,
  LockedVault,
  RegisterOptions,
  SessionApi,
  SessionOver,
  SessionState,
  SignInOptions,
  VaultState,
} from "./account-service-types.ts";
import { areRecoveryGroupsRight, checkNewPassword } from "./check-credentials.ts";
import { install, logIn, openWith } from "./opening-service.ts";

/** Messages between tabs of one browser; details are read from the device. `signed-out`: the device has been cleared. */
export type SessionMessage = { readonly kind: "changed" } | { readonly kind: "signed-out"; readonly reason?: SessionOver };

export type AccountDeps = {
  readonly backend: Backend;
  readonly keyring: Keyring;
  readonly credentials: Credentials;
  readonly channel: Channel<SessionMessage>;
  /** Resolves once the notes are closed and typed text is on disk, sensitive text sealed. The keys are dropped afterwards. */
  readonly leaveLibrary: () => Promise<void>;
  /** Seals unsynced work for the next sign-in of the same user. Returns false on failure; nothing is deleted then. */
  readonly sealUnsent: () => Promise<boolean>;
  /** Stops the library and deletes its data here: databases, caches, drive tokens. Returns true if nothing remains. */
  readonly clearDevice: () => Promise<boolean>;
  /** Called after registration: local mode asks whether the account can take its notes. */
  readonly afterRegister?: (account: { readonly email: string; readonly secret: string }) => Promise<void>;
};

type Outcome<Value> = Promise<Result<Value, AccountProblem>>;

export function createAccountService(deps: AccountDeps): AccountService & SessionApi {
  return new SessionController(deps);
}

class SessionController implements AccountService, SessionApi {
  readonly store = createUnionStore<SessionState>({ kind: "loading" });
  readonly keys = createStore<{ readonly latest: AccountKeys | undefined; readonly followed: number }>({ latest: undefined, followed: 0 });
  readonly pendingSteps = createStore<{ readonly steps: readonly PendingStep[] }>({ steps: [] });
  /** Kept in memory too, for a browser that refuses to store it. */
  #session: StoredSession | undefined;
  /** Address of a registration that was sent without a response. */
  #unanswered: string | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly deps: AccountDeps) {
    deps.channel.onMessage((message) => void this.inTurn(() => this.#follow(message)));
  }

  start(): Promise<void> {
    return this.inTurn(() => this.#restore());
  }

  async refresh(): Promise<void> {
    const token = this.token();
    if (token === undefined) return;
    const answer = await this.deps.backend.currentSession(token);
    if (!answer.ok) return this.handleProblem(token, answer.problem);
    if (token === this.token()) {
      this.#keepUser(answer.value.user);
      this.pendingSteps.setState({ steps: answer.value.pendingSteps ?? [] });
    }
    await this.#lookAtKeys(token);
  }

  signIn(email: string, password: string, options: SignInOptions = {}): Outcome<SessionUser> {
    return this.inTurn(() => this.#checked(email, options, () => this.#signIn(email, password, false)));
  }

  async serverInfo(): Promise<ServerInfo | undefined> {
    const info = await this.deps.backend.serverInfo();
    return info.ok ? info.value : undefined;
  }

  async choosablePlans(): Promise<readonly PlanType[] | undefined> {
    const token = this.token();
    const plan = token === undefined ? undefined : await this.deps.backend.readPlan(token);
    return plan?.ok ? plan.value.choosable : undefined;
  }

  register(email: string, password: string, { invitation, ...options }: RegisterOptions = {}): Outcome<SessionUser> {
    return this.inTurn(() => this.#checked(email, options, () => this.#register(email, password, invitation)));
  }

  /** The response does not reveal whether the account exists. */
  async forgotPassword(email: string): Outcome<void> {
    if (!isEmailAddress(email)) return failed({ kind: "email-malformed" });
    const asked = await this.deps.backend.forgotPassword(email.trim());
    return asked.ok ? ok(undefined) : failed(toAccountProblem(asked.problem));
  }

  async completeOnboarding(plan: PlanType): Outcome<void> {
    const completed = await this.#changeUser((token) => this.deps.backend.completeOnboarding(token, plan));
    if (!completed.ok && completed.problem.kind === "setup-over") await this.refresh();
    return completed;
  }

  async pendingRecoveryKey(): Promise<readonly string[] | undefined> {
    const pending = await this.deps.keyring.pendingRecoveryKey();
    return pending.ok ? pending.value : undefined;
  }

  async confirmRecoveryKey(groups: readonly string[], shown?: readonly string[]): Promise<boolean> {
    const actual = shown ?? (await this.pendingRecoveryKey());
    if (actual === undefined || !areRecoveryGroupsRight(groups, actual)) return false;
    const forgotten = await this.deps.keyring.forgetPendingRecoveryKey();
    const state = this.store.getState();
    if (forgotten.ok && state.kind === "signed-in" && state.vault === "open") {
      this.store.replace({ ...state, hasPendingRecoveryKey: false });
      this.deps.channel.post({ kind: "changed" });
    }
    return true;
  }

  endSession(): Promise<void> {
    return this.inTurn(async () => {
      const token = this.token();
      this.#leave(undefined);
      this.deps.channel.post({ kind: "signed-out" });
      if (token !== undefined) void this.deps.backend.logout(token);
      await this.#lockKeys();
    });
  }

  signOut(): Promise<{ readonly complete: boolean }> {
    return this.inTurn(async () => {
      const token = this.token();
      this.#leave(undefined);
      this.deps.channel.post({ kind: "signed-out" });
      // Not awaited, so that a user who is offline is signed out here too.
      if (token !== undefined) void this.deps.backend.logout(token);
      return { complete: await this.#erase() };
    });
  }

  token(): string | undefined {
    return this.#session?.token;
  }

  sessionRefused(token: string, reason: SessionOver): void {
    if (token !== this.token()) return;
    this.#leave(reason);
    this.deps.channel.post({ kind: "signed-out", reason });
    void this.inTurn(() => (reason === "session-revoked" ? this.#drop() : this.#lockKeys()));
  }

  async #lockKeys(): Promise<void> {
    await this.deps.leaveLibrary();
    await this.deps.keyring.lock();
  }

  /** The user has revoked this session remotely: drops keys and readable copies once everything unsynced is sealed. */
  async #drop(): Promise<void> {
    if (this.token() !== undefined) return;
    if (await this.deps.sealUnsent()) await this.#erase();
    await this.deps.keyring.lock();
  }

  async #register(email: string, password: string, invitation: string | undefined): Outcome<SessionUser> {
    if (checkNewPassword(password) !== undefined) return failed({ kind: "password-refused" });
    const address = normalizeEmail(email);
    const prepared = await this.deps.keyring.prepareRegistration(password);
    if (!prepared.ok) return failed({ kind: "password-refused" });
    const { secret, kdf, keys } = prepared.value;
    const answer = await this.deps.backend.register({
      email: email.trim(),
      password: secret,
      kdf,
      keys,
      ...(invitation !== undefined && { invitation }),
    });
    if (answer.ok) {
      await this.deps.afterRegister?.({ email: answer.value.user.email, secret });
      return this.#enter(answer.value, await install(this.deps.keyring, answer.value.user.email, true));
    }
    await this.deps.keyring.dropPrepared();
    const problem = toAccountProblem(answer.problem);
    // The account belongs to this user if the first attempt succeeded and only its response was lost.
    const isMadeAlready = problem.kind === "email-taken" || problem.kind === "invitation-invalid";
    if (isMadeAlready && this.#unanswered === address) return this.#signIn(email, password, true);
    this.#unanswered = isAnswerLost(answer.problem) ? address : undefined;
    // A server that failed is there, so this is no maintenance. Spec A §8 "Register".
    return failed("status" in answer.problem && answer.problem.status === 500 ? { kind: "unexpected" } : problem);
  }

  async #signIn(email: string, password: string, isNew: boolean): Outcome<SessionUser> {
    const loggedIn = await logIn(this.deps, email.trim(), password);
    if (!loggedIn.ok) {
      await this.deps.keyring.dropPrepared();
      return loggedIn;
    }
    const opened = await openWith(this.deps, loggedIn.value, isNew);
    await this.deps.keyring.dropPrepared();
    return this.#enter(loggedIn.value.signedIn, opened);
  }

  /** Starts the session only once its keys are on this device, or known to be locked. */
  async #enter(signedIn: SignedIn, opened: Result<VaultState, AccountProblem>): Outcome<SessionUser> {
    if (!opened.ok) {
      void this.deps.backend.logout(signedIn.token);
      await this.deps.keyring.lock();
      return opened;
    }
    // An earlier user's open keys must not belong to this session.
    if (opened.value.vault === "locked") await this.deps.keyring.lock();
    this.#unanswered = undefined;
    const user = toSessionUser(signedIn.user);
    this.#session = { token: signedIn.token, user };
    this.store.replace({ kind: "signed-in", user, ...opened.value });
    this.become(opened.value);
    this.learn(signedIn.keys);
    return ok(user);
  }

  /** Checks the address, and whether another user's notes are still here, before anything is sent. */
  async #checked(email: string, options: SignInOptions, run: () => Outcome<SessionUser>): Outcome<SessionUser> {
    if (!isEmailAddress(email)) return failed({ kind: "email-malformed" });
    const owner = await this.deps.keyring.owner();
    if (!owner.ok) return failed({ kind: "storage-denied" });
    if (owner.value === undefined || owner.value === normalizeEmail(email)) return run();
    if (options.discardOther !== true) return failed({ kind: "other-account", email: owner.value });
    return (await this.#erase()) ? run() : failed({ kind: "storage-denied" });
  }

  async #restore(): Promise<void> {
    this.#session = this.deps.credentials.read();
    if (this.#session === undefined) {
      // Signing out takes effect even if the page is closed at once.
      if (this.deps.credentials.isErasing()) await this.#erase();
      return this.#show({ kind: "signed-out" });
    }
    const { user } = this.#session;
    return this.#show({ kind: "signed-in", user, ...(await this.#restoreVault(user)) });
  }

  /** Drops the keys of a vault that is no longer open, once typed text is written. */
  async #show(state: SessionState): Promise<void> {
    const wasOpen = isOpen(this.store.getState());
    this.store.replace(state);
    if (isOpen(state)) return;
    if (wasOpen) await this.deps.leaveLibrary();
    await this.deps.keyring.lock();
  }

  become(vault: VaultState): void {
    const state = this.store.getState();
    if (this.#session === undefined || state.kind !== "signed-in") return;
    const { token, user } = this.#session;
    this.#session = { token, user, ...(vault.vault === "locked" ? toFlags(vault) : {}) };
    this.deps.credentials.write(this.#session);
    this.store.replace({ kind: "signed-in", user, ...vault });
    this.deps.channel.post({ kind: "changed" });
  }

  dropStep(stepId: string): void {
    this.pendingSteps.setState({ steps: this.pendingSteps.getState().steps.filter(({ id }) => id !== stepId) });
  }

  learn(latest: AccountKeys): void {
    this.keys.setState({ latest });
  }

  followed(): void {
    this.keys.setState({ followed: this.keys.getState().followed + 1 });
  }

  /** Looks for key changes by another device: added older roots, a password that opens nothing, or a replaced vault. */
  async #lookAtKeys(token: string): Promise<void> {
    const state = this.store.getState();
    if (state.kind !== "signed-in" || state.vault !== "open") return;
    const answer = await this.deps.backend.getKeys(token);
    if (!answer.ok) return this.handleProblem(token, answer.problem);
    await this.inTurn(async () => {
      const now = this.store.getState();
      const { document } = answer.value;
      if (token !== this.token() || document === null || now.kind !== "signed-in" || now.vault !== "open") return;
      if (document.vaultId !== now.vaultId) {
        this.become({ vault: "locked", vaultChanged: true });
        return this.#lockKeys();
      }
      this.learn(answer.value);
      const { needsPassword: before, ...open } = now;
      const needsPassword = opensNothing(answer.value);
      if (needsPassword !== (before ?? false)) this.store.replace({ ...open, ...(needsPassword ? { needsPassword } : {}) });
    });
  }

  async #restoreVault(user: SessionUser): Promise<VaultState> {
    const flags = toFlags(this.#session ?? {});
    if (flags.limited || flags.vaultChanged) return { vault: "locked", ...flags };
    const restored = await this.deps.keyring.restore();
    if (!restored.ok || restored.value.kind !== "open") return { vault: "locked" };
    const { owner, vaultId, hasPendingRecoveryKey } = restored.value;
    return owner === normalizeEmail(user.email) ? { vault: "open", vaultId, hasPendingRecoveryKey } : { vault: "locked" };
  }

  /** Follows another tab's change of the session. */
  async #follow(message: SessionMessage): Promise<void> {
    if (message.kind === "changed") return this.#restore();
    this.#session = undefined;
    this.store.replace(signedOut(message.reason));
    await this.#lockKeys();
  }

  async #changeUser(call: (token: string) => ReturnType<Backend["completeOnboarding"]>): Outcome<void> {
    const token = this.token();
    if (token === undefined) return failed({ kind: "unexpected" });
    const answer = await call(token);
    if (!answer.ok) {
      this.handleProblem(token, answer.problem);
      return failed(toAccountProblem(answer.problem));
    }
    if (token === this.token()) this.#keepUser(answer.value.user);
    return ok(undefined);
  }

  #keepUser(user: User): void {
    const state = this.store.getState();
    if (this.#session === undefined || state.kind !== "signed-in") return;
    this.#session = { ...this.#session, user: toSessionUser(user) };
    this.deps.credentials.write(this.#session);
    this.store.replace({ ...state, user: this.#session.user });
  }

  handleProblem(token: string, problem: BackendProblem): void {
    const reason = sessionOver(problem);
    if (reason !== undefined) this.sessionRefused(token, reason);
  }

  #leave(reason: SessionOver | undefined): void {
    this.#session = undefined;
    this.deps.credentials.clear();
    this.store.replace(signedOut(reason));
  }

  clear(): Promise<boolean> {
    this.#leave(undefined);
    this.deps.channel.post({ kind: "signed-out" });
    return this.#erase();
  }

  async #erase(): Promise<boolean> {
    this.deps.credentials.setErasing(true);
    const isCleared = await this.deps.clearDevice();
    const forgotten = await this.deps.keyring.forget();
    const isComplete = isCleared && forgotten.ok;
    if (isComplete) this.deps.credentials.setErasing(false);
    return isComplete;
  }

  /** Runs one change of the session at a time, because the keyring holds one password's keys. */
  inTurn<Value>(run: () => Promise<Value>): Promise<Value> {
    const turn = this.#turn.then(run);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}

function isOpen(state: SessionState): boolean {
  return state.kind === "signed-in" && state.vault === "open";
}

function signedOut(reason: SessionOver | undefined): SessionState {
  return reason === undefined ? { kind: "signed-out" } : { kind: "signed-out", reason };
}

function toSessionUser({ email, needsOnboarding, planType, createdAt }: User): SessionUser {
  return { email, needsOnboarding, planType, createdAt };
}

function toFlags({ limited, vaultChanged }: { readonly limited?: boolean; readonly vaultChanged?: boolean }): Omit<LockedVault, "vault"> {
  return { ...(limited === true ? { limited } : {}), ...(vaultChanged === true ? { vaultChanged } : {}) };
}

/** True if the password that signs in wraps no root, or another vault's. False for servers that do not report it. */
function opensNothing({ document, entries }: AccountKeys): boolean {
  const current = entries.find((entry) => entry.signsIn);
  return current?.vaultId !== undefined && current.vaultId !== document?.vaultId;
}
