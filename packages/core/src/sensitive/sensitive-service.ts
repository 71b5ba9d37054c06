/**
 * The Sensitive folder's lock for an account: set up, unlock, change, recover, and locking by itself after two minutes without activity. Keys
 * stay behind the keyring; the server sees verifiers only. Drafts and pages are sealed by whoever holds them. encryption.md 3.5 (8).
 */
import type { AccountKeys, KeyDocument } from "@satchel/contract/keys.ts";
import { isAnswerLost, toAccountProblem } from "../account/account-problems.ts";
import type { SessionDoor } from "../account/account-service-types.ts";
import { type Caller, type ChangingDeps, isConflict, isCurrent, openByCurrent, openByWay, readKeys } from "../account/changing-service.ts";
import { SENSITIVE } from "../limits.ts";
import { type BackendProblem, isUnreachable } from "../ports/backend.ts";
import type { Clock, Timers } from "../ports/environment.ts";
import type { SensitiveKeys, SensitiveWrite } from "../ports/sensitive-keys.ts";
import type { SensitiveSessionPlace } from "../ports/sensitive-session.ts";
import { failed, ok, type Result } from "../result.ts";
import { createUnionStore } from "../store.ts";
import type { SensitiveFailure, SensitiveRecovery, SensitiveService, SensitiveState } from "./sensitive-service-types.ts";

export type SensitiveDeps = ChangingDeps & {
  readonly keyring: ChangingDeps["keyring"] & SensitiveKeys;
  readonly session: SessionDoor;
  readonly place: SensitiveSessionPlace;
  readonly clock: Clock;
  readonly timers: Timers;
};

type Outcome<Value> = Promise<Result<Value, SensitiveFailure>>;
type Proof = { readonly currentVerifier?: string; readonly password?: string };

const TRIES = 3;

export function createSensitiveService(deps: SensitiveDeps): SensitiveService {
  return new SensitiveLock(deps);
}

class SensitiveLock implements SensitiveService {
  readonly store = createUnionStore<SensitiveState>({ kind: "locked" });
  #token: string | undefined;
  #keptAt = 0;
  #cancelTimer: () => void = () => undefined;

  constructor(private readonly deps: SensitiveDeps) {
    deps.session.store.subscribe((state) => {
      const isOpen = state.kind === "signed-in" && state.vault === "open";
      if (!isOpen && this.store.getState().kind === "unlocked") void this.lock();
    });
  }

  async start(): Promise<void> {
    const kept = this.deps.place.read();
    const restored = await this.deps.keyring.restoreSensitive(kept?.sessionKey, this.deps.clock.now());
    const sid = await this.deps.keyring.unlockedSensitive();
    if (!restored.ok || restored.value === undefined || sid === undefined) return this.deps.place.clear();
    this.#token = kept?.token;
    this.#unlocked(sid, restored.value);
  }

