import { type CleanPaste, cleanPaste } from "@satchel/core/document/paste/paste-clean.ts";
import { describe, expect, it } from "vitest";
import { createPasteCleaner } from "./content-workers.ts";
import type { StartedWorker } from "./worker-client.ts";

function open() {
  const workers: {
    readonly answer: (response: object) => void;
    readonly fail: () => void;
    readonly asked: string[];
    isEnded: boolean;
  }[] = [];
  const start = (): StartedWorker => {
    const target = new EventTarget();
    const worker = {
      answer: (data: object) => void target.dispatchEvent(new MessageEvent("message", { data })),
      fail: () => void target.dispatchEvent(new Event("error")),
      asked: [] as string[],
      isEnded: false,
    };
    workers.push(worker);
    return Object.assign(target, {
      postMessage: ({ args }: { readonly args?: readonly [string] }) => void (args && worker.asked.push(args[0])),
      terminate: () => {
        worker.isEnded = true;
      },
    }) as unknown as StartedWorker;
  };
  return { cleaner: createPasteCleaner(start), workers };
}

const LIVE = new AbortController().signal;

describe("a large paste, cleaned by a worker", () => {
  it("reports progress and returns each paste its own result", async () => {
    const { cleaner, workers } = open();
    const shares: number[] = [];
    const [one, two] = [cleaner.clean("<p>1", (share) => shares.push(share), LIVE), cleaner.clean("<p>2", () => undefined, LIVE)];
    workers[0]?.answer({ kind: "answer", turn: 0 });
    workers[0]?.answer({ kind: "progress", turn: 1, value: 0.5 });
    workers[0]?.answer({ kind: "answer", turn: 2, value: cleanPaste("<p>2") });
    workers[0]?.answer({ kind: "answer", turn: 1, value: cleanPaste("<p>1") });
    const text = (clean: CleanPaste | undefined) => JSON.stringify(clean?.doc);
    expect([text(await one), text(await two)]).toEqual([text(cleanPaste("<p>1")), text(cleanPaste("<p>2"))]);
    expect([shares, workers.length]).toEqual([[0.5], 1]);
  });

  it("returns undefined if the worker crashes, and restarts it for the next paste", async () => {
    const { cleaner, workers } = open();
    const broken = cleaner.clean("<p>1", () => undefined, LIVE);
    workers[0]?.fail();
    expect([await broken, workers[0]?.isEnded]).toEqual([undefined, true]);
    const next = cleaner.clean("<p>2", () => undefined, LIVE);
    workers[1]?.answer({ kind: "answer", turn: 1, value: cleanPaste("<p>2") });
    expect(await next).toBeDefined();
  });

  it("ends the worker of an aborted paste, and repeats the waiting ones in another", async () => {
    const { cleaner, workers } = open();
    const controller = new AbortController();
    const aborted = cleaner.clean("<p>1", () => undefined, controller.signal);
    const behind = cleaner.clean("<p>2", () => undefined, LIVE);
    controller.abort();
    expect([await aborted, workers[0]?.isEnded, workers[1]?.asked]).toEqual([undefined, true, ["<p>2"]]);
    workers[1]?.answer({ kind: "answer", turn: 1, value: cleanPaste("<p>2") });
    expect(await behind).toBeDefined();
    expect(await cleaner.clean("<p>3", () => undefined, controller.signal)).toBeUndefined();
    expect(workers).toHaveLength(2);
  });
});
