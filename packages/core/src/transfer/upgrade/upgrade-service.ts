/**
 * Moves local mode's notes into an account: copies them into its library, lets sync upload them, reads them back, compares, and only then
 * deletes them here. Stores only that the user agreed; the rest follows from both libraries, so any step may be the last. Spec B §4 "Local
 * mode", decision 0005 "Upgrade", encryption.md 3.5 (11).
 */

import { failed, ok, type Result } from "../../model/result.ts";
import { LOCAL_KEYS, LOCKS } from "../../model/storage-keys.ts";
import { createUnionStore, type ReadableStore } from "../../model/store.ts";
import type { Preferences } from "../../ports/device/preferences.ts";
import type { Exclusive } from "../../ports/environment.ts";
import type { SyncState } from "../../sync/schedule/sync-service-types.ts";
import type { AccountProblem } from "../../vault/account/account-service-types.ts";
import type { JoinFailure, SensitiveService } from "../../vault/sensitive/sensitive-service-types.ts";
import type { Target } from "./plan-take.ts";
import { type ReadBackDeps, readBack } from "./read-back-service.ts";
import {
  countContent,
  type LocalContent,
  readLocalContent,
  type TakeDeps,
  type TakeProblem,
  takeLocal,
  withoutSealed,
} from "./take-service.ts";
import type {
  LocalNotes,
  LocalNotesAccess,
  UpgradeHold,
  UpgradeProblem,
  UpgradeService,
  UpgradeState,
  UpgradeStep,
} from "./upgrade-service-types.ts";

export type UpgradeDeps = Omit<TakeDeps, "onProgress"> &
  Omit<ReadBackDeps, "onProgress" | "isStopped"> & {
    readonly local: LocalNotesAccess;
    readonly sync: ReadableStore<SyncState>;
    /**
     * True if the account's key document has the keys of these envelopes, which must be so before they are uploaded (encryption.md 3.5
     * (11)).
     */
    readonly hasSensitiveKeys: (sealed: readonly string[]) => Promise<boolean>;
    /** Called when the keys changed or the Sensitive folder was unlocked. */
    readonly onKeysChanged: (listener: () => void) => () => void;
    readonly joinSensitive: SensitiveService["join"];
    /** True if the account was just created in this browser, so that the user wants to take the notes along. */
    readonly isNewcomer: () => boolean;
    /** The server's reason why that account cannot take the notes. */
    readonly accountRefusal: () => AccountProblem | undefined;
    readonly preferences: Preferences;
    readonly exclusive: Exclusive;
  };

export type OpenedUpgrade = UpgradeService & { close(): void };

export function createUpgradeService(deps: UpgradeDeps): OpenedUpgrade {
  return new Upgrader(deps);
}

const AGREED = "agreed";

type Outcome<Value = void> = Promise<Result<Value, UpgradeProblem | { readonly kind: "stopped" }>>;

class Upgrader implements OpenedUpgrade {
  readonly store = createUnionStore<UpgradeState>({ kind: "none" });
  #running: Promise<void> | undefined;
  #isClosed = false;
  #stopWaiting: () => void = () => undefined;
  /** Question to the user; stays visible while other notes are moved. */
  #asked: UpgradeHold | undefined;
  #sensitiveCount = 0;

  constructor(private readonly deps: UpgradeDeps) {}