  isSetUp(): Outcome<boolean> {
    return this.#asCaller(async (caller) => {
      const keys = await this.#newest(caller);
      if (!keys.ok) return keys;
      const folders = await this.deps.keyring.sensitiveFolders(keys.value);
      return folders.ok ? ok(folders.value.length > 0) : folders;
    });
  }

  setUp(password: string): Outcome<void> {
    return this.#asCaller(async (caller) => {
      for (let tried = 0; tried < TRIES; tried += 1) {
        const read = await this.#fromServer(caller);
        if (!read.ok) return read;
        const folders = await this.deps.keyring.sensitiveFolders(read.value);
        if (!folders.ok) return folders;
        if (folders.value.length > 0) return failed({ kind: "sensitive-exists" });
        const write = await this.deps.keyring.prepareSensitive(read.value, password);
        if (!write.ok) return write;
        const stored = await this.#store(caller, read.value, write.value, (body) => this.deps.backend.setUpSensitive(caller.token, body));
        if (stored.ok) return this.#enter(caller, write.value);
        if (stored.problem.kind !== "changed-meanwhile") return stored;
      }
      return failed({ kind: "changed-meanwhile" });
    });
  }

  unlock(password: string): Outcome<void> {
    return this.#asCaller(async (caller) => {
      const document = await this.#newest(caller);
      if (!document.ok) return document;
      const opened = await this.deps.keyring.openSensitive(document.value, password);
      if (!opened.ok) return opened;
      const entered = await this.#authenticate(caller, opened.value);
      if (!entered.ok && entered.problem.kind === "not-set-up") return this.#setUpVerifier(caller, document.value, password);
      if (!entered.ok) return entered;
      return this.#open(caller, document.value);
    });
  }

  touch(): void {
    const state = this.store.getState();
    if (state.kind !== "unlocked") return;
    const now = this.deps.clock.now();
    const expiresAt = now + SENSITIVE.idleMs;
    this.#unlocked(state.sid, expiresAt);
    if (now - this.#keptAt < SENSITIVE.keepEveryMs) return;
    this.#keptAt = now;
    void this.#extend(expiresAt);
  }

  async lock(): Promise<void> {
    this.#cancelTimer();
    const [token, kept] = [this.#token, this.deps.place.read()];
    this.#token = undefined;
    this.deps.place.clear();
    this.store.replace({ kind: "locked" });
    await this.deps.keyring.lockSensitive(kept?.sessionKey);
    const session = this.deps.session.token();
    if (token !== undefined && session !== undefined) void this.deps.backend.revokeSensitive(session, token);
  }

  change(current: string, next: string): Outcome<void> {
    return this.#asCaller((caller) =>
      this.#replace(caller, next, async (document) => {
        const opened = await this.deps.keyring.openSensitive(document, current);
        return opened.ok ? ok({ currentVerifier: opened.value.verifier }) : opened;
      }),
    );
  }

  recover(way: SensitiveRecovery, next: string): Outcome<void> {
    return this.#asCaller((caller) =>
      this.#replace(caller, next, async (document) => {
        const opening =
          way.kind === "password"
            ? await openByCurrent(this.deps, caller, way.password)
            : await openByWay(this.deps, caller, { kind: "recovery-key", text: way.text }, way.password);
        if (!opening.ok) return opening;
        const folders = await this.deps.keyring.sensitiveFolders(document);
        if (!folders.ok) return folders;
        const boxed = folders.value[0] === undefined ? undefined : await this.deps.keyring.openBoxedSensitive(document, folders.value[0]);
        if (boxed === undefined) return failed({ kind: "not-set-up" });
        if (!boxed.ok) return boxed;
        return ok(opening.value.currentSecret === undefined ? {} : { password: opening.value.currentSecret });
      }),
    );
  }

  /** The same key under another password. `open` prepares it and says what vouches for the change. */
  async #replace(caller: Caller, next: string, open: (document: KeyDocument) => Outcome<Proof>): Outcome<void> {
    for (let tried = 0; tried < TRIES; tried += 1) {
      const read = await this.#fromServer(caller);
      if (!read.ok) return read;
      const proof = await open(read.value);
      if (!proof.ok) return proof;
      const write = await this.deps.keyring.prepareSensitivePassword(read.value, next);
      if (!write.ok) return write;
      const stored = await this.#store(caller, read.value, write.value, (body) =>
        this.deps.backend.changeSensitive(caller.token, { ...body, ...proof.value }),
      );
      if (stored.ok) return this.#enter(caller, write.value);
      if (stored.problem.kind !== "changed-meanwhile") return stored;
    }
    return failed({ kind: "changed-meanwhile" });
  }

  /** One write of `sens` and verifier. An answer that was lost is looked after in the document. */
  async #store(
    caller: Caller,
    document: KeyDocument,
    write: SensitiveWrite,
    send: (body: SensitiveWrite & { readonly rev: number }) => Promise<Result<AccountKeys, BackendProblem>>,
  ): Outcome<void> {
    const answer = await send({ ...write, rev: document.rev });
    if (answer.ok) {
      this.deps.session.learn(answer.value);
      return ok(undefined);
    }
    if (isConflict(answer.problem)) return failed({ kind: "changed-meanwhile" });
    if (!isAnswerLost(answer.problem)) return failed(toFailure(answer.problem));
    const again = await this.#fromServer(caller);
    return again.ok && again.value.sens?.ct === write.sens.ct ? ok(undefined) : failed(toFailure(answer.problem));
  }

  /** The folder opens with this password, but the server knew nothing of it yet: it was made elsewhere, without an account or offline. */
  async #setUpVerifier(caller: Caller, document: KeyDocument, password: string): Outcome<void> {
    const write = await this.deps.keyring.prepareSensitivePassword(document, password);
    if (!write.ok) return write;
    const stored = await this.#store(caller, document, write.value, (body) => this.deps.backend.setUpSensitive(caller.token, body));
    return stored.ok ? this.#enter(caller, write.value) : stored;
  }

  async #enter(caller: Caller, { sid, verifier }: SensitiveWrite): Outcome<void> {
    // The write is acknowledged and the key prepared: a session of the server is worth having, but not waiting for.
    await this.#authenticate(caller, { sid, verifier });
    return this.#take();
  }

  /** Without a token while the server is away: opening the wrap is the check. */
  async #authenticate(caller: Caller, shown: { readonly sid: string; readonly verifier: string }): Outcome<void> {
    const answer = await this.deps.backend.authenticateSensitive(caller.token, shown);
    this.#token = answer.ok ? answer.value.token : undefined;
    if (answer.ok || isUnreachable(answer.problem)) return ok(undefined);
    this.deps.session.hear(caller.token, answer.problem);
    return failed(toFailure(answer.problem));
  }

  /** A box that was made for another recovery pair is made anew on the way; failing, the next unlock tries again. */
  async #open(caller: Caller, document: KeyDocument): Outcome<void> {
    const box = await this.deps.keyring.prepareBox(document);
    if (box.ok && box.value !== undefined) {
      const written = await this.deps.backend.writeKeys(caller.token, { rev: document.rev, ...box.value });
      if (written.ok) this.deps.session.learn(written.value);
    }
    return this.#take();
  }

  async #take(): Outcome<void> {
    const sid = await this.deps.keyring.takeSensitive();
    if (sid === undefined) return failed({ kind: "begin-again" });
    const expiresAt = this.deps.clock.now() + SENSITIVE.idleMs;
    const kept = await this.deps.keyring.keepSensitive(expiresAt);
    // Where the browser keeps nothing it is unlocked all the same, until the page is left.
    if (kept.ok) this.deps.place.write({ sessionKey: kept.value, expiresAt, ...(this.#token === undefined ? {} : { token: this.#token }) });
    this.#keptAt = this.deps.clock.now();
    this.#unlocked(sid, expiresAt);
    return ok(undefined);
  }

  #unlocked(sid: string, expiresAt: number): void {
    this.store.replace({ kind: "unlocked", sid, expiresAt });
    this.#cancelTimer();
    this.#cancelTimer = this.deps.timers.after(Math.max(0, expiresAt - this.deps.clock.now()), () => void this.lock());
  }

  async #extend(expiresAt: number): Promise<void> {
    const kept = this.deps.place.read();
    if (kept === undefined) return;
    const extended = await this.deps.keyring.extendSensitive(kept.sessionKey, this.deps.clock.now(), expiresAt);
    if (extended.ok && extended.value) this.deps.place.write({ ...kept, expiresAt });
  }

  /** The newest document; the one last seen while the server is away. */
  async #newest(caller: Caller): Outcome<KeyDocument> {
    const read = await this.#fromServer(caller);
    if (read.ok || read.problem.kind !== "unreachable") return read;
    const seen = this.deps.session.keys.getState().latest?.document;
    return seen === undefined || seen === null ? read : ok(seen);
  }

  async #fromServer(caller: Caller): Outcome<KeyDocument> {
    const keys = await readKeys(this.deps, caller);
    if (!keys.ok) return keys;
    return keys.value.document === null || !keys.value.entries.some(isCurrent) ? failed({ kind: "vault-locked" }) : ok(keys.value.document);
  }

  #asCaller<Value>(run: (caller: Caller) => Outcome<Value>): Outcome<Value> {
    return this.deps.session.inTurn(async () => {
      const [token, state] = [this.deps.session.token(), this.deps.session.store.getState()];
      if (token === undefined || state.kind !== "signed-in" || state.vault !== "open") return failed({ kind: "vault-locked" });
      const answer = await run({ token, email: state.user.email });
      await this.deps.keyring.dropPrepared();
      return answer;
    });
  }
}

function toFailure(problem: BackendProblem): SensitiveFailure {
  if (problem.kind !== "refused") return toAccountProblem(problem);
  if (problem.code === "sensitive-refused" || problem.code === "sensitive-exists") return { kind: problem.code };
  return problem.code === "sensitive-not-set-up" ? { kind: "not-set-up" } : toAccountProblem(problem);
}
