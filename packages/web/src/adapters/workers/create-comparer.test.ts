import { compareTexts } from "@satchel/core/library/history/compare-texts.ts";
import { describe, expect, it } from "vitest";
import { createComparer } from "./content-workers.ts";
import type { StartedWorker } from "./worker-client.ts";

const short = { title: "Soup", content: "<p>leek</p>" };
const long = (word: string) => ({ title: "Soup", content: `<p>${"leek and potatoes ".repeat(4000)}${word}</p>` });

function open() {
  type Asked = { readonly turn: number; readonly args: Parameters<typeof compareTexts> };
  const workers: { readonly asked: Asked[]; answerAll: () => void; fail: () => void; isEnded: boolean }[] = [];
  const start = (): StartedWorker => {
    const target = new EventTarget();
    const say = (data: object): void => void target.dispatchEvent(new MessageEvent("message", { data }));
    const worker = {
      asked: [] as Asked[],
      answerAll() {
        say({ kind: "answer", turn: 0 });
        for (const { turn, args } of [...worker.asked].reverse()) say({ kind: "answer", turn, value: compareTexts(...args) });
      },
      fail: () => void target.dispatchEvent(new Event("error")),
      isEnded: false,
    };
    workers.push(worker);
    return Object.assign(target, {
      postMessage: (request: Asked) => void worker.asked.push(request),
      terminate: () => {
        worker.isEnded = true;
      },
    }) as unknown as StartedWorker;
  };
  return { compare: createComparer(compareTexts, start), workers };
}

describe("comparing two versions of a note", () => {
  it("compares short ones without a worker", async () => {
    const { compare, workers } = open();
    expect(await compare(short, { ...short, content: "<p>leeks</p>" })).toEqual(compareTexts(short, { ...short, content: "<p>leeks</p>" }));
    expect(workers).toHaveLength(0);
  });

  it("asks one worker for long ones, and returns each its own result", async () => {
    const { compare, workers } = open();
    const pair = [compare(long("one"), long("two")), compare(long("three"), long("four"))];
    workers[0]?.answerAll();
    expect(await Promise.all(pair)).toEqual([compareTexts(long("one"), long("two")), compareTexts(long("three"), long("four"))]);
    expect(workers).toHaveLength(1);
  });

  it("compares on the page if the worker crashes, and restarts it for the next", async () => {
    const { compare, workers } = open();
    const broken = compare(long("one"), long("two"));
    workers[0]?.fail();
    expect(await broken).toEqual(compareTexts(long("one"), long("two")));
    const next = compare(long("one"), long("three"));
    workers[1]?.answerAll();
    expect(await next).toMatchObject({ added: 1, removed: 1 });
    expect(workers[0]?.isEnded).toBe(true);
  });
});
