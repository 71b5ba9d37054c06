/**
 * How often passwords may be tried and accounts made. Failures count per (account, network) and per network; the count of a whole account
 * only delays, so that nobody can lock another person out. Living sessions are never touched. Decisions §6 "Floods".
 */
import { type Refusal, refuse } from "../refusal.ts";
import type { Surroundings } from "../surroundings.ts";
import { createWindowCounter, type WindowCounter } from "./window-counter.ts";

export type AttemptLimits = {
  readonly failuresPerAccountAndNetwork: number;
  readonly failuresPerNetwork: number;
  readonly registrationsPerNetwork: number;
  readonly requestsPerNetwork: number;
  readonly resetsPerNetwork: number;
};

export const ATTEMPT_LIMITS: AttemptLimits = {
  failuresPerAccountAndNetwork: 10,
  failuresPerNetwork: 100,
  registrationsPerNetwork: 20,
  requestsPerNetwork: 300,
  resetsPerNetwork: 20,
};

/** For test runs, which make hundreds of accounts from one address. */
export const LOOSE_LIMITS: AttemptLimits = {
  failuresPerAccountAndNetwork: 1000,
  failuresPerNetwork: 100_000,
  registrationsPerNetwork: 100_000,
  requestsPerNetwork: 1_000_000,
  resetsPerNetwork: 100_000,
};

const FAILURE_WINDOW_MS = 15 * 60_000;
const REGISTRATION_WINDOW_MS = 60 * 60_000;
const REQUEST_WINDOW_MS = 60_000;
const MAX_KEYS = 50_000;
const FREE_ACCOUNT_FAILURES = 20;
const DELAY_PER_FAILURE_MS = 50;
const MAX_DELAY_MS = 2000;

type Allowed = undefined | Refusal<"rate-limited">;

export type Attempts = {
  /** Any request that may lead to heavy work; counted whether it succeeds or not. */
  readonly checkRequest: (network: string) => Allowed;
  readonly checkRegistration: (network: string) => Allowed;
  readonly registered: (network: string) => void;
  /** Counts every request for a mailed password. */
  readonly checkReset: (network: string) => Allowed;
  readonly checkSignIn: (account: string, network: string) => Allowed;
  readonly failed: (account: string, network: string) => void;
  readonly succeeded: (account: string, network: string) => void;
  /** Waits a little when an account is under attack from many networks. */
  readonly delay: (account: string) => Promise<void>;
};

export function createAttempts(around: Pick<Surroundings, "now" | "wait">, limits: AttemptLimits): Attempts {
  const counterOf = (windowMs: number): WindowCounter => createWindowCounter({ windowMs, maxKeys: MAX_KEYS, now: around.now });
  const pairs = counterOf(FAILURE_WINDOW_MS);
  const networks = counterOf(FAILURE_WINDOW_MS);
  const accounts = counterOf(FAILURE_WINDOW_MS);
  const registrations = counterOf(REGISTRATION_WINDOW_MS);
  const resets = counterOf(REGISTRATION_WINDOW_MS);
  const requests = counterOf(REQUEST_WINDOW_MS);

  return {
    checkRequest: (network) => {
      requests.add(network);
      return check(requests, network, limits.requestsPerNetwork + 1);
    },
    checkRegistration: (network) => check(registrations, network, limits.registrationsPerNetwork),
    checkReset: (network) => {
      resets.add(network);
      return check(resets, network, limits.resetsPerNetwork + 1);
    },
    registered: (network) => registrations.add(network),
    checkSignIn: (account, network) =>
      check(pairs, pairOf(account, network), limits.failuresPerAccountAndNetwork) ?? check(networks, network, limits.failuresPerNetwork),
    failed: (account, network) => {
      pairs.add(pairOf(account, network));
      networks.add(network);
      accounts.add(account);
    },
    succeeded: (account, network) => pairs.clear(pairOf(account, network)),
    delay: async (account) => {
      const excess = accounts.count(account) - FREE_ACCOUNT_FAILURES;
      if (excess > 0) await around.wait(Math.min(MAX_DELAY_MS, excess * DELAY_PER_FAILURE_MS));
    },
  };
}

function check(counter: WindowCounter, key: string, limit: number): Allowed {
  return counter.count(key) < limit ? undefined : refuse("rate-limited", { retryAfterMs: counter.endsInMs(key) });
}

function pairOf(account: string, network: string): string {
  return `${account}\n${network}`;
}
