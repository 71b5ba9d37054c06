/** An unlocked folder in this tab. Locking hides texts, has unsaved text sealed, then drops the key. Spec B §4, encryption.md 3.5 (8). */
import { SENSITIVE } from "../../model/limits/limits.ts";
import { LOCAL_KEYS } from "../../model/storage-keys.ts";
import { createStore, createUnionStore } from "../../model/store.ts";
import type { Preferences } from "../../ports/device/preferences.ts";
import type { SensitiveSessionStore } from "../../ports/device/sensitive-session.ts";
import type { Channel, Clock, Timers } from "../../ports/environment.ts";
import type { SensitiveKeys } from "../../ports/sealing/sensitive-keys.ts";
import type { ChangeElsewhere, LockReason, LockWhenHidden, SensitiveEvent, SensitiveState } from "./sensitive-service-types.ts";

export type SensitiveMessage = { readonly kind: "locked" | "active" };

/** Called when the page becomes visible, and when it is hidden. */
export type Attention = { onAwake(listener: () => void): () => void; onHidden(listener: () => void): () => void };

export type SensitiveSessionDeps = {
  readonly keyring: Pick<
    SensitiveKeys,
    "takeSensitive" | "unlockedSensitive" | "keepSensitive" | "extendSensitive" | "restoreSensitive" | "lockSensitive"
  >;
  readonly sessionStore: SensitiveSessionStore;
  readonly channel: Channel<SensitiveMessage>;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly attention: Attention;
  readonly preferences: Preferences;
};

export class SensitiveSession {
  readonly store = createUnionStore<SensitiveState>({ kind: "locked" });
  readonly countdown = createStore<{ readonly secondsLeft: number | undefined }>({ secondsLeft: undefined });
  readonly lockWhenHidden: LockWhenHidden;
  readonly #deps: SensitiveSessionDeps;
  readonly #onLocked: (token: string | undefined) => void;
  readonly #listeners = new Set<(event: SensitiveEvent) => void>();
  readonly #sealers = new Set<() => Promise<void>>();
  readonly #stops: readonly (() => void)[];
  #token: string | undefined;
  #expiresAt = 0;
  #keptAt = 0;
  #isSetUp = true;
  /** Change by another device or tab that the next unlock form reports. */
  #elsewhere: ChangeElsewhere | undefined;
  /** Number of locks; work that began before a lock is not completed after it. */
  #turn = 0;
  #locking: Promise<void> = Promise.resolve();
  #cancelTick: () => void = () => undefined;

  constructor(deps: SensitiveSessionDeps, onLocked: (token: string | undefined) => void = () => undefined) {
    this.#deps = deps;
    this.#onLocked = onLocked;
    this.lockWhenHidden = keepChoice(deps.preferences);
    this.#stops = [
      deps.channel.onMessage(({ kind }) => {
        if (kind === "locked") void this.#lock("elsewhere");
        else this.#prolong();
      }),
      deps.attention.onAwake(() => this.#check()),
      deps.attention.onHidden(() => {
        if (this.lockWhenHidden.store.getState().enabled && this.isUnlocked) void this.lock("hidden");
      }),
    ];
  }

  get isUnlocked(): boolean {
    return this.store.getState().kind === "unlocked";
  }

