/** What one attack is: the interface between attack/main.ts and the scripts in attack/lines. */
import type { Device, DeviceOptions } from "../e2e/harness/device.ts";
import type { TestServer } from "../e2e/harness/servers/server.ts";

/** `closed`: the attack was carried out and came to nothing. `seen`: one sentence of what was observed, for either verdict. `isBrokenOff`: it threw. */
export type Outcome = { readonly verdict: "closed" | "open"; readonly seen: string; readonly isBrokenOff?: true };

export type AttackContext = {
  /** The built server as a process of its own over an empty data folder; several may run. Ended after the attack. */
  startServer(env?: Record<string, string>): Promise<TestServer>;
  /** A fresh browser profile. Closed after the attack. */
  openDevice(options?: DeviceOptions): Promise<Device>;
  /** Runs after the attack, last registered first, however it ended. */
  defer(end: () => Promise<void> | void): void;
};

export type Attack = {
  /** 1 to 16, as in attack/lines/README.md. */
  readonly line: number;
  /** What the attacker tries, in a few words. */
  readonly title: string;
  /** What it judges by is how long something took, so that nothing else may run beside it. */
  readonly measuresTime?: true;
  /** Performs the attack. Throws only if it could not be carried out: that counts as open. */
  run(context: AttackContext): Promise<Outcome>;
};

export const closed = (seen: string): Outcome => ({ verdict: "closed", seen });
export const open = (seen: string): Outcome => ({ verdict: "open", seen });
