/** Time, chance and waiting, handed in so that tests move them by hand. */
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

export type RuntimeEnvironment = {
  /** Milliseconds since 1970 UTC. */
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

/** URL-safe random text that names a row; 128 bits. */
export function newId(around: RuntimeEnvironment): string {
  return around.randomBytes(16).toString("base64url");
}
