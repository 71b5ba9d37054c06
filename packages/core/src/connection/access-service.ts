/**
 * An access token and its renewals: one at a time, five minutes early, again after a 401, and after failures at growing distances.
 * Does not know where tokens come from, nor what is shown. Spec B §4 "Reconnect loop", drive-contract §5.3.
 */
import { CONNECTION } from "../limits.ts";
import type { Clock, Timers } from "../ports/environment.ts";
import { renewAfterMs, retryAfterMs } from "./renewal.ts";

/** `expired`: only the person can help. `gone`: there is no connection any more. `later`: nothing is known to be wrong with it. */
export type Obtained =
  | { readonly kind: "access"; readonly token: string; readonly lifetimeMs: number }
  | { readonly kind: "expired" | "gone" | "later" };

export type AccessDeps = {
  readonly obtain: () => Promise<Obtained>;
  readonly clock: Clock;
  readonly timers: Timers;
  /** `isUsable`: an earlier token is still good, although its renewal failed. */
  readonly onOutcome: (outcome: Obtained, isUsable: boolean) => void;
};

const cancelNothing = (): void => undefined;

export class AccessKeeper {
  #access: { readonly token: string; readonly endsAt: number } | undefined;
  #renewing: Promise<string | undefined> | undefined;
  #cancelTimer: () => void = cancelNothing;
  #isWaiting = false;
  #isOver = true;
  #retries = true;
  #attempts = 0;
  /** Answers that belong to an earlier life are not listened to. */
  #life = 0;

  constructor(private readonly deps: AccessDeps) {}

  /** Begins a new life, with a token where one is at hand. */
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
    this.#renewing = undefined;
    this.#wait(undefined);
  }

  /** A good token, if need be a new one; nothing while a retry is waited for. */
  token(): Promise<string | undefined> {
    if (this.#isUsable()) return Promise.resolve(this.#access?.token);
    return this.#isOver || this.#isWaiting ? Promise.resolve(undefined) : this.renew();
  }

  /** The present token was refused. */
  refresh(): Promise<string | undefined> {
    if (this.#renewing === undefined) this.#access = undefined;
    return this.#isOver ? Promise.resolve(undefined) : this.renew();
  }

  /** One renewal for all who ask at once. */
  renew(): Promise<string | undefined> {
    this.#renewing ??= this.#renew(this.#life);
    return this.#renewing;
  }

  /** Tries at once and counts attempts anew: back online, or the person asks. */
  retryNow(): Promise<string | undefined> {
    if (this.#isOver) return this.start();
    this.#attempts = 0;
    this.#retries = true;
    return this.renew();
  }

  stopRetrying(): void {
    this.#retries = false;
    if (!this.#isUsable()) this.#wait(undefined);
  }

  async #renew(life: number): Promise<string | undefined> {
    const outcome = await this.deps.obtain();
    if (life !== this.#life) return undefined;
    this.#renewing = undefined;
    return this.#take(outcome);
  }

  #take(outcome: Obtained): string | undefined {
    this.#wait(undefined);
    if (outcome.kind === "access") this.#keep(outcome.token, outcome.lifetimeMs);
    else if (outcome.kind === "later") this.#waitToRetry();
    else this.stop();
    this.deps.onOutcome(outcome, this.#isUsable());
    return this.#isUsable() ? this.#access?.token : undefined;
  }

  #keep(token: string, lifetimeMs: number): void {
    this.#access = { token, endsAt: this.deps.clock.now() + lifetimeMs };
    this.#attempts = 0;
    if (Number.isFinite(lifetimeMs)) this.#wait(renewAfterMs(lifetimeMs));
  }

  #waitToRetry(): void {
    const delayMs = this.#retries ? retryAfterMs(this.#attempts) : undefined;
    this.#attempts += 1;
    this.#wait(delayMs);
    this.#isWaiting = delayMs !== undefined;
  }

  /** One timer at a time; `undefined` only cancels. */
  #wait(delayMs: number | undefined): void {
    this.#cancelTimer();
    this.#isWaiting = false;
    this.#cancelTimer = delayMs === undefined ? cancelNothing : this.deps.timers.after(delayMs, () => void this.renew());
  }

  #isUsable(): boolean {
    return this.#access !== undefined && this.#access.endsAt - CONNECTION.expiryMarginMs > this.deps.clock.now();
  }
}
