import { describe, expect, it } from "vitest";
import { HELLO } from "../sealing/sealing-messages.ts";
import { createSealingClient } from "../sealing/worker-client.ts";
import { startWithRetry } from "./retrying-worker.ts";

/** A worker as the page has it; its script comes, or does not, when a test says so. */
class HandMadeWorker extends EventTarget {
  readonly asked: unknown[] = [];
  postMessage(message: unknown): void {
    this.asked.push(message);
  }
  says(data: unknown): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
  breaks(): void {
    this.dispatchEvent(new Event("error"));
  }
  isEnded = false;
  terminate(): void {
    this.isEnded = true;
  }
}

function setup() {
  const workers: HandMadeWorker[] = [];
  const waiting: (() => void)[] = [];
  const start = () => {
    const worker = new HandMadeWorker();
    workers.push(worker);
    return worker as never;
  };
  const after = (_delayMs: number, run: () => void) => {
    waiting.push(run);
    return () => void waiting.splice(waiting.indexOf(run), 1);
  };
  const worker = startWithRetry(start, { after });
  const client = createSealingClient(worker);
  /** As much time passes as anyone waits for. */
  const wait = () => {
    for (const run of waiting.splice(0)) run();
  };
  return { worker, client, workers, wait };
}

describe("decision 0007 a worker whose script does not come at the first asking", () => {
  it("is started again, and asked there what nobody heard, in its order", async () => {
    const { client, workers, wait } = setup();
    const restored = client.restore();
    workers[0]?.breaks();
    const owner = client.owner();
    wait();

    const [, second] = workers;
    expect(second?.asked).toMatchObject([
      { turn: 1, method: "restore" },
      { turn: 2, method: "owner" },
    ]);
    second?.says(HELLO);
    second?.says({ turn: 1, value: "kept" });
    second?.says({ turn: 2, value: "ada" });
    expect(await Promise.all([restored, owner])).toEqual(["kept", "ada"]);
  });

  it("is told as broken when it never comes", async () => {
    const { client, workers, wait } = setup();
    const restored = client.restore();
    for (let tries = 0; tries < 3; tries += 1) {
      workers.at(-1)?.breaks();
      wait();
    }

    expect(workers).toHaveLength(3);
    await expect(restored).rejects.toThrow("stopped");
    await expect(client.owner()).rejects.toThrow("stopped");
  });

  it("is not started again once it has spoken: what it was asked may have been done", async () => {
    const { client, workers, wait } = setup();
    const [worker] = workers;
    worker?.says(HELLO);
    const restored = client.restore();
    worker?.breaks();
    wait();

    expect(workers).toHaveLength(1);
    await expect(restored).rejects.toThrow("stopped");
  });

  it("is told as broken later when it was the second one that came", async () => {
    const { client, workers, wait } = setup();
    workers[0]?.breaks();
    wait();
    workers[1]?.says(HELLO);
    const restored = client.restore();
    workers[1]?.breaks();
    wait();

    expect(workers).toHaveLength(2);
    expect(workers[1]?.asked).toHaveLength(1);
    await expect(restored).rejects.toThrow("stopped");
  });

  it("is not started again once it was ended", () => {
    const { worker, client, workers, wait } = setup();
    client.restore().catch(() => undefined);
    workers[0]?.breaks();
    worker.terminate();
    wait();

    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true]);
  });
});
