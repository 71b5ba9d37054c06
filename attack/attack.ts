/** The interface of one attack, between attack/main.ts and the scripts in attack/lines. */
import type { Device, DeviceOptions } from "../e2e/harness/device.ts";
import type { TestServer } from "../e2e/harness/servers/server.ts";

/** `closed`: the attack was carried out and failed. `seen`: what was observed, in one sentence. `isBrokenOff`: the attack threw. */
export type Outcome = { readonly verdict: "closed" | "open"; readonly seen: string; readonly isBrokenOff?: true };

export type AttackContext = {
  /** Starts the built server as a separate process over an empty data folder; several may run. Ended after the attack. */
  startServer(env?: Record<string, string>): Promise<TestServer>;
  /** Opens a fresh browser profile. Closed after the attack. */
  openDevice(options?: DeviceOptions): Promise<Device>;
  /** Registers a function to run after the attack, last registered first, however it ended. */
  defer(end: () => Promise<void> | void): void;
};

export type Attack = {
  /** The number that attack/lines/README.md gives the attack. */
  readonly line: number;
  /** Short description of what the attacker tries. */
  readonly title: string;
  /** Set if the verdict depends on time: nothing else may run beside this attack. */
  readonly measuresTime?: true;
  /** Performs the attack. Throws only if it could not be carried out, which counts as open. */
  run(context: AttackContext): Promise<Outcome>;
};

export const closed = (seen: string): Outcome => ({ verdict: "closed", seen });
export const open = (seen: string): Outcome => ({ verdict: "open", seen });
