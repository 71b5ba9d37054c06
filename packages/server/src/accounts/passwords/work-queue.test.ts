import { describe, expect, it } from "vitest";
import { createWorkQueue } from "./work-queue.ts";

/** Jobs that end when the test lets them. */
function createWork() {
  const ends: (() => void)[] = [];
  const order: number[] = [];
  const job = (name: number) => () =>
    new Promise<number>((resolve) => {
      order.push(name);
      ends.push(() => resolve(name));
    });
  // Lets every promise that can continue do so.
  const flushTasks = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const endNext = async (): Promise<void> => {
    await flushTasks();
    ends.shift()?.();
    await flushTasks();
  };
  return { job, order, endNext };
}

describe("decision 0006 heavy work", () => {
  it("runs two jobs at once, keeps a short queue in order, and rejects the rest", async () => {
    const queue = createWorkQueue({ parallel: 2, waiting: 2 });
    const { job, order, endNext } = createWork();

    const answers = [1, 2, 3, 4, 5].map((name) => queue(job(name)));
    await expect(answers[4]).resolves.toMatchObject({ code: "busy", details: { retryAfterMs: 2000 } });
    expect(order).toEqual([1, 2]);
    await endNext();
    expect(order).toEqual([1, 2, 3]);
    for (let left = 3; left > 0; left -= 1) await endNext();
    await expect(Promise.all(answers.slice(0, 4))).resolves.toEqual([1, 2, 3, 4]);
    const later = queue(job(6));
    await endNext();
    await expect(later).resolves.toBe(6);
  });

  it("starts the next job when one fails", async () => {
    const queue = createWorkQueue({ parallel: 1, waiting: 1 });
    const failing = queue(() => Promise.reject(new Error("broken")));
    const next = queue(async () => "done");
    await expect(failing).rejects.toThrow("broken");
    await expect(next).resolves.toBe("done");
  });
});
