/** When cycles run (start, edit, online, front, poll; one tab at a time) and what screens see of it. sync.md §5 "Pace". */

import type { CollectionMeans } from "../../library/attachments/attachments-service-types.ts";
import type { Library } from "../../library/index/library-service.ts";
import { dueAgainInMs, isRefusedByDrive } from "../../library/index/refusal.ts";
import type { RemoteFile } from "../../model/drive/remote-file.ts";
import type { LightEntity } from "../../model/entities/entity.ts";
import type { CodeMissing } from "../../model/lazy/lazy-module.ts";
import { REQUEST, SYNC } from "../../model/limits/limits.ts";
import type { Result } from "../../model/result.ts";
import { LOCKS } from "../../model/storage-keys.ts";
import { createStore, type ReadableStore } from "../../model/store.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { Preferences } from "../../ports/device/preferences.ts";
import type { Channel, Clock, Ids, Leadership, Network, Random, Timers } from "../../ports/environment.ts";
import type { RemoteStore } from "../../ports/remote/remote-store.ts";
import type { PackCodec } from "../../ports/sealing/pack-codec.ts";
import type { NoteSealing } from "../../ports/sealing/sensitive-keys.ts";
import type { CycleProblem } from "../context/cycle-types.ts";
import type { RemovalChoice } from "../cycle/removals.ts";
import { type CycleLog, createCycleLog } from "../log/cycle-log-service.ts";
import { pollMs, type SyncSettings } from "../settings/sync-settings.ts";
import type { SyncEngine, SyncService, SyncState } from "./sync-service-types.ts";

/** Messages between tabs about syncing: the tab that syncs sends its state, the others ask it to sync soon. */
export type SyncMessage = { readonly kind: "nudge" } | { readonly kind: "state"; readonly state: SyncState };

export type SyncDeps = {
  readonly library: Library;
  readonly engine: SyncEngine;
  readonly remote: RemoteStore;
  readonly packs?: PackCodec;
  readonly attachments?: CollectionMeans;
  readonly sealing?: NoteSealing;
  readonly mayPack: () => boolean;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly network: Network;
  /** Whether the drive has stopped answering, in the middle of whatever it was asked. */
  readonly line?: ReadableStore<{ readonly isSilent: boolean }>;
  readonly leadership: Leadership;
  readonly channel?: Channel<SyncMessage>;
  readonly isVisible: () => boolean;
  readonly onVisible: (listener: () => void) => () => void;
  readonly settings: ReadableStore<SyncSettings>;
  /** Notes are saved while they are typed, so edits are sent less often. decision 0042. */
  readonly savesAutomatically?: () => boolean;
  /** Keeps this device in step with the others between cycles. Absent: only cycles do. */
  readonly live?: SyncLive;
  /** Keeps what the device that approved this one knew to be in the drive. Absent: nothing is compared. */
  readonly preferences?: Preferences;
  /** Called after the first pull, when missing default folders may be created. */
  readonly afterCycle?: () => Promise<void>;
};

export type SyncLive = {
  /** Called in the tab that syncs, while it syncs automatically. `scheduleSync` asks for a cycle. Returns a function that stops it. */
  readonly start: (scheduleSync: () => void) => () => void;
  readonly isAwaited: (entity: LightEntity) => boolean;
};

export function createSyncService(deps: SyncDeps): SyncService {
  return new SyncLoop(deps);
}

const SILENT = { kind: "timed-out", afterMs: REQUEST.timeoutMs } as const;

class SyncLoop implements SyncService {
  readonly store = createStore<SyncState>({ phase: "off", pendingCount: 0, unreadableCount: 0 });
  readonly #deps: SyncDeps;
  readonly #stops: (() => void)[] = [];
  readonly #waiting: ((completed: boolean) => void)[] = [];
  #isStarted = false;
  #isLeader = false;
  #isAsked = false;
  #log: CycleLog | undefined;
  #running: Promise<boolean> | undefined;
  #cancelNext: (() => void) | undefined;
  #nextAtMs = Number.POSITIVE_INFINITY;
  #isEdited = false;
  #lastEditCycleAtMs = Number.NEGATIVE_INFINITY;
  #failures = 0;
  #stopLive: (() => void) | undefined;
  #beforeSilence: CycleProblem | undefined;
  #missingApproved = 0;

