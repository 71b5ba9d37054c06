/**
 * Changes plan or storage: copies the library to the new storage and verifies it while work continues, then pauses sync, copies the rest,
 * and switches the plan. Any step may be the last: after a reload, the intent, both storages and the server show what is left. Until the
 * switch only the old storage counts. Decision 0010.
 */
import type { PlanState } from "@satchel/contract/drives/plan-change.ts";
import type { PlanType } from "@satchel/contract/plans.ts";
import { needsOwnDrive, parsePlan } from "@satchel/contract/plans.ts";
import type { DriveAccess } from "../../connection/connection-service-types.ts";
import type { StorageAccess, StorageConnection, StorageKind } from "../../connection/storage-access-service.ts";
import { MOVE } from "../../model/limits/limits.ts";
import type { RemoteProblem } from "../../model/remote-problem.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import { LOCAL_KEYS, LOCKS } from "../../model/storage-keys.ts";
import { createUnionStore } from "../../model/store.ts";
import type { Backend, BackendProblem } from "../../ports/account/backend.ts";
import type { Preferences } from "../../ports/device/preferences.ts";
import type { Exclusive, Network, Timers } from "../../ports/environment.ts";
import type { CopyTarget } from "../../ports/remote/copy-target.ts";
import { type CopyDeps, type CopyProblem, copyLibrary } from "./copy-service.ts";
import type { MoveProblem, MoveService, MoveState } from "./move-service-types.ts";
import type { PackingDeps } from "./record-packs-service.ts";

export type MoveDeps = {
  readonly backend: Pick<Backend, "readPlan" | "beginPlanChange" | "completePlanChange" | "cancelPlanChange">;
  /** The account's token; undefined while signed out. */
  readonly token: () => string | undefined;
  /** Reads the current plan from the server; the connection follows it. */
  readonly refreshSession: () => Promise<void>;
  /** Confirms the connected drive, because the user has just chosen it; otherwise the app would ask about another account. */
  readonly confirmAccount: () => void;
  readonly access: StorageAccess;
  readonly openTarget: (access: DriveAccess) => CopyTarget;
  readonly sync: { readonly pause: () => Promise<void>; readonly resume: () => void };
  /** Whether this device has notes, and notes that were never sent. */
  readonly here: { readonly hasNotes: () => boolean; readonly hasUnsent: () => boolean };
  readonly md5: (bytes: Uint8Array) => string;
  /** Undefined while this device cannot seal. */
  readonly packing: () => PackingDeps | undefined;
  readonly preferences: Preferences;
  readonly exclusive: Exclusive;
  readonly network: Network;
  readonly timers: Timers;
};

type Ends = { readonly from: CopyTarget; readonly to: CopyTarget };
type Outcome<Value = void> = Promise<Result<Value, MoveProblem | "needs-drive" | "called-off">>;
/** Result of a finished move: whether all notes are in the new storage. */
type Arrival = Outcome<{ readonly isAllThere: boolean }>;

export function createMoveService(deps: MoveDeps): MoveService {
  return new Mover(deps);
}

class Mover implements MoveService {
  readonly store = createUnionStore<MoveState>({ kind: "none" });
  #running: Promise<void> | undefined;
  #cancelRetry: () => void = () => undefined;

  constructor(private readonly deps: MoveDeps) {
    deps.network.onChange((isOnline) => isOnline && void this.resume());
  }

  async change(plan: PlanType): Promise<MoveProblem | undefined> {
    const begun = await this.#ask((token) => this.deps.backend.beginPlanChange(token, plan));
    if (!begun.ok) return begun.problem;
    const { user, pendingPlan } = begun.value;
    if (pendingPlan === null) {
      await this.deps.refreshSession();
      this.store.replace({ kind: "none", arrivedAt: plan, isAllThere: !this.deps.here.hasUnsent() });
      return undefined;
    }
    this.#keep({ from: user.planType, to: pendingPlan, madeFolder: false });
    void this.resume();
    return undefined;
  }

  resume(): Promise<void> {
    this.#running ??= this.#resume().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async cancel(): Promise<void> {
    const intent = this.#intent();
    // The running move, here or in another tab, sees that the intent is gone and stops.
    this.#keep(undefined);
    await this.#running;
    const planState = await this.#ask((token) => this.deps.backend.cancelPlanChange(token));
    // Removes the new folder only if the server confirms that the plan did not change: the switch may have been faster.
    if (planState.ok && intent?.madeFolder === true && planState.value.user.planType === intent.from) await this.#discard(intent);
    this.store.replace({ kind: "none" });
  }

