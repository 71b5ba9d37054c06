import { describe, expect, it } from "vitest";
import { HELLO } from "../sealing/sealing-messages.ts";
import { createWorkerDoor } from "../sealing/worker-door.ts";
import { startPatiently } from "./patient-worker.ts";

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
  const worker = startPatiently(start, { after });
  const door = createWorkerDoor(worker);
  /** As much time passes as anybody waits for. */
  const wait = () => {
    for (const run of waiting.splice(0)) run();
  };
  return { worker, door, workers, wait };
}

describe("decisions §7 a worker whose script does not come at the first asking", () => {
  it("is started again, and asked there what nobody heard, in its order", async () => {
    const { door, workers, wait } = setup();
    const restored = door.restore();
    workers[0]?.breaks();
    const owner = door.owner();
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
    const { door, workers, wait } = setup();
    const restored = door.restore();
    for (let tries = 0; tries < 3; tries += 1) {
      workers.at(-1)?.breaks();
      wait();
    }

    expect(workers).toHaveLength(3);
    await expect(restored).rejects.toThrow("stopped");
    await expect(door.owner()).rejects.toThrow("stopped");
  });

  it("is not started again once it has spoken: what it was asked may have been done", async () => {
    const { door, workers, wait } = setup();
    const [worker] = workers;
    worker?.says(HELLO);
    const restored = door.restore();
    worker?.breaks();
    wait();

    expect(workers).toHaveLength(1);
    await expect(restored).rejects.toThrow("stopped");
  });

  it("is told as broken later when it was the second one that came", async () => {
    const { door, workers, wait } = setup();
    workers[0]?.breaks();
    wait();
    workers[1]?.says(HELLO);
    const restored = door.restore();
    workers[1]?.breaks();
    wait();

    expect(workers).toHaveLength(2);
    expect(workers[1]?.asked).toHaveLength(1);
    await expect(restored).rejects.toThrow("stopped");
  });

  it("is not started again once it was ended", () => {
    const { worker, door, workers, wait } = setup();
    door.restore().catch(() => undefined);
    workers[0]?.breaks();
    worker.terminate();
    wait();

    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true]);
  });
});
