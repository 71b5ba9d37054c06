/** An account's Sensitive folder: set up, unlock, change, recover, adopt, lock after two minutes. encryption.md 3.5 (5) (8). */
import type { KeyDocument } from "@satchel/contract/accounts/keys.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import { type BackendProblem, isUnreachable } from "../../ports/account/backend.ts";
import type { LocalSensitive, OpenedSensitive, SensitiveKeys, SensitiveWrite } from "../../ports/sealing/sensitive-keys.ts";
import { isAnswerLost, toAccountProblem } from "../account/account-problems.ts";
import type { SessionApi } from "../account/account-service-types.ts";
import { type OtherVaultMethod, openOther } from "../account/adopting-service.ts";
import {
  type Caller,
  type ChangingDeps,
  isConflict,
  isCurrent,
  openByCurrent,
  openByMethod,
  readKeys,
} from "../account/vault-opening-service.ts";
import type { JoinFailure, SensitiveFailure, SensitiveRecovery, SensitiveService } from "./sensitive-service-types.ts";
import { SensitiveSession, type SensitiveSessionDeps } from "./sensitive-session-service.ts";

export type SensitiveDeps = ChangingDeps &
  Omit<SensitiveSessionDeps, "keyring"> & {
    readonly keyring: ChangingDeps["keyring"] & SensitiveKeys;
    readonly session: SessionApi;
    /** True in local mode, whose service then restores the tab's unlocked state. */
    readonly isLocalMode: () => boolean;
  };

type Outcome<Value> = Promise<Result<Value, SensitiveFailure>>;
/** Folders to wrap again, and the proofs that authorize it. */
type Change = { readonly sids: readonly string[]; readonly proofs: readonly Proof[]; readonly password?: string };
type Proof = { readonly sid: string; readonly currentVerifier?: string };
type Newest = { readonly document: KeyDocument; readonly isFresh: boolean };

const TRIES = 3;

export function createSensitiveService(deps: SensitiveDeps): SensitiveService {
  return new SensitiveLock(deps);
}

class SensitiveLock implements SensitiveService {
  readonly #unlocked: SensitiveSession;
  #token: string | undefined;
  /** Wrap of the unlocked folder's key when this tab last read it. */
  #wrapKnown: string | undefined;
  /** Wraps by folder in the last key document that was handled, and its vault; undefined before the first one. */
  #handled: { readonly vaultId: string; readonly wraps: ReadonlyMap<string, string> } | undefined;
  /** Sealed folder keys that this tab wrote last. */
  #written: string | undefined;
  /** True while this tab changes the keys, so that it ignores its own notifications. */
  #isAtWork = false;
  /** Handles key documents one after another. */
  #handling: Promise<void> = Promise.resolve();

