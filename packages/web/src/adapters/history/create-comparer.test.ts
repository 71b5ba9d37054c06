import { compareTexts } from "@satchel/core/library/history/compare-texts.ts";
import { describe, expect, it } from "vitest";
import type { CompareRequest, CompareResponse } from "./compare-messages.ts";
import { type CompareWorker, createComparer } from "./create-comparer.ts";

const short = { title: "Soup", content: "<p>leek</p>" };
const long = (word: string) => ({ title: "Soup", content: `<p>${"leek and potatoes ".repeat(4000)}${word}</p>` });

function open() {
  const workers: { readonly asked: CompareRequest[]; answer: (response: CompareResponse) => void; fail: () => void; isEnded: boolean }[] =
    [];
  const start = (): CompareWorker => {
    const listeners: { message?: (event: MessageEvent<CompareResponse>) => void; error?: () => void } = {};
    const worker = {
      asked: [] as CompareRequest[],
      answer: (data: CompareResponse) => listeners.message?.({ data } as MessageEvent<CompareResponse>),
      fail: () => listeners.error?.(),
      isEnded: false,
    };
    workers.push(worker);
    return {
      postMessage: (request) => void worker.asked.push(request),
      terminate: () => {
        worker.isEnded = true;
      },
      addEventListener: (type: "message" | "error", listener: never) => Object.assign(listeners, { [type]: listener }),
    };
  };
  return { compare: createComparer(start), workers };
}

describe("comparing two versions of a note", () => {
  it("takes no worker for short ones", async () => {
    const { compare, workers } = open();
    expect(await compare(short, { ...short, content: "<p>leeks</p>" })).toEqual(compareTexts(short, { ...short, content: "<p>leeks</p>" }));
    expect(workers).toHaveLength(0);
  });

  it("asks one worker for long ones, and gives each its own answer", async () => {
    const { compare, workers } = open();
    const pair = [compare(long("one"), long("two")), compare(long("three"), long("four"))];
    workers[0]?.answer({ isHere: true });
    for (const { turn, before, after } of [...(workers[0]?.asked ?? [])].reverse())
      workers[0]?.answer({ turn, comparison: compareTexts(before, after) });
    expect(await Promise.all(pair)).toEqual([compareTexts(long("one"), long("two")), compareTexts(long("three"), long("four"))]);
    expect(workers).toHaveLength(1);
  });

  it("compares itself where the worker breaks, and starts another one for the next", async () => {
    const { compare, workers } = open();
    const broken = compare(long("one"), long("two"));
    workers[0]?.fail();
    expect(await broken).toEqual(compareTexts(long("one"), long("two")));
    const next = compare(long("one"), long("three"));
    const asked = workers[1]?.asked ?? [];
    for (const { turn, before, after } of asked) workers[1]?.answer({ turn, comparison: compareTexts(before, after) });
    expect(await next).toMatchObject({ added: 1, removed: 1 });
    expect(workers[0]?.isEnded).toBe(true);
  });
});
