/** An access token and its renewal: early, after a 401, and with growing delays after failures. Spec B §4, drive-contract §5.3. */
import { CONNECTION } from "../model/limits/limits.ts";
import type { Clock, Timers } from "../ports/environment.ts";
import type { Obtained, OutOfReach, Retry } from "./connection-service-types.ts";

export type AccessDeps = {
  /** `held`: the caller's token, refused or about to expire; the result may be any other token that lasts longer. */
  readonly obtain: (held: Held | undefined) => Promise<Obtained>;
  readonly clock: Clock;
  readonly timers: Timers;
  /** `isUsable`: the earlier token is still valid although its renewal failed. */
  readonly onOutcome: (outcome: Obtained, isUsable: boolean) => void;
};

export type Held = { readonly token: string; readonly endsAt: number };

const cancelNothing = (): void => undefined;

export class AccessService {
  #access: Held | undefined;
  /** Last token, even if it was refused since. */
  #held: Held | undefined;
  #renewing: Promise<string | undefined> | undefined;
  #cancelTimer: () => void = cancelNothing;
  #isWaiting = false;
  #isOver = true;
  #retries = true;
  #attempts = 0;
  #retry: Retry | undefined;
  /** Number of the current start; results of earlier starts are ignored. */
  #life = 0;

  constructor(private readonly deps: AccessDeps) {}

  /** Number of the failed attempt and time of the next one; undefined while attempts succeed. */
  get retry(): Retry | undefined {
    return this.#retry;
  }

  /** Starts again, with a token if the caller has one. */
  start(first?: Obtained): Promise<string | undefined> {
    this.stop();
    this.#isOver = false;
    this.#retries = true;
    this.#attempts = 0;
    return first === undefined ? this.renew() : Promise.resolve(this.#take(first));
  }

  stop(): void {
    this.#life += 1;
    this.#isOver = true;
    this.#access = undefined;
    this.#held = undefined;
    this.#renewing = undefined;
    this.#retry = undefined;
    this.#wait(undefined);
  }

  /** Adopts a token that another tab obtained. */
  adopt({ token, endsAt }: Held): void {
    if (this.#isOver || token === this.#held?.token || endsAt < (this.#access?.endsAt ?? 0)) return;
    this.#take({ kind: "access", token, lifetimeMs: endsAt - this.deps.clock.now() });
  }

  /** Returns a valid token, renewed if necessary; undefined while waiting for the next attempt. */
  token(): Promise<string | undefined> {
    if (this.#isUsable()) return Promise.resolve(this.#access?.token);
    return this.#isOver || this.#isWaiting ? Promise.resolve(undefined) : this.renew();
  }

  /** Renews the token after it was refused. */
  refresh(): Promise<string | undefined> {
    if (this.#renewing === undefined) this.#access = undefined;
    return this.#isOver ? Promise.resolve(undefined) : this.renew();
  }

  /** Renews the token once for concurrent callers. */
  renew(): Promise<string | undefined> {
    this.#renewing ??= this.#renew(this.#life);
    return this.#renewing;
  }

  /** Tries at once and restarts the count of attempts: back online, or on the user's request. */
  retryNow(): Promise<string | undefined> {
    if (this.#isOver) return this.start();
    this.#attempts = 0;
    this.#retries = true;
    return this.renew();
  }

  stopRetrying(): void {
    this.#retries = false;
    if (this.#retry !== undefined) this.#retry = { ...this.#retry, nextAtMs: undefined };
    if (!this.#isUsable()) this.#wait(undefined);
  }

  async #renew(life: number): Promise<string | undefined> {
    const outcome = await this.deps.obtain(this.#held);
    if (life !== this.#life) return undefined;
    this.#renewing = undefined;
    return this.#take(outcome);
  }

  #take(outcome: Obtained): string | undefined {
    this.#wait(undefined);
    if (outcome.kind === "access") this.#keep(outcome.token, outcome.lifetimeMs);
    else if (outcome.kind === "later") this.#waitToRetry(outcome.outOfReach);
    else this.stop();
    this.deps.onOutcome(outcome, this.#isUsable());
    return this.#isUsable() ? this.#access?.token : undefined;
  }

  #keep(token: string, lifetimeMs: number): void {
    this.#access = { token, endsAt: this.deps.clock.now() + lifetimeMs };
    this.#held = this.#access;
    this.#attempts = 0;
    this.#retries = true;
    this.#retry = undefined;
    if (Number.isFinite(lifetimeMs)) this.#wait(renewAfterMs(lifetimeMs));
  }

  #waitToRetry(outOfReach: OutOfReach): void {
    const quickMs = retryAfterMs(this.#attempts);
    const delayMs = this.#retries ? (quickMs ?? CONNECTION.restingRetryMs) : undefined;
    this.#attempts += 1;
    const nextAtMs = delayMs === undefined ? undefined : this.deps.clock.now() + delayMs;
    this.#retry = { attempt: this.#attempts, outOfReach, nextAtMs, isResting: quickMs === undefined };
    this.#wait(delayMs);
    this.#isWaiting = delayMs !== undefined;
  }

  /** Replaces the timer; `undefined` only cancels it. */
  #wait(delayMs: number | undefined): void {
    this.#cancelTimer();
    this.#isWaiting = false;
    this.#cancelTimer = delayMs === undefined ? cancelNothing : this.deps.timers.after(delayMs, () => void this.renew());
  }

  #isUsable(): boolean {
    return this.#access !== undefined && this.#access.endsAt - CONNECTION.expiryMarginMs > this.deps.clock.now();
  }
}

/** Five minutes before expiry; half of the lifetime for short-lived tokens. Spec B §9 "Reconnect", drive-contract §5.3. Pure. */
export function renewAfterMs(lifetimeMs: number): number {
  return Math.max(lifetimeMs - CONNECTION.renewBeforeMs, lifetimeMs / 2);
}

/** Returns undefined when no automatic attempts are left. */
export function retryAfterMs(attempts: number): number | undefined {
  if (attempts >= CONNECTION.reconnectAttempts) return undefined;
  return Math.min(CONNECTION.reconnectFirstMs * 2 ** attempts, CONNECTION.reconnectMaxMs);
}