  async look(): Promise<void> {
    if (!this.deps.local.isOn()) return;
    if (this.#isAgreed()) return this.#start();
    const content = await this.#withLocal(readLocalContent);
    if (!content.ok) return;
    const counts = countContent(content.value);
    const refusal = this.deps.accountRefusal();
    if (refusal !== undefined) return this.store.replace({ kind: "stopped", problem: { kind: "account-refused", reason: refusal.kind } });
    if (this.deps.isNewcomer()) return this.begin();
    if (Object.values(counts).some((count) => count > 0)) this.store.replace({ kind: "offered", counts });
  }

  begin(): Promise<void> {
    this.deps.preferences.write(LOCAL_KEYS.localUpgrade, AGREED);
    return this.#start();
  }

  async joinSensitive(password: string, own: string | undefined): Promise<Result<void, JoinFailure>> {
    const opened = await this.deps.local.open();
    if (!opened.ok) return opened;
    const folder = await opened.value.readSensitive();
    opened.value.close();
    if (!folder.ok) return folder;
    return folder.value === undefined ? failed({ kind: "not-set-up" }) : this.deps.joinSensitive(folder.value, password, own);
  }

  close(): void {
    this.#isClosed = true;
    this.#stopWaiting();
  }

  #start(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #run(): Promise<void> {
    this.#asked = undefined;
    this.#show("copying", { done: 0, total: 0 });
    const outcome = await this.deps.exclusive.run(LOCKS.upgrade, () => this.#move());
    if (this.#isClosed) return;
    if (outcome.ok) this.store.replace(outcome.value);
    else if (outcome.problem.kind !== "stopped") this.store.replace({ kind: "stopped", problem: outcome.problem });
  }

  async #move(): Outcome<UpgradeState> {
    // Another tab may have finished the upgrade while this one waited for the lock.
    if (!this.deps.local.isOn()) return ok({ kind: "none" });
    const isThere = await this.#waitForLibrary();
    if (!isThere.ok) return isThere;
    const moved = await this.#withLocal((local) => this.#moveFrom(local));
    if (!moved.ok) return moved;
    // Local mode's database is closed by now, and this browser shows the account's library.
    const cleared = await this.deps.local.clear();
    if (!cleared.ok) return cleared;
    this.deps.preferences.write(LOCAL_KEYS.localUpgrade, undefined);
    return ok({ kind: "none", moved: countContent(moved.value) });
  }

  /** Waits for an older account's first sync; otherwise this device would create its folders again. */
  async #waitForLibrary(): Outcome {
    const { library } = this.deps;
    while (!library.index.meta.initialSyncCompleted && !this.deps.isNewcomer()) {
      const went = await this.#wait("copying", { done: 0, total: 0, hold: syncHold(this.deps.sync.getState()) });
      if (!went.ok) return went;
    }
    return ok(undefined);
  }