  onEvent(listener: (event: SensitiveEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  beforeKeyGoes(seal: () => Promise<void>): () => void {
    this.#sealers.add(seal);
    return () => this.#sealers.delete(seal);
  }

  /** Updates the locked state; an unlocked folder stays as it is. */
  setUpIs(isSetUp: boolean): void {
    if (this.#isSetUp === isSetUp) return;
    this.#isSetUp = isSetUp;
    if (!this.isUnlocked) this.store.replace(this.#lockedState());
  }

  /** Keeps the change until the folder is unlocked; undefined forgets it. */
  changedElsewhere(change: ChangeElsewhere | undefined): void {
    if (this.#elsewhere === change) return;
    this.#elsewhere = change;
    if (!this.isUnlocked) this.store.replace(this.#lockedState());
  }

  /** Resolves when no lock is running, because a lock drops keys prepared for the next unlock. */
  waitForLock(): Promise<void> {
    return this.#locking;
  }

  /** Restores what this tab had unlocked before a reload, if its time has not passed. */
  async restore(): Promise<void> {
    const { sessionStore, keyring, clock } = this.#deps;
    const kept = sessionStore.read();
    const restored = await keyring.restoreSensitive(kept?.sessionKey, clock.now());
    const sid = await keyring.unlockedSensitive();
    if (!restored.ok || restored.value === undefined || sid === undefined) return sessionStore.clear();
    this.#token = kept?.token;
    this.#begin(sid, restored.value);
  }

  /** Makes the prepared key current. "nothing": none was prepared; "forbidden": unlocking is no longer allowed. */
  async take(token: string | undefined, mayUnlock: () => boolean): Promise<"taken" | "nothing" | "forbidden"> {
    const { sessionStore, keyring, clock } = this.#deps;
    const turn = this.#turn;
    const sid = await keyring.takeSensitive();
    if (sid === undefined) return "nothing";
    const expiresAt = clock.now() + SENSITIVE.idleMs;
    const kept = await keyring.keepSensitive(expiresAt, sessionStore.read()?.sessionKey);
    if (turn !== this.#turn || !mayUnlock()) {
      await keyring.lockSensitive(kept.ok ? kept.value : undefined);
      return "forbidden";
    }
    this.#token = token;
    // If the browser refuses storage, the folder is unlocked until the page closes.
    if (kept.ok) sessionStore.write({ sessionKey: kept.value, expiresAt, ...(token === undefined ? {} : { token }) });
    this.#keptAt = clock.now();
    this.#begin(sid, expiresAt);
    return "taken";
  }

  touch(): void {
    if (this.#prolong()) this.#deps.channel.post({ kind: "active" });
  }

  lock(reason: LockReason): Promise<void> {
    this.#deps.channel.post({ kind: "locked" });
    return this.#lock(reason);
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#cancelTick();
  }

  #begin(sid: string, expiresAt: number): void {
    this.#expiresAt = expiresAt;
    this.#isSetUp = true;
    this.#elsewhere = undefined;
    const wasUnlocked = this.isUnlocked;
    this.store.replace({ kind: "unlocked", sid, expiresAt });
    this.countdown.setState({ secondsLeft: this.#secondsLeft() });
    this.#tick();
    if (!wasUnlocked) this.#emit({ kind: "unlocked" });
  }

  #lockedState(): SensitiveState {
    if (!this.#isSetUp) return { kind: "not-set-up" };
    return { kind: "locked", ...(this.#elsewhere === undefined ? {} : { elsewhere: this.#elsewhere }) };
  }

  #tick(): void {
    this.#cancelTick();
    this.#cancelTick = this.#deps.timers.after(Math.min(SENSITIVE.tickMs, Math.max(0, this.#leftMs())), () => {
      if (this.#check()) this.#tick();
    });
  }

  /** Returns true if the folder stays unlocked, and locks it otherwise. */
  #check(): boolean {
    const state = this.store.getState();
    if (state.kind !== "unlocked") return false;
    // More time left than the maximum means that the clock was set back.
    if (this.#leftMs() <= 0 || this.#leftMs() > SENSITIVE.idleMs) {
      void this.#lock("expired");
      return false;
    }
    const [before, secondsLeft] = [this.countdown.getState().secondsLeft ?? 0, this.#secondsLeft()];
    if (before === secondsLeft) return true;
    this.countdown.setState({ secondsLeft });
    if (state.expiresAt !== this.#expiresAt) this.store.replace({ ...state, expiresAt: this.#expiresAt });
    if (SENSITIVE.warnAtSeconds.some((at) => before > at && secondsLeft <= at)) this.#emit({ kind: "ending", secondsLeft });
    return true;
  }

  #leftMs(): number {
    return this.#expiresAt - this.#deps.clock.now();
  }

  #secondsLeft(): number {
    return Math.ceil(this.#leftMs() / 1000);
  }

  /** Returns true if the new end time must be stored, which happens only now and then. */
  #prolong(): boolean {
    if (!this.#check()) return false;
    const now = this.#deps.clock.now();
    this.#expiresAt = now + SENSITIVE.idleMs;
    if (now - this.#keptAt < SENSITIVE.keepEveryMs) return false;
    this.#keptAt = now;
    this.#check();
    void this.#extend(this.#expiresAt);
    return true;
  }

  async #extend(expiresAt: number): Promise<void> {
    const { sessionStore, keyring, clock } = this.#deps;
    const kept = sessionStore.read();
    if (kept === undefined) return;
    const extended = await keyring.extendSensitive(kept.sessionKey, clock.now(), expiresAt);
    // Locked or unlocked again in the meantime, so the session is no longer this one.
    if (!extended.ok || !extended.value || sessionStore.read()?.sessionKey !== kept.sessionKey) return;
    sessionStore.write({ ...kept, expiresAt });
  }

  #lock(reason: LockReason): Promise<void> {
    const { sessionStore, keyring } = this.#deps;
    const [kept, token, wasUnlocked] = [sessionStore.read(), this.#token, this.isUnlocked];
    this.#cancelTick();
    this.#turn += 1;
    this.#token = undefined;
    sessionStore.clear();
    this.store.replace(this.#lockedState());
    this.countdown.setState({ secondsLeft: undefined });
    if (wasUnlocked) this.#emit({ kind: "locked", reason });
    this.#locking = this.#locking.then(async () => {
      if (wasUnlocked) await Promise.allSettled([...this.#sealers].map((seal) => seal()));
      await keyring.lockSensitive(kept?.sessionKey);
      this.#onLocked(token);
    });
    return this.#locking;
  }

  #emit(event: SensitiveEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

function keepChoice(preferences: Preferences): LockWhenHidden {
  const store = createStore({ enabled: preferences.read(LOCAL_KEYS.lockWhenHidden) === "true" });
  return {
    store,
    set(enabled) {
      preferences.write(LOCAL_KEYS.lockWhenHidden, enabled ? "true" : undefined);
      store.setState({ enabled });
    },
  };
}
