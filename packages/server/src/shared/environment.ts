/** Time, randomness and waiting, passed in so that tests can control them. */
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

export type RuntimeEnvironment = {
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly randomBytes: (count: number) => Buffer;
  readonly wait: (ms: number) => Promise<void>;
};

export const systemEnvironment: RuntimeEnvironment = {
  now: () => Date.now(),
  randomBytes: (count) => randomBytes(count),
  wait: async (ms) => {
    await delay(ms);
  },
};

/** Returns 128 random bits as URL-safe text, for the id of a row. */
export function newId(around: RuntimeEnvironment): string {
  return around.randomBytes(16).toString("base64url");
}