  constructor(private readonly deps: SensitiveDeps) {
    this.#unlocked = new SensitiveSession(deps, (token) => this.#revoke(token));
    deps.session.store.subscribe(() => {
      if (!this.#isVaultOpen() && this.#unlocked.isUnlocked) void this.#unlocked.lock("session-ended");
    });
    deps.session.keys.subscribe(() => void this.#handleKeys());
  }

  get store() {
    return this.#unlocked.store;
  }

  get countdown() {
    return this.#unlocked.countdown;
  }

  get lockWhenHidden() {
    return this.#unlocked.lockWhenHidden;
  }

  async start(): Promise<void> {
    if (this.deps.session.store.getState().kind === "signed-out" && this.deps.isLocalMode()) return;
    await this.#unlocked.restore();
    if (!this.#isVaultOpen() && this.#unlocked.isUnlocked) await this.#unlocked.lock("session-ended");
    await this.#handleKeys();
  }

  touch(): void {
    this.#unlocked.touch();
  }

  lock(): Promise<void> {
    return this.#unlocked.lock("asked");
  }

  onEvent(listener: Parameters<SensitiveService["onEvent"]>[0]): () => void {
    return this.#unlocked.onEvent(listener);
  }

  beforeKeyGoes(seal: () => Promise<void>): () => void {
    return this.#unlocked.beforeKeyGoes(seal);
  }

  async checkSetUp(): Promise<void> {
    await this.#asCaller<void>((caller) => this.#fromServer(caller).then((read) => (read.ok ? ok(undefined) : read)));
    await this.#handling;
  }

  setUp(password: string): Outcome<void> {
    return this.#asCaller(async (caller) => {
      const fresh = await this.deps.keyring.prepareSensitivePassword(password);
      if (!fresh.ok) return fresh;
      const sid = await this.deps.keyring.prepareSensitive();
      const added = await this.#add(caller, sid, (known) => known.length > 0);
      return added.ok ? this.#enter(caller, added.value) : added;
    });
  }

  unlock(password: string): Outcome<void> {
    return this.#asCaller(async (caller) => {
      const newest = await this.#newest(caller);
      if (!newest.ok) return newest;
      const joined = newest.value.isFresh ? await this.#joinOlder(caller, newest.value.document, password) : ok(newest.value.document);
      return joined.ok ? this.#unlock(caller, joined.value, { password }) : joined;
    });
  }

  change(current: string, next: string): Outcome<void> {
    return this.#asCaller((caller) =>
      this.#replace(caller, next, async (document) => {
        const opened = await this.#openTyped(caller, document, current);
        if (!opened.ok) return opened;
        const proofs = opened.value.map(({ sid, verifier }) => ({ sid, currentVerifier: verifier }));
        return ok({ sids: opened.value.map(({ sid }) => sid), proofs });
      }),
    );
  }

  recover(method: SensitiveRecovery, next: string): Outcome<void> {
    return this.#asCaller((caller) =>
      this.#replace(caller, next, async (document) => {
        const opening =
          method.kind === "password"
            ? await openByCurrent(this.deps, caller, method.password)
            : await openByMethod(this.deps, caller, { method: { kind: "recovery-key", text: method.text }, current: method.password });
        if (!opening.ok) return opening;
        const sids = await this.deps.keyring.openBoxedSensitive(document);
        if (!sids.ok) return sids;
        const { currentSecret: password } = opening.value;
        return ok({ sids: sids.value, proofs: sids.value.map((sid) => ({ sid })), ...(password === undefined ? {} : { password }) });
      }),
    );
  }

  adopt(method: OtherVaultMethod, copies: readonly Uint8Array[], next: string): Outcome<void> {
    return this.#asCaller(async (caller) => {
      const document = await this.#fromServer(caller);
      if (!document.ok) return document;
      const other = await openOther(this.deps, caller, { method, copies });
      if (!other.ok) return other;
      const sids = await this.deps.keyring.openOtherSensitive(document.value, other.value);
      if (!sids.ok) return sids;
      const fresh = await this.deps.keyring.prepareSensitivePassword(next);
      if (!fresh.ok) return fresh;
      for (const sid of sids.value) {
        const added = await this.#add(caller, sid, (known) => known.includes(sid));
        if (!added.ok && added.problem.kind !== "sensitive-exists") return added;
      }
      return ok(undefined);
    });
  }

  join(folder: LocalSensitive, password: string, own: string | undefined): Promise<Result<void, JoinFailure>> {
    return this.#asCaller<void, JoinFailure>(async (caller) => {
      for (let tried = 0; tried < TRIES; tried += 1) {
        const read = await this.#fromServer(caller);
        if (!read.ok) return read;
        const known = await this.deps.keyring.sensitiveFolders(read.value);
        if (!known.ok) return known;
        if (known.value.includes(folder.sid)) return ok(undefined);
        const write =
          known.value.length === 0
            ? await this.deps.keyring.prepareJoin(read.value, folder, password)
            : await this.#prepareJoinUnder(caller, read.value, { folder, password, own });
        if (!write.ok) return write;
        const stored = await this.#store(caller, read.value, { write: write.value });
        if (stored.ok) await this.#openJoined(caller, own);
        if (stored.ok || stored.problem.kind !== "changed-meanwhile") return stored;
      }
      return failed({ kind: "changed-meanwhile" });
    });
  }

  /**
   * Opens a folder that has just joined, because the unlocked session has no key of it. If this fails, the next unlock opens it. Stays
   * locked if the folder was locked in the meantime, since the user did not ask to unlock.
   */
  async #openJoined(caller: Caller, own: string | undefined): Promise<void> {
    if (own === undefined || !this.#unlocked.isUnlocked) return;
    const read = await this.#fromServer(caller);
    if (read.ok) await this.#unlock(caller, read.value, { password: own, isWanted: () => this.#unlocked.isUnlocked });
  }

  /** Prepares the folder's key under the password of the account's own folder. */
  async #prepareJoinUnder(
    caller: Caller,
    document: KeyDocument,
    { folder, password, own }: { readonly folder: LocalSensitive; readonly password: string; readonly own: string | undefined },
  ): Promise<Result<SensitiveWrite, JoinFailure>> {
    if (own === undefined) return failed({ kind: "own-refused" });
    const opened = await this.#openTyped(caller, document, own);
    if (!opened.ok) return opened.problem.kind === "sensitive-refused" ? failed({ kind: "own-refused" }) : opened;
    const local = await this.deps.keyring.openLocalSensitive(folder, password);
    if (!local.ok) return local;
    const fresh = await this.deps.keyring.prepareSensitivePassword(own);
    return fresh.ok ? this.deps.keyring.sensitiveWrite(document, [folder.sid]) : fresh;
  }

  /** Writes the prepared key of a folder that the document does not have yet. */
  async #add(caller: Caller, sid: string, isThere: (known: readonly string[]) => boolean): Outcome<SensitiveWrite> {
    for (let tried = 0; tried < TRIES; tried += 1) {
      const read = await this.#fromServer(caller);
      if (!read.ok) return read;
      const folders = await this.deps.keyring.sensitiveFolders(read.value);
      if (!folders.ok) return folders;
      if (isThere(folders.value)) return failed({ kind: "sensitive-exists" });
      const write = await this.deps.keyring.sensitiveWrite(read.value, [sid]);
      if (!write.ok) return write;
      const stored = await this.#store(caller, read.value, { write: write.value });
      if (stored.ok) return write;
      if (stored.problem.kind !== "changed-meanwhile") return stored;
    }
    return failed({ kind: "changed-meanwhile" });
  }

  /**
   * Joins folders of replaced vaults, which keep their own password until `password` opens them. Returns the document that is current
   * afterwards.
   */
  async #joinOlder(caller: Caller, start: KeyDocument, password: string): Outcome<KeyDocument> {
    if (start.also.length === 0) return ok(start);
    const retired = await this.deps.backend.retiredKeys(caller.token);
    if (!retired.ok) return ok(start);
    const older = await this.deps.keyring.olderSensitive(start, retired.value);
    if (!older.ok) return older;
    let document = start;
    for (const folder of older.value) {
      const write = await this.deps.keyring.prepareJoin(document, folder, password);
      if (!write.ok && write.problem.kind === "sensitive-refused") continue;
      if (!write.ok) return write;
      const stored = await this.#store(caller, document, { write: write.value });
      // Another device was first; folders that did not join now join at the next unlock.
      if (!stored.ok && stored.problem.kind !== "changed-meanwhile" && stored.problem.kind !== "sensitive-exists") return stored;
      const read = await this.#fromServer(caller);
      if (!read.ok) return read;
      document = read.value;
    }
    return ok(document);
  }

  /** Wraps the same keys with another password. `open` prepares them and returns the proofs that authorize the change. */
  async #replace(caller: Caller, next: string, open: (document: KeyDocument) => Outcome<Change>): Outcome<void> {
    for (let tried = 0; tried < TRIES; tried += 1) {
      const read = await this.#fromServer(caller);
      if (!read.ok) return read;
      const change = await open(read.value);
      if (!change.ok) return change;
      const fresh = await this.deps.keyring.prepareSensitivePassword(next);
      if (!fresh.ok) return fresh;
      const write = await this.deps.keyring.sensitiveWrite(read.value, change.value.sids as [string, ...string[]]);
      if (!write.ok) return write;
      const stored = await this.#store(caller, read.value, { write: write.value, change: change.value });
      if (stored.ok) return this.#enter(caller, write.value);
      if (stored.problem.kind !== "changed-meanwhile") return stored;
    }
    return failed({ kind: "changed-meanwhile" });
  }

  /**
   * Writes `sens` and verifier, for a new folder or for a change. After a lost response, reads the document to see whether the write took
   * effect.
   */
  async #store(
    caller: Caller,
    document: KeyDocument,
    { write, change }: { readonly write: SensitiveWrite; readonly change?: Change },
  ): Outcome<void> {
    const { sid, verifier, sens, proof, bound } = write;
    this.#written = sens.ct;
    const body = { sid, verifier, sens, proof, bound, rev: document.rev };
    const answer =
      change === undefined
        ? await this.deps.backend.setUpSensitive(caller.token, body)
        : await this.deps.backend.changeSensitive(caller.token, { ...body, ...toProof(change) });
    if (answer.ok) {
      this.deps.session.learn(answer.value);
      return ok(undefined);
    }
    if (isConflict(answer.problem)) return failed({ kind: "changed-meanwhile" });
    if (!isAnswerLost(answer.problem)) return failed(toFailure(answer.problem));
    const again = await this.#fromServer(caller);
    return again.ok && again.value.sens?.ct === sens.ct ? ok(undefined) : failed(toFailure(answer.problem));
  }

  async #unlock(
    caller: Caller,
    document: KeyDocument,
    { password, isWanted }: { readonly password: string; readonly isWanted?: () => boolean },
  ): Outcome<void> {
    const opened = await this.#openTyped(caller, document, password);
    if (!opened.ok) return opened;
    const first = opened.value[0] as OpenedSensitive;
    const entered = await this.#authenticate(caller, first);
    if (!entered.ok && entered.problem.kind === "not-set-up") return this.#setUpVerifier(caller, document, { sid: first.sid, password });
    if (!entered.ok) return entered;
    return this.#open(caller, document, isWanted);
  }

  /** Sets the verifier of a folder that was created without an account or offline, so that the server does not have one yet. */
  async #setUpVerifier(
    caller: Caller,
    document: KeyDocument,
    { sid, password }: { readonly sid: string; readonly password: string },
  ): Outcome<void> {
    const fresh = await this.deps.keyring.prepareSensitivePassword(password);
    if (!fresh.ok) return fresh;
    const write = await this.deps.keyring.sensitiveWrite(document, [sid]);
    if (!write.ok) return write;
    const stored = await this.#store(caller, document, { write: write.value });
    return stored.ok ? this.#enter(caller, write.value) : stored;
  }

  async #enter(caller: Caller, { sid, verifier }: SensitiveWrite): Outcome<void> {
    // The write is acknowledged and the key is prepared, so unlocking does not wait for a session of the server.
    await this.#authenticate(caller, { sid, verifier });
    return this.#take(caller);
  }

  /** Reports a wrong password to the server too, which counts attempts: a client that tries many is blocked, even with the right one. */
  async #openTyped(caller: Caller, document: KeyDocument, password: string): Outcome<readonly OpenedSensitive[]> {
    const opened = await this.deps.keyring.openSensitive(document, password);
    if (opened.ok || opened.problem.kind !== "sensitive-refused" || opened.problem.shown === undefined) return opened;
    const answer = await this.deps.backend.authenticateSensitive(caller.token, opened.problem.shown);
    const isHeldUp = !answer.ok && answer.problem.kind === "refused" && answer.problem.code === "rate-limited";
    return failed(isHeldUp ? toFailure(answer.problem) : { kind: "sensitive-refused" });
  }

  /** Continues without a token while the server is unreachable, because opening the wrap is the check. */
  async #authenticate(caller: Caller, shown: { readonly sid: string; readonly verifier: string }): Outcome<void> {
    const answer = await this.deps.backend.authenticateSensitive(caller.token, shown);
    this.#token = answer.ok ? answer.value.token : undefined;
    if (answer.ok || isUnreachable(answer.problem)) return ok(undefined);
    this.deps.session.handleProblem(caller.token, answer.problem);
    return failed(toFailure(answer.problem));
  }

  /** Remakes boxes for the current recovery pair on the way; if that fails, the next unlock tries again. */
  async #open(caller: Caller, document: KeyDocument, isWanted?: () => boolean): Outcome<void> {
    const boxes = await this.deps.keyring.prepareBoxes(document);
    if (boxes.ok && boxes.value !== undefined) {
      const written = await this.deps.backend.writeKeys(caller.token, { rev: document.rev, ...boxes.value });
      if (written.ok) this.deps.session.learn(written.value);
    }
    return this.#take(caller, isWanted);
  }

  async #take(caller: Caller, isWanted = () => true): Outcome<void> {
    const mayUnlock = () => caller.token === this.deps.session.token() && this.#isVaultOpen() && isWanted();
    this.#wrapKnown = undefined;
    const taken = await this.#unlocked.take(this.#token, mayUnlock);
    this.#token = undefined;
    if (taken === "nothing") return failed({ kind: "begin-again" });
    // The session ended or another tab locked while the password was being checked.
    return taken === "forbidden" ? failed({ kind: "vault-locked" }) : ok(undefined);
  }

  #handleKeys(): Promise<void> {
    const handle = () => this.#handleNewest();
    this.#handling = this.#handling.then(handle, handle);
    return this.#handling;
  }

  /** Updates whether a folder exists, and locks if the password was changed elsewhere. Spec B §4: a 403 revokes. */
  async #handleNewest(): Promise<void> {
    const document = this.deps.session.keys.getState().latest?.document ?? (await this.deps.keyring.keptDocument());
    // A command of this tab handles the document itself when it ends, so that its own change is not reported as another device's.
    if (document === undefined || document === null || this.#isAtWork) return;
    const read = await this.deps.keyring.sensitivePasswords(document);
    const wraps = new Map(read.ok ? read.value.map(({ sid, spw }) => [sid, spw.ct]) : []);
    const before = this.#handled?.vaultId === document.vaultId ? this.#handled.wraps : undefined;
    if (read.ok) this.#handled = { vaultId: document.vaultId, wraps };
    this.#unlocked.setUpIs(document.sens !== null);
    if (read.ok && before !== undefined && document.sens?.ct !== this.#written) this.#report(before, wraps);
    const state = this.store.getState();
    const wrap = state.kind === "unlocked" ? wraps.get(state.sid) : undefined;
    if (wrap === undefined || this.#isAtWork) return;
    if (this.#wrapKnown !== undefined && this.#wrapKnown !== wrap) await this.#unlocked.lock("refused");
    else this.#wrapKnown = wrap;
  }

  #report(before: ReadonlyMap<string, string>, wraps: ReadonlyMap<string, string>): void {
    const isChanged = [...wraps].some(([sid, wrap]) => before.has(sid) && before.get(sid) !== wrap);
    if (before.size === 0 && wraps.size > 0) this.#unlocked.changedElsewhere("set-up");
    else if (isChanged) this.#unlocked.changedElsewhere("changed");
  }

  #revoke(token: string | undefined): void {
    this.#wrapKnown = undefined;
    const session = this.deps.session.token();
    if (token !== undefined && session !== undefined) void this.deps.backend.revokeSensitive(session, token);
  }

  /** Returns the newest document; while the server is unreachable, the last one that this device has seen. */
  async #newest(caller: Caller): Outcome<Newest> {
    const read = await this.#fromServer(caller);
    if (read.ok) return ok({ document: read.value, isFresh: true });
    if (read.problem.kind !== "unreachable") return read;
    const [latest, kept] = [this.deps.session.keys.getState().latest?.document ?? undefined, await this.deps.keyring.keptDocument()];
    const document = latest !== undefined && (await this.deps.keyring.vouchesFor(latest)) ? latest : kept;
    return document === undefined ? read : ok({ document, isFresh: false });
  }

  async #fromServer(caller: Caller): Outcome<KeyDocument> {
    const keys = await readKeys(this.deps, caller);
    if (!keys.ok) return keys;
    const { document, entries } = keys.value;
    if (document === null || !entries.some(isCurrent)) return failed({ kind: "vault-locked" });
    // The unlock is compared with this document, not with an earlier notification.
    const state = this.deps.session.store.getState();
    if (state.kind === "signed-in" && state.vault === "open" && state.vaultId === document.vaultId) this.deps.session.learn(keys.value);
    return ok(document);
  }

  #asCaller<Value, Problem = SensitiveFailure>(
    run: (caller: Caller) => Promise<Result<Value, Problem | SensitiveFailure>>,
  ): Promise<Result<Value, Problem | SensitiveFailure>> {
    return this.deps.session.inTurn(async () => {
      const [token, state] = [this.deps.session.token(), this.deps.session.store.getState()];
      if (token === undefined || state.kind !== "signed-in" || state.vault !== "open") return failed({ kind: "vault-locked" });
      await this.#unlocked.waitForLock();
      this.#isAtWork = true;
      const answer = await run({ token, email: state.user.email });
      await this.deps.keyring.dropPrepared();
      this.#isAtWork = false;
      await this.#handleKeys();
      return answer;
    });
  }

  #isVaultOpen(): boolean {
    const state = this.deps.session.store.getState();
    return state.kind === "signed-in" && state.vault === "open";
  }
}

function toProof({ proofs: [first, ...others], password }: Change) {
  return password === undefined
    ? { currentVerifier: first?.currentVerifier, others: [...others] }
    : { password, others: others.map(({ sid }) => ({ sid })) };
}

function toFailure(problem: BackendProblem): SensitiveFailure {
  if (problem.kind !== "refused") return toAccountProblem(problem);
  if (problem.code === "sensitive-refused" || problem.code === "sensitive-exists") return { kind: problem.code };
  return problem.code === "sensitive-not-set-up" ? { kind: "not-set-up" } : toAccountProblem(problem);
}
