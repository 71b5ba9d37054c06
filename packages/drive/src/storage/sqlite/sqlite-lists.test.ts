import { describe, expect, it } from "vitest";
import { createTurns } from "./sqlite-lists.ts";

describe("turns of the event loop", () => {
  it("alternate between accounts, however much one of them requests", async () => {
    const turns = createTurns();
    const order: string[] = [];
    const take = (account: string) => turns.next(account).then(() => void order.push(account));

    await Promise.all([...Array.from({ length: 5 }, () => take("busy")), take("ada"), take("grace"), take("ada")]);

    expect(order).toEqual(["busy", "ada", "grace", "busy", "ada", "busy", "busy", "busy"]);
  });

  it("let other work run after each", async () => {
    const turns = createTurns();
    let [taken, between] = [0, 0];
    const count = (): void => {
      between += 1;
      if (taken < 4) setImmediate(count);
    };
    setImmediate(count);

    await Promise.all(
      Array.from({ length: 4 }, async () => {
        await turns.next("ada");
        taken += 1;
      }),
    );

    expect(between).toBeGreaterThanOrEqual(4);
  });
});