  constructor(deps: SyncDeps) {
    this.#deps = deps;
    // Also while nothing syncs: what waits, and when this device was last in step, is asked without a drive most of all.
    deps.library.onChange((notice) => this.#onChange(notice.origin !== "sync"));
    deps.line?.subscribe(() => this.#publish({}));
    this.#publish({});
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#publish({ phase: "idle" });
    const { network, leadership, onVisible, channel, settings } = this.#deps;
    this.#log = createCycleLog(this.#deps);
    this.#stops.push(this.#log.stop);
    if (channel !== undefined) this.#stops.push(channel.onMessage((message) => this.#handleMessage(message)));
    this.#stops.push(network.onChange((online) => online && this.#hurry()));
    this.#stops.push(onVisible(() => this.#scheduleByItself(0)));
    this.#stops.push(settings.subscribe(() => this.#reschedule()));
    this.#stops.push(leadership.lead(LOCKS.sync, (signal) => this.#lead(signal)));
  }

  async stop(): Promise<void> {
    this.#isStarted = false;
    this.#isLeader = false;
    this.#followLive();
    this.#cancelAppointment();
    for (const stop of this.#stops.splice(0)) stop();
    await this.#running;
    // The service was started again meanwhile. That start continues and resolves every request.
    if (this.#isStarted) return;
    this.#answer(false);
    this.#publish({ phase: "off" });
  }

  syncNow(): Promise<boolean> {
    if (!this.#isStarted) return Promise.resolve(false);
    const answered = new Promise<boolean>((resolve) => this.#waiting.push(resolve));
    if (this.#isLeader) this.#ask();
    else this.#deps.channel?.post({ kind: "nudge" });
    return answered;
  }

  async resolveRemovals(choice: RemovalChoice): Promise<Result<void, StoreProblem | CodeMissing>> {
    const resolved = await this.#deps.engine.resolveRemovals(this.#deps.library, this.#deps.clock, choice);
    if (resolved.ok) void this.syncNow();
    return resolved;
  }

  /** Begins to sync in this tab. It cannot know what the former tab wrote before it ended. */
  async #lead(signal: { readonly aborted: boolean }): Promise<void> {
    if (signal.aborted || !this.#isStarted) return;
    const loaded = await this.#deps.library.reload();
    // Stopped meanwhile, and perhaps started again: then another turn has been asked for, and this one must not keep the lock from it.
    if (signal.aborted || !this.#isStarted) return;
    if (!loaded.ok) return this.#publish({ phase: "waiting" });
    this.#isLeader = true;
    this.#followLive();
    this.#scheduleByItself(0);
    await new Promise<void>((resolve) => this.#stops.push(resolve));
    this.#isLeader = false;
    this.#followLive();
    await this.#running;
  }

  #handleMessage(message: SyncMessage): void {
    if (message.kind === "nudge") this.#ask();
    else if (!this.#isLeader) this.#follow(message.state);
  }

  /** Takes over the state of the tab that syncs. */
  #follow(state: SyncState): void {
    this.#replace(state);
    if (state.phase === "idle" || state.phase === "waiting") this.#answer(state.problem === undefined);
  }

  #onChange(isEdit: boolean): void {
    this.#publish({});
    if (!isEdit || !this.#isStarted) return;
    this.#isEdited = true;
    const everyMs = this.#deps.savesAutomatically?.() === true ? SYNC.typedCyclesEveryMs : SYNC.editCyclesEveryMs;
    const afterLast = this.#lastEditCycleAtMs + everyMs - this.#deps.clock.now();
    this.#scheduleByItself(Math.max(SYNC.afterEditMs, afterLast));
  }

  #hurry(): void {
    this.#failures = 0;
    this.#scheduleByItself(0);
  }

  /** The user asked, here or in another tab. */
  #ask(): void {
    this.#failures = 0;
    this.#isAsked = true;
    this.#schedule(0);
  }

  #scheduleByItself(delayMs: number): void {
    if (this.#deps.settings.getState().autoSync) this.#schedule(delayMs);
  }

  #followLive(): void {
    const isWanted = this.#isLeader && this.#deps.settings.getState().autoSync;
    if (!isWanted) this.#stopLive?.();
    if (!isWanted) this.#stopLive = undefined;
    else this.#stopLive ??= this.#deps.live?.start(() => this.#scheduleByItself(0));
  }

  /** Other settings set another timer. */
  #reschedule(): void {
    this.#followLive();
    this.#cancelAppointment();
    if (this.#waiting.length > 0) this.#schedule(0);
    else this.#scheduleByItself(this.#deps.library.index.pendingPush.size > 0 ? 0 : this.#pauseMs(true));
  }

  /** An earlier timer is kept; a later one does not delay it, except that edits move each other within their limit. */
  #schedule(delayMs: number): void {
    if (!this.#isStarted || !this.#isLeader) return;
    const at = this.#deps.clock.now() + delayMs;
    if (this.#cancelNext !== undefined && this.#nextAtMs <= at) return;
    this.#cancelAppointment();
    this.#nextAtMs = at;
    this.#cancelNext = this.#deps.timers.after(delayMs, () => {
      this.#cancelNext = undefined;
      this.#nextAtMs = Number.POSITIVE_INFINITY;
      void this.#runOnce();
    });
  }

  /** Nothing is left of it: a timer that seems to be set would prevent every later one. */
  #cancelAppointment(): void {
    this.#cancelNext?.();
    this.#cancelNext = undefined;
    this.#nextAtMs = Number.POSITIVE_INFINITY;
  }

  async #runOnce(): Promise<void> {
    if (this.#running !== undefined) {
      await this.#running;
      return this.#schedule(0);
    }
    const waiting = this.#waiting.splice(0);
    const wasAsked = this.#isAsked;
    this.#isAsked = false;
    if (this.#isEdited) this.#lastEditCycleAtMs = this.#deps.clock.now();
    this.#isEdited = false;
    this.#running = this.#cycle(wasAsked);
    const completed = await this.#running;
    this.#running = undefined;
    for (const resolve of waiting) resolve(completed);
    this.#scheduleByItself(this.#pauseMs(completed));
  }

  async #cycle(wasAsked: boolean): Promise<boolean> {
    this.#publish({ phase: "syncing" });
    const outcome = await this.#deps.engine.runCycle({
      ...this.#deps,
      // A request for a cycle is a request for everything to be in the drive.
      isAwaited: wasAsked ? undefined : this.#deps.live?.isAwaited,
      isStopped: () => !this.#isStarted,
      onProgress: (done, total) => this.#publish({ progress: { done, total } }),
      onMissingApproved: (count) => {
        this.#missingApproved = count;
      },
    });
    if (outcome.ok) await this.#deps.afterCycle?.();
    await this.#log?.ended(outcome.ok ? undefined : outcome.problem.kind, wasAsked);
    this.#failures = outcome.ok ? 0 : this.#failures + 1;
    this.#finish(outcome.ok ? undefined : outcome.problem);
    return outcome.ok;
  }

