import { describe, expect, it } from "vitest";
import { createPatternFinder } from "./content-workers.ts";
import type { StartedWorker } from "./worker-client.ts";

function open() {
  const workers: { readonly answer: (data: object) => void; isEnded: boolean }[] = [];
  const limits: (() => void)[] = [];
  const start = (): StartedWorker => {
    const target = new EventTarget();
    const worker = { answer: (data: object) => void target.dispatchEvent(new MessageEvent("message", { data })), isEnded: false };
    workers.push(worker);
    const terminate = (): void => {
      worker.isEnded = true;
    };
    return Object.assign(target, { postMessage: () => undefined, terminate }) as unknown as StartedWorker;
  };
  const after = (_: number, run: () => void) => {
    limits.push(run);
    return () => void limits.splice(limits.indexOf(run), 1);
  };
  const finder = createPatternFinder(start, { after } as never);
  return {
    workers,
    limits,
    search: (signal = new AbortController().signal) => finder.findPattern({ source: "a", flags: "g" }, ["a"], signal),
  };
}

describe("a regular expression, searched by a worker", () => {
  it("returns the hits, and removes the time limit", async () => {
    const { search, workers, limits } = open();
    const found = search();
    workers[0]?.answer({ kind: "answer", turn: 1, value: { hits: [0, 0, 1], words: ["b"] } });
    expect([await found, limits.length]).toEqual([{ kind: "found", hits: [0, 0, 1], words: ["b"] }, 0]);
  });

  it("ends the worker at the time limit, and starts another for the next search", async () => {
    const { search, workers, limits } = open();
    const slow = search();
    limits[0]?.();
    expect([await slow, workers[0]?.isEnded]).toEqual([{ kind: "too-slow" }, true]);
    const next = search();
    workers[1]?.answer({ kind: "answer", turn: 1, value: { hits: [] } });
    expect(await next).toEqual({ kind: "found", hits: [] });
  });

  it("ends the worker of an aborted search", async () => {
    const { search, workers } = open();
    const controller = new AbortController();
    const aborted = search(controller.signal);
    controller.abort();
    expect([await aborted, workers[0]?.isEnded]).toEqual([{ kind: "failed" }, true]);
  });
});