  async #moveFrom(local: LocalNotes): Outcome<LocalContent> {
    for (;;) {
      const content = await readLocalContent(local);
      if (!content.ok) return content;
      const hold = await this.#moveAll(local, content.value);
      if (!hold.ok) return hold;
      if (hold.value !== undefined) {
        const went = await this.#moveAround(local, content.value, hold.value);
        if (!went.ok) return went;
        continue;
      }
      const after = await readLocalContent(local);
      if (!after.ok) return after;
      if (isSameContent(content.value, after.value)) return content;
    }
  }

  /** Returns what sensitive notes wait for. */
  async #moveAll(local: LocalNotes, content: LocalContent): Outcome<UpgradeHold | undefined> {
    if (!(await this.#opensAll(local, content))) return ok("sensitive");
    this.#asked = undefined;
    const moved = await this.#moveContent(local, content);
    if (moved.ok) return ok(undefined);
    return moved.problem.kind === "sensitive-locked" ? ok("sensitive-locked") : failed(moved.problem);
  }

  /** Moves everything that does not wait for `hold`. */
  async #moveAround(local: LocalNotes, content: LocalContent, hold: UpgradeHold): Outcome {
    this.#asked = hold;
    this.#sensitiveCount = content.sealedIds.size;
    const moved = await this.#moveContent(local, withoutSealed(content));
    // The user may have entered the password in the meantime.
    if (moved.ok && hold === "sensitive" && (await this.#opensAll(local, content))) return moved;
    if (moved.ok) return this.#wait("copying", { done: 0, total: 0, hold });
    // Without sealed notes nothing needs to be unlocked.
    return moved.problem.kind === "sensitive-locked" ? ok(undefined) : failed(moved.problem);
  }

  async #opensAll(local: LocalNotes, { sealedIds, drafts }: LocalContent): Promise<boolean> {
    const read = await local.readEntities([...sealedIds]);
    if (!read.ok) return false;
    const notes = [...read.value.values()].map((note) => (note.kind === "note" ? (note.sealed ?? "") : ""));
    const sealed = [...notes, ...drafts.flatMap((draft) => draft.sealed ?? [])];
    return sealed.length === 0 || this.deps.hasSensitiveKeys(sealed);
  }

  async #moveContent(local: LocalNotes, content: LocalContent): Promise<Result<void, TakeProblem | { readonly kind: "stopped" }>> {
    const onProgress = (done: number, total: number): void => this.#show("copying", { done, total });
    const taken = await takeLocal({ ...this.deps, onProgress }, local, content);
    return taken.ok ? this.#sendAndCompare(local, content, taken.value) : taken;
  }

  async #sendAndCompare(local: LocalNotes, content: LocalContent, targets: readonly Target[]): Outcome {
    for (;;) {
      const sent = await this.#waitUntilSent(content, targets);
      if (!sent.ok) return sent;
      const onProgress = (done: number, total: number): void => this.#show("checking", { done, total });
      const compared = await readBack({ ...this.deps, onProgress, isStopped: () => this.#isClosed }, local, { content, targets });
      if (compared.ok) return compared;
      if (compared.problem.kind !== "not-there") return failed(compared.problem);
      const went = await this.#wait("checking", { done: 0, total: targets.length, hold: syncHold(this.deps.sync.getState()) });
      if (!went.ok) return went;
    }
  }

  async #waitUntilSent({ attachmentIds }: LocalContent, targets: readonly Target[]): Outcome {
    for (;;) {
      // Reads the index each time, because another tab's writes may have reloaded the library.
      const { index } = this.deps.library;
      const waiting = [
        ...targets.filter(({ id }) => index.pendingPush.has(id)),
        ...attachmentIds.filter((id) => index.attachments.get(id)?.upload.kind === "waiting"),
      ];
      if (waiting.length === 0) return ok(undefined);
      const total = targets.length + attachmentIds.length;
      const went = await this.#wait("sending", { done: total - waiting.length, total, hold: this.#holdOf(targets, attachmentIds) });
      if (!went.ok) return went;
    }
  }

  #holdOf(targets: readonly Target[], attachmentIds: readonly string[]): UpgradeHold | undefined {
    const { index } = this.deps.library;
    const attempts = targets.flatMap(({ id }) => index.attempts.get(id) ?? []);
    const refusals = attachmentIds.flatMap((id) => {
      const upload = index.attachments.get(id)?.upload;
      return upload?.kind === "waiting" ? (upload.refusal ?? []) : [];
    });
    if (attempts.some(({ problem }) => problem === "storage-full") || refusals.includes("storage-full")) return "storage-full";
    if (attempts.some(({ parked }) => parked) || refusals.length > 0) return "refused";
    return syncHold(this.deps.sync.getState());
  }

  /** Waits for a change of local mode, the library, the account's keys or sync. */
  async #wait(
    step: UpgradeStep,
    { done, total, hold }: { readonly done: number; readonly total: number; readonly hold: UpgradeHold | undefined },
  ): Outcome {
    this.#show(step, { done, total, hold });
    if (!this.#isClosed) {
      await new Promise<void>((resolve) => {
        const goOn = (): void => resolve();
        const stops = [this.deps.library.onChange(goOn), this.deps.onKeysChanged(goOn), this.deps.sync.subscribe(goOn)];
        this.#stopWaiting = () => {
          for (const stop of stops) stop();
          resolve();
        };
      });
      this.#stopWaiting();
    }
    return this.#isClosed ? failed({ kind: "stopped" }) : ok(undefined);
  }

  async #withLocal<Value>(work: (local: LocalNotes) => Outcome<Value>): Outcome<Value> {
    const opened = await this.deps.local.open();
    if (!opened.ok) return opened;
    const outcome = await work(opened.value);
    opened.value.close();
    return outcome;
  }

  #show(
    step: UpgradeStep,
    { done, total, hold }: { readonly done: number; readonly total: number; readonly hold?: UpgradeHold | undefined },
  ): void {
    const shownHold = this.#asked ?? hold;
    const waiting = this.#asked === undefined ? {} : { sensitiveCount: this.#sensitiveCount };
    this.store.replace({ kind: "migrating", step, done, total, ...(shownHold === undefined ? {} : { hold: shownHold }), ...waiting });
  }

  #isAgreed(): boolean {
    return this.deps.preferences.read(LOCAL_KEYS.localUpgrade) === AGREED;
  }
}

function syncHold({ phase }: SyncState): UpgradeHold | undefined {
  if (phase === "off") return "no-drive";
  return phase === "waiting" ? "unreachable" : undefined;
}

function isSameContent(a: LocalContent, b: LocalContent): boolean {
  const stamps = ({ ctr, drafts }: LocalContent) => JSON.stringify([ctr, drafts.map(({ draftId, savedAtMs }) => [draftId, savedAtMs])]);
  return stamps(a) === stamps(b);
}