  filesInDrive(): Iterable<RemoteFile> {
    return this.#deps.library.index.allFiles();
  }

  #finish(problem: CycleProblem | undefined): void {
    const { problem: _problem, progress: _progress, ...rest } = this.store.getState();
    const now = problem === undefined ? { lastCompleteAt: this.#deps.clock.now() } : { problem };
    const phase = problem === undefined ? "idle" : "waiting";
    this.#replace({ ...rest, ...this.#counts(), ...now, phase: this.#isStarted ? phase : "off" });
  }

  #pauseMs(completed: boolean): number {
    const jitter = 0.75 + this.#deps.random() / 2;
    const isVisible = this.#deps.isVisible();
    // A request that timed out has taken its time already.
    if (isVisible && this.store.getState().problem?.kind === "timed-out") return SYNC.retryFirstMs * jitter;
    if (!completed) {
      const mostMs = isVisible ? SYNC.retryMaxMs : SYNC.retryHiddenMaxMs;
      return Math.min(mostMs, SYNC.retryFirstMs * 2 ** Math.max(0, this.#failures - 1)) * jitter;
    }
    const idleMs = pollMs(this.#deps.settings.getState(), isVisible) * jitter;
    return isVisible ? Math.min(idleMs, this.#refusedDueInMs() + SYNC.retryFirstMs * jitter) : idleMs;
  }

  /** Returns the time until the next entity that the drive refused is tried again, milliseconds. */
  #refusedDueInMs(): number {
    const { index } = this.#deps.library;
    const now = this.#deps.clock.now();
    const due = [...index.attempts.values()].filter((attempt) => isRefusedByDrive(attempt) && index.pendingPush.has(attempt.id));
    const areFilesRefused = [...index.attachments.values()].some(({ upload }) => upload.kind === "waiting" && upload.refusal !== undefined);
    const most = areFilesRefused ? SYNC.refusedMaxMs : Number.POSITIVE_INFINITY;
    // A full drive is asked for all of them at once, so its last refusal counts.
    const lastFullMs = due.reduce((last, { problem, atMs }) => (problem === "storage-full" ? Math.max(last, atMs) : last), 0);
    const counted = due.filter(({ problem, atMs }) => problem !== "storage-full" || atMs === lastFullMs);
    return counted.reduce((least, attempt) => Math.min(least, dueAgainInMs(attempt, now)), most);
  }

  #answer(completed: boolean): void {
    for (const resolve of this.#waiting.splice(0)) resolve(completed);
  }

  #publish(change: Partial<SyncState>): void {
    this.store.setState({ ...change, ...this.#silence(change.phase), ...this.#counts() });
    this.#broadcast();
  }

  /** A drive that has stopped answering is reported before the cycle gives up. */
  #silence(phase = this.store.getState().phase): Pick<SyncState, "problem"> {
    if (!this.#isLeader) return {};
    const { problem } = this.store.getState();
    const isSilent = phase === "syncing" && this.#deps.line?.getState().isSilent === true;
    if (!isSilent) return problem === SILENT ? { problem: this.#beforeSilence } : {};
    if (problem !== SILENT) this.#beforeSilence = problem;
    return { problem: SILENT };
  }

  #replace(state: SyncState): void {
    this.store.setState({ problem: undefined, progress: undefined, ...state } as SyncState);
    this.#broadcast();
  }

  #broadcast(): void {
    if (this.#isLeader) this.#deps.channel?.post({ kind: "state", state: this.store.getState() });
  }

  #counts(): Omit<SyncState, "phase"> {
    const { index } = this.#deps.library;
    const lastCompleteAt = this.store.getState().lastCompleteAt ?? index.meta.lastCompleteAt;
    return {
      ...(lastCompleteAt === undefined ? {} : { lastCompleteAt }),
      pendingCount: index.countUnsent(),
      refusal: index.whyRefused(),
      unreadableCount: index.unreadableCount,
      unsealedCount: index.unsealedFiles().length,
      wentBackCount: index.meta.wentBack?.count,
      missingApprovedCount: this.#missingApproved,
    };
  }
}
