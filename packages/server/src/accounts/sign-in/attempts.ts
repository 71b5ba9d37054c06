/**
 * Limits how often passwords may be tried and accounts created. Failures count per account and network, per network, or per known device.
 * The count of a whole account only delays, so that no one can lock another user out. Existing sessions are never affected. Decision 0006
 * "Floods".
 */
import type { Counted, Counts } from "../../db/counts.ts";
import type { RuntimeEnvironment } from "../../shared/environment.ts";
import { type Refusal, refuse } from "../../shared/refusal.ts";
import { createWindowCounter } from "./window-counter.ts";

export type AttemptLimits = {
  readonly failuresPerAccountAndNetwork: number;
  readonly failuresPerNetwork: number;
  readonly registrationsPerNetwork: number;
  readonly requestsPerNetwork: number;
  readonly resetsPerNetwork: number;
  /** Per minute. */
  readonly typedPerAccountAndNetwork: number;
  readonly typedPerNetwork: number;
};

export const ATTEMPT_LIMITS: AttemptLimits = {
  failuresPerAccountAndNetwork: 10,
  failuresPerNetwork: 100,
  registrationsPerNetwork: 20,
  requestsPerNetwork: 300,
  resetsPerNetwork: 20,
  typedPerAccountAndNetwork: 10,
  typedPerNetwork: 30,
};

/** For test runs, which create hundreds of accounts from one address. */
export const LOOSE_LIMITS: AttemptLimits = {
  failuresPerAccountAndNetwork: 1000,
  failuresPerNetwork: 100_000,
  registrationsPerNetwork: 100_000,
  requestsPerNetwork: 1_000_000,
  resetsPerNetwork: 100_000,
  typedPerAccountAndNetwork: 100_000,
  typedPerNetwork: 100_000,
};

const FAILURE_WINDOW_MS = 15 * 60_000;
const REGISTRATION_WINDOW_MS = 60 * 60_000;
const REQUEST_WINDOW_MS = 60_000;
const MAX_KEYS = 50_000;
const FREE_ACCOUNT_FAILURES = 20;
const DELAY_PER_FAILURE_MS = 50;
const MAX_DELAY_MS = 2000;

type Allowed = undefined | Refusal<"rate-limited">;

/** Exactly one of the three is called, once. */
export type Attempt = {
  readonly succeeded: () => Promise<void>;
  readonly failed: () => Promise<void>;
  /** The password was not checked. */
  readonly undecided: () => Promise<void>;
};

export type Attempts = {
  /** Counts any request that may cause heavy work, successful or not. Counted per process, whose processor it protects. */
  readonly checkRequest: (network: string) => Allowed;
  readonly checkRegistration: (network: string) => Promise<Allowed>;
  readonly registered: (network: string) => Promise<void>;
  /** Counts every request for a mailed password. */
  readonly checkReset: (network: string) => Promise<Allowed>;
  /** Counts every password that is stretched here, right or wrong; counted per process. */
  readonly checkTyped: (account: string, network: string) => Allowed;
  /**
   * Counts an attempt before it is made, so that concurrent attempts respect the limit. A known device has its own count
   * (known-devices.ts).
   */
  readonly begin: (account: string, network: string, device?: string) => Promise<Attempt | Refusal<"rate-limited">>;
  /** Removes the failures after the owner signed in another way. */
  readonly forgive: (account: string, network: string) => Promise<void>;
  /** Delays a little if an account is being attacked from many networks. */
  readonly delay: (account: string) => Promise<void>;
};

type Deps = { readonly counts: Counts; readonly around: Pick<RuntimeEnvironment, "now" | "wait">; readonly limits: AttemptLimits };

export function createAttempts({ counts, around, limits }: Deps): Attempts {
  const failures = counts.counterOf("failure", FAILURE_WINDOW_MS);
  const registrations = counts.counterOf("registration", REGISTRATION_WINDOW_MS);
  const resets = counts.counterOf("reset", REGISTRATION_WINDOW_MS);
  const typed = createWindowCounter({ windowMs: REQUEST_WINDOW_MS, maxKeys: MAX_KEYS, now: around.now });
  const requests = createWindowCounter({ windowMs: REQUEST_WINDOW_MS, maxKeys: MAX_KEYS, now: around.now });

  return {
    checkRequest: (network) => check(requests.add(network), limits.requestsPerNetwork + 1),
    checkRegistration: async (network) => check(await registrations.of(network), limits.registrationsPerNetwork),
    registered: async (network) => void (await registrations.add(network)),
    checkReset: async (network) => check(await resets.add(network), limits.resetsPerNetwork + 1),
    checkTyped: (account, network) =>
      check(typed.add(pairOf(account, network)), limits.typedPerAccountAndNetwork + 1) ??
      check(typed.add(networkOf(network)), limits.typedPerNetwork + 1),
    begin: async (account, network, device) => {
      const own = device === undefined ? pairOf(account, network) : deviceOf(account, device);
      const shared = device === undefined ? [networkOf(network)] : [];
      const [ownCount, sharedCount] = await failures.addAll([own, ...shared]);
      const refusal =
        check(ownCount ?? NONE, limits.failuresPerAccountAndNetwork + 1) ?? check(sharedCount ?? NONE, limits.failuresPerNetwork + 1);
      const undecided = () => failures.takeBack([own, ...shared]);
      if (refusal !== undefined) {
        await undecided();
        return refusal;
      }
      return {
        undecided,
        failed: async () => void (await failures.add(accountOf(account))),
        succeeded: async () => {
          await failures.clear(own);
          await failures.takeBack(shared);
        },
      };
    },
    forgive: (account, network) => failures.clear(pairOf(account, network)),
    delay: async (account) => {
      const excess = (await failures.of(accountOf(account))).count - FREE_ACCOUNT_FAILURES;
      if (excess > 0) await around.wait(Math.min(MAX_DELAY_MS, excess * DELAY_PER_FAILURE_MS));
    },
  };
}

const NONE: Counted = { count: 0, endsInMs: 0 };

function check(counted: Counted, limit: number): Allowed {
  return counted.count < limit ? undefined : refuse("rate-limited", { retryAfterMs: counted.endsInMs });
}

const pairOf = (account: string, network: string): string => `pair\n${account}\n${network}`;
const networkOf = (network: string): string => `network\n${network}`;
const deviceOf = (account: string, device: string): string => `device\n${account}\n${device}`;
const accountOf = (account: string): string => `account\n${account}`;