  async look(): Promise<void> {
    if (this.#intent() !== undefined) return;
    const planState = await this.#ask((token) => this.deps.backend.readPlan(token));
    if (!planState.ok || this.#intent() !== undefined) return;
    const { pendingPlan } = planState.value;
    if (pendingPlan !== null) this.store.replace({ kind: "elsewhere", to: pendingPlan });
    else if (this.store.getState().kind === "elsewhere") this.store.replace({ kind: "none" });
  }

  async #resume(): Promise<void> {
    this.#cancelRetry();
    const wanted = this.#intent();
    if (wanted === undefined || this.deps.token() === undefined) return;
    this.store.replace({ kind: "copying", to: wanted.to });
    await this.deps.exclusive.run(LOCKS.move, async () => {
      // Another tab may have finished the move while this one waited for the lock.
      const intent = this.#intent();
      if (intent === undefined) {
        await this.deps.refreshSession();
        this.store.replace({ kind: "none" });
      } else this.#show(intent, await this.#move(intent));
    });
  }

  #show(intent: Intent, outcome: Awaited<Arrival>): void {
    this.store.replace(this.#stateAfter(intent, outcome));
    if (outcome.ok || outcome.problem === "called-off") this.#keep(undefined);
    else if (outcome.problem === "unreachable") this.#cancelRetry = this.deps.timers.after(MOVE.retryMs, () => void this.resume());
  }

  #stateAfter({ to }: Intent, outcome: Awaited<Arrival>): MoveState {
    if (outcome.ok) return { kind: "none", arrivedAt: to, ...outcome.value };
    if (outcome.problem === "called-off") return { kind: "none" };
    if (outcome.problem === "needs-drive") return { kind: "needs-drive", to };
    return { kind: "stopped", to, problem: outcome.problem, isSwitched: this.store.getState().kind === "finishing" };
  }

  async #move(intent: Intent): Arrival {
    const planState = await this.#ask((token) => this.deps.backend.readPlan(token));
    if (!planState.ok) return planState;
    if (planState.value.user.planType === intent.to) return this.#withEnds(intent, (ends) => this.#finish(intent, ends));
    if (planState.value.pendingPlan !== intent.to) return failed("called-off");
    return this.#withEnds(intent, (ends) => this.#copyAndSwitch(intent, ends));
  }

  async #withEnds(intent: Intent, work: (ends: Ends | undefined) => Arrival): Arrival {
    const connections: StorageConnection[] = [];
    const from = await this.#open(storageOf(intent.from), connections);
    const to = await this.#open(storageOf(intent.to), connections);
    const outcome = await this.#between(from, to, work);
    for (const connection of connections) connection.close();
    return outcome;
  }

  /** If there is no source, the move only switches the plan; sync uploads what the devices have. */
  #between(from: Opened, to: Opened, work: (ends: Ends | undefined) => Arrival): Arrival {
    if (!to.ok) return Promise.resolve(failed(to.problem === "later" ? "unreachable" : "needs-drive"));
    if (from.ok) return work({ from: from.value, to: to.value });
    if (from.problem === "gone") return work(undefined);
    return Promise.resolve(failed(from.problem === "expired" ? "source-lost" : "unreachable"));
  }

  async #open(kind: StorageKind, connections: StorageConnection[]): Promise<Opened> {
    const connection = await this.deps.access(kind);
    if (!connection.ok) return connection;
    connections.push(connection.value);
    return ok(this.deps.openTarget(connection.value));
  }

  async #copyAndSwitch(intent: Intent, ends: Ends | undefined): Arrival {
    const found = ends === undefined ? ok(undefined) : await ends.from.find(undefined);
    if (!found.ok) return failed(problemOf("source", found.problem));
    if (ends === undefined || found.value === undefined) return this.#switch(intent, undefined);
    const { targetId } = found.value;
    const made = await this.#make(intent, ends.to, targetId);
    if (!made.ok) return made;
    const copied = await this.#copy(intent, ends);
    if (!copied.ok) return copied;
    // From here on this device does not write to the old storage.
    await this.deps.sync.pause();
    const switched = await this.#copyLast(intent, ends, targetId);
    if (!switched.ok) this.deps.sync.resume();
    return switched;
  }

  async #make(intent: Intent, to: CopyTarget, from: string): Outcome {
    const made = await to.make(from);
    if (!made.ok) return failed(problemOf("target", made.problem));
    if (made.value.isNew && this.#intent() !== undefined) this.#keep({ ...intent, madeFolder: true });
    return ok(undefined);
  }

  async #copyLast(intent: Intent, ends: Ends, targetId: string): Arrival {
    const copied = await this.#copy(intent, ends);
    if (!copied.ok) return copied;
    const arrived = await ends.to.arrive(targetId);
    if (!arrived.ok) return failed(problemOf("target", arrived.problem));
    return this.#switch(intent, ends);
  }

  async #switch(intent: Intent, ends: Ends | undefined): Arrival {
    if (this.#intent() === undefined) return failed("called-off");
    const completed = await this.#ask((token) => this.deps.backend.completePlanChange(token));
    if (!completed.ok) return completed;
    if (completed.value.user.planType !== intent.to) return failed("called-off");
    return this.#finish(intent, ends);
  }

  /** Runs after the switch. Copies what other devices wrote to the old storage before they noticed. */
  async #finish(intent: Intent, ends: Ends | undefined): Arrival {
    this.store.replace({ kind: "finishing", to: intent.to });
    // Read before sync starts with the new storage, where it lists files first.
    const { hasNotes, hasUnsent } = this.deps.here;
    const [isEmpty, isAllSent] = [!hasNotes(), !hasUnsent()];
    await this.deps.refreshSession();
    this.deps.confirmAccount();
    const copied = ends === undefined ? ok(false) : await this.#copyLeft(ends);
    return copied.ok ? ok({ isAllThere: isAllSent && (copied.value || isEmpty) }) : copied;
  }

  /** Returns false if the old storage never had the library, so that nothing was copied. */
  async #copyLeft(ends: Ends): Outcome<boolean> {
    const home = await ends.to.find(undefined);
    if (!home.ok) return failed(problemOf("target", home.problem));
    if (home.value === undefined) return ok(false);
    const left = await ends.from.find(home.value.targetId);
    if (!left.ok) return failed(problemOf("source", left.problem));
    if (left.value === undefined) return ok(false);
    const leaving = await ends.from.leave(home.value.targetId);
    if (!leaving.ok) return failed(problemOf("source", leaving.problem));
    const copied = await copyLibrary({ ...this.#copying(ends, false), isStopped: () => false, onProgress: () => undefined });
    return copied.ok ? ok(true) : failed(toMoveProblem(copied.problem));
  }

  async #copy(intent: Intent, ends: Ends): Outcome {
    const copied = await copyLibrary({
      ...this.#copying(ends, this.#intent()?.madeFolder === true),
      isStopped: () => this.#intent() === undefined,
      onProgress: (done, total) => this.store.replace({ kind: "copying", to: intent.to, done, total }),
    });
    if (copied.ok) return copied;
    return failed(copied.problem.kind === "stopped" ? "called-off" : toMoveProblem(copied.problem));
  }

  /** Writes packs only into a folder that this move created: an older folder may have files of the same notes, even in its trash. */
  #copying({ from, to }: Ends, mayWrite: boolean): Pick<CopyDeps, "from" | "to" | "md5" | "packing"> {
    const packing = this.deps.packing();
    return { from, to, md5: this.deps.md5, packing: packing === undefined ? undefined : { ...packing, mayWrite } };
  }

  /** Removes a partial copy. Failures are ignored, because what remains does no harm. */
  async #discard(intent: Intent): Promise<void> {
    const connections: StorageConnection[] = [];
    const to = await this.#open(storageOf(intent.to), connections);
    if (to.ok && (await to.value.find(undefined)).ok) await to.value.discard();
    for (const connection of connections) connection.close();
  }

  async #ask(call: (token: string) => Promise<Result<PlanState, BackendProblem>>): Promise<Result<PlanState, MoveProblem>> {
    const token = this.deps.token();
    if (token === undefined) return failed("not-signed-in");
    const answer = await call(token);
    if (answer.ok) return answer;
    if (answer.problem.kind !== "refused") return failed("unreachable");
    if (answer.problem.code === "plan-too-small") return failed("too-small");
    if (answer.problem.code === "plan-not-offered") return failed("not-offered");
    if (answer.problem.status >= 500) return failed("unreachable");
    return failed(answer.problem.status === 401 ? "not-signed-in" : "failed");
  }

  #intent(): Intent | undefined {
    return parseIntent(this.deps.preferences.read(LOCAL_KEYS.planMove));
  }

  #keep(intent: Intent | undefined): void {
    this.deps.preferences.write(LOCAL_KEYS.planMove, intent === undefined ? undefined : JSON.stringify(intent));
  }
}

