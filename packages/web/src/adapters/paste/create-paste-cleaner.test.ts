import { type CleanPaste, cleanPaste } from "@satchel/core/document/paste/paste-clean.ts";
import { describe, expect, it } from "vitest";
import { createPasteCleaner, type PasteWorker } from "./create-paste-cleaner.ts";
import type { CleanResponse } from "./paste-messages.ts";

function open() {
  const workers: {
    readonly answer: (response: CleanResponse) => void;
    readonly fail: () => void;
    readonly asked: string[];
    isEnded: boolean;
  }[] = [];
  const start = (): PasteWorker => {
    const listeners: { message?: (event: MessageEvent<CleanResponse>) => void; error?: () => void } = {};
    const worker = {
      answer: (data: CleanResponse) => listeners.message?.({ data } as MessageEvent<CleanResponse>),
      fail: () => listeners.error?.(),
      asked: [] as string[],
      isEnded: false,
    };
    workers.push(worker);
    return {
      postMessage: ({ html }) => void worker.asked.push(html),
      terminate: () => {
        worker.isEnded = true;
      },
      addEventListener: (type: "message" | "error", listener: never) => Object.assign(listeners, { [type]: listener }),
    };
  };
  return { cleaner: createPasteCleaner(start), workers };
}

const LIVE = new AbortController().signal;

describe("a large paste, cleaned by a worker", () => {
  it("reports progress and answers each paste with its own result", async () => {
    const { cleaner, workers } = open();
    const shares: number[] = [];
    const [one, two] = [cleaner.clean("<p>1", (share) => shares.push(share), LIVE), cleaner.clean("<p>2", () => undefined, LIVE)];
    workers[0]?.answer({ isHere: true });
    workers[0]?.answer({ turn: 1, share: 0.5 });
    workers[0]?.answer({ turn: 2, clean: cleanPaste("<p>2") });
    workers[0]?.answer({ turn: 1, clean: cleanPaste("<p>1") });
    const text = (clean: CleanPaste | undefined) => JSON.stringify(clean?.doc);
    expect([text(await one), text(await two)]).toEqual([text(cleanPaste("<p>1")), text(cleanPaste("<p>2"))]);
    expect([shares, workers.length]).toEqual([[0.5], 1]);
  });

  it("answers nothing when the worker breaks, and starts another for the next paste", async () => {
    const { cleaner, workers } = open();
    const broken = cleaner.clean("<p>1", () => undefined, LIVE);
    workers[0]?.fail();
    expect([await broken, workers[0]?.isEnded]).toEqual([undefined, true]);
    const next = cleaner.clean("<p>2", () => undefined, LIVE);
    workers[1]?.answer({ turn: 2, clean: cleanPaste("<p>2") });
    expect(await next).toBeDefined();
  });

  it("ends the worker of an aborted paste, and asks another one for those that waited behind it", async () => {
    const { cleaner, workers } = open();
    const controller = new AbortController();
    const aborted = cleaner.clean("<p>1", () => undefined, controller.signal);
    const behind = cleaner.clean("<p>2", () => undefined, LIVE);
    controller.abort();
    expect([await aborted, workers[0]?.isEnded, workers[1]?.asked]).toEqual([undefined, true, ["<p>2"]]);
    workers[1]?.answer({ turn: 2, clean: cleanPaste("<p>2") });
    expect(await behind).toBeDefined();
    expect(await cleaner.clean("<p>3", () => undefined, controller.signal)).toBeUndefined();
    expect(workers).toHaveLength(2);
  });
});
