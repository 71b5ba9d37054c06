import { describe, expect, it } from "vitest";
import { createRestartingClient } from "./restarting-client.ts";
import { createWorkerClient, type StartedWorker, startWithRetry } from "./worker-client.ts";

type Keys = { restore(): string; owner(): string };

const READY = { kind: "answer", turn: 0, value: undefined };

/** A worker from the page's view; the test decides when or whether its script loads. */
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
  const { calls: client } = createWorkerClient<Keys>(worker, { methods: ["restore", "owner"], stopped: "the worker stopped" });
  /** Runs all pending timers. */
  const wait = () => {
    for (const run of waiting.splice(0)) run();
  };
  return { worker, client, workers, wait };
}

describe("decision 0007 a worker whose script fails to load at first", () => {
  it("is restarted, and receives the unanswered calls in order", async () => {
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
    second?.says(READY);
    second?.says({ kind: "answer", turn: 1, value: "kept" });
    second?.says({ kind: "answer", turn: 2, value: "ada" });
    expect(await Promise.all([restored, owner])).toEqual(["kept", "ada"]);
  });

  it("is reported as broken if it never loads", async () => {
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

  it("is not restarted after its first message: calls may have taken effect", async () => {
    const { client, workers, wait } = setup();
    const [worker] = workers;
    worker?.says(READY);
    const restored = client.restore();
    worker?.breaks();
    wait();

    expect(workers).toHaveLength(1);
    await expect(restored).rejects.toThrow("stopped");
  });

  it("is reported as broken later if the second attempt loaded", async () => {
    const { client, workers, wait } = setup();
    workers[0]?.breaks();
    wait();
    workers[1]?.says(READY);
    const restored = client.restore();
    workers[1]?.breaks();
    wait();

    expect(workers).toHaveLength(2);
    expect(workers[1]?.asked).toHaveLength(1);
    await expect(restored).rejects.toThrow("stopped");
  });

  it("is not restarted once it was ended", () => {
    const { worker, client, workers, wait } = setup();
    client.restore().catch(() => undefined);
    workers[0]?.breaks();
    worker.terminate();
    wait();

    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true]);
  });
});

describe("a worker that starts at the first call", () => {
  type Cleaner = { clean(html: string): string };
  function open(cancelEnds: boolean) {
    const workers: HandMadeWorker[] = [];
    const start = () => {
      const worker = new HandMadeWorker();
      workers.push(worker);
      return worker as unknown as StartedWorker;
    };
    const call = createRestartingClient<Cleaner>(start, { stopped: "the worker stopped", cancelEnds });
    return { workers, call };
  }

  it("serves all calls, each with its own progress and result", async () => {
    const { workers, call } = open(false);
    expect(workers).toHaveLength(0);
    const shares: number[] = [];
    const calls = [call("clean", ["a"], { onProgress: (share: number) => shares.push(share) }), call("clean", ["b"])];
    workers[0]?.says(READY);
    workers[0]?.says({ kind: "progress", turn: 1, value: 0.5 });
    workers[0]?.says({ kind: "progress", turn: 2, value: 0.9 });
    workers[0]?.says({ kind: "answer", turn: 2, value: "B" });
    workers[0]?.says({ kind: "answer", turn: 1, value: "A" });
    expect([await Promise.all(calls), shares, workers.length]).toEqual([["A", "B"], [0.5], 1]);
  });

  it("rejects pending calls when it crashes, and is replaced for the next call", async () => {
    const { workers, call } = open(false);
    const broken = call("clean", ["a"]);
    workers[0]?.breaks();
    await expect(broken).rejects.toThrow("the worker stopped");
    expect(workers[0]?.isEnded).toBe(true);
    const next = call("clean", ["b"]);
    workers[1]?.says({ kind: "answer", turn: 1, value: "B" });
    expect(await next).toBe("B");
  });

  it("continues when one call fails or is canceled", async () => {
    const { workers, call } = open(false);
    const controller = new AbortController();
    const [failing, cancelled, other] = [call("clean", ["a"]), call("clean", ["b"], { signal: controller.signal }), call("clean", ["c"])];
    workers[0]?.says({ kind: "broken", turn: 1, error: "cannot clean" });
    await expect(failing).rejects.toThrow("cannot clean");
    controller.abort();
    await expect(cancelled).rejects.toThrow();
    expect(workers[0]?.asked.at(-1)).toEqual({ kind: "cancel", turn: 2 });
    workers[0]?.says({ kind: "answer", turn: 3, value: "C" });
    expect([await other, workers.length, workers[0]?.isEnded]).toEqual(["C", 1, false]);
    await expect(call("clean", ["d"], { signal: controller.signal })).rejects.toThrow();
    expect(workers[0]?.asked).toHaveLength(4);
  });

  it("is replaced when a canceled call ends it, and repeats the calls behind that one", async () => {
    const { workers, call } = open(true);
    const controller = new AbortController();
    const cancelled = call("clean", ["a"], { signal: controller.signal });
    const behind = call("clean", ["b"]);
    controller.abort();
    await expect(cancelled).rejects.toThrow();
    expect([workers[0]?.isEnded, workers[1]?.asked]).toMatchObject([true, [{ method: "clean", args: ["b"] }]]);
    workers[1]?.says({ kind: "answer", turn: 1, value: "B" });
    expect(await behind).toBe("B");
  });
});