type Opened = Result<CopyTarget, Extract<Awaited<ReturnType<StorageAccess>>, { readonly ok: false }>["problem"]>;

function storageOf(plan: PlanType): StorageKind {
  return needsOwnDrive(plan) ? "own-drive" : "managed";
}

function toMoveProblem(problem: CopyProblem): MoveProblem {
  if (problem.kind === "source" || problem.kind === "target") return problemOf(problem.kind, problem.problem);
  return problem.kind === "stopped" ? "failed" : problem.kind;
}

function problemOf(end: "source" | "target", problem: RemoteProblem): MoveProblem {
  if (problem.kind === "storage-full") return "too-small";
  if (problem.kind === "access-expired" || problem.kind === "scope-missing" || problem.kind === "not-connected") {
    return end === "source" ? "source-lost" : "unreachable";
  }
  return problem.kind === "rejected" || problem.kind === "target-changed" ? "failed" : "unreachable";
}

type Intent = {
  readonly from: PlanType;
  readonly to: PlanType;
  /** True if this move created the folder, so that it may remove it. */
  readonly madeFolder: boolean;
};

/** Parses what this device remembers of a move: only that it is wanted. The two storages show what is left to do. Pure. */
function parseIntent(text: string | undefined): Intent | undefined {
  try {
    const value: unknown = text === undefined ? undefined : JSON.parse(text);
    if (typeof value !== "object" || value === null) return undefined;
    const { from, to, madeFolder } = value as Record<string, unknown>;
    const [fromPlan, toPlan] = [parsePlan(String(from)), parsePlan(String(to))];
    return fromPlan === undefined || toPlan === undefined ? undefined : { from: fromPlan, to: toPlan, madeFolder: madeFolder === true };
  } catch {
    return undefined;
  }
}
