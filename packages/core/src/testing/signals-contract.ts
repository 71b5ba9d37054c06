/** Contract of every channel behind the `Signals` port. Run by the memory channel and the product's server over HTTP. */
import { SIGNAL } from "@satchel/contract/limits.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Signals } from "../ports/account/signals.ts";

export type SignalsUnderTest = {
  /** Another device of the same account. */
  readonly join: () => Promise<Signals>;
  /** A device of another account. */
  readonly joinOther: () => Promise<Signals>;
  readonly setReachable: (isReachable: boolean) => Promise<void>;
  /** Lets time pass until a broken channel is open again. */
  readonly pass: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export function describeSignals(name: string, create: () => Promise<SignalsUnderTest>): void {
  describe(`signals contract: ${name}`, () => {
    let under: SignalsUnderTest;
    const stops: (() => void)[] = [];
    beforeEach(async () => {
      under = await create();
    });
    afterEach(async () => {
      for (const stop of stops.splice(0)) stop();
      await under.close();
    });

    /** Messages that a device receives, with `+` and `-` when the channel opens and closes. */
    const listen = async (signals: Signals): Promise<{ readonly received: string[]; readonly stop: () => void }> => {
      const received: string[] = [];
      const stop = signals.listen({
        onOpen: () => void received.push("+"),
        onMessage: (message) => void received.push(message),
        onClosed: () => void received.push("-"),
      });
      stops.push(stop);
      await expect.poll(() => received).toContain("+");
      return { received, stop };
    };

    it("delivers messages to the account's other devices in order, and to no other account", async () => {
      const [laptop, phone, other] = [await under.join(), await under.join(), await under.joinOther()];
      const [own, { received }, foreign] = [await listen(laptop), await listen(phone), await listen(other)];

      for (const message of ["one", "two", "three"]) expect(await laptop.send(message)).toBe(true);

      await expect.poll(() => received).toEqual(["+", "one", "two", "three"]);
      expect([own.received, foreign.received]).toEqual([["+"], ["+"]]);
    });

    it("rejects a message that is too large, and keeps working", async () => {
      const [laptop, phone] = [await under.join(), await under.join()];
      const { received } = await listen(phone);
      expect(await laptop.send("A".repeat(SIGNAL.maxChars + 1))).toBe(false);
      expect(await laptop.send("A".repeat(SIGNAL.maxChars))).toBe(true);
      await expect.poll(() => received.map((message) => message.length)).toEqual([1, SIGNAL.maxChars]);
    });

    it("reopens after a break, without messages sent in between", async () => {
      const [laptop, phone] = [await under.join(), await under.join()];
      const { received } = await listen(phone);
      await under.setReachable(false);
      await expect.poll(() => received).toEqual(["+", "-"]);
      expect(await laptop.send("lost")).toBe(false);
      await under.setReachable(true);
      await under.pass();
      await expect.poll(() => received).toEqual(["+", "-", "+"]);

      expect(await laptop.send("heard")).toBe(true);
      await expect.poll(() => received).toEqual(["+", "-", "+", "heard"]);
    });

    it("does not notify a listener that has stopped", async () => {
      const [laptop, phone, tablet] = [await under.join(), await under.join(), await under.join()];
      const [stopped, { received }] = [await listen(phone), await listen(tablet)];
      stopped.stop();
      await laptop.send("one");
      await expect.poll(() => received).toEqual(["+", "one"]);
      expect(stopped.received).toEqual(["+"]);
    });
  });
}
