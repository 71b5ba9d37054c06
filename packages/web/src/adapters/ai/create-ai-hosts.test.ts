// @vitest-environment node

import { toChatRequest } from "@satchel/core/ai/chat-reader.ts";
import type { AiProblem } from "@satchel/core/model/ai/ai-problem.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import { describe, expect, it, vi } from "vitest";
import type { StartedWorker } from "../workers/worker-client.ts";
import { createAiHosts } from "./create-ai-hosts.ts";

const stream = (...parts: readonly string[]): Response =>
  new Response(parts.map((content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`).join(""));

async function askOperator(answer: () => Response | Promise<Response>) {
  const asked: RequestInit[] = [];
  const fetchFn = async (_: unknown, init?: RequestInit) => {
    asked.push(init ?? {});
    return answer();
  };
  let text = "";
  const end = await new Promise<Result<void, AiProblem>>((onEnd) => {
    const onText = (piece: string): void => {
      text += piece;
    };
    createAiHosts({ fetch: fetchFn as typeof fetch }).askOperator("token", toChatRequest("Write"), { onText, onEnd });
  });
  return { text, end, headers: asked[0]?.headers };
}

describe("A7 asking the operator's AI", () => {
  it("sends the account's token and reports the text as it arrives", async () => {
    const { text, end, headers } = await askOperator(() => stream("Hel", "lo"));
    expect([text, end]).toEqual(["Hello", ok(undefined)]);
    expect(headers).toMatchObject({ Authorization: "Basic token" });
  });

  it.each([
    [401, { kind: "no-token" }],
    [429, { kind: "busy" }],
    [502, { kind: "unavailable", status: 502 }],
  ] as const)("reports the problem for status %i", async (status, problem) => {
    const warned = vi.spyOn(console, "warn");
    expect((await askOperator(() => new Response("{}", { status }))).end).toEqual(failed(problem));
    expect(warned.mock.calls).toEqual([[`AI API request failed: ${status}`]]);
    warned.mockRestore();
  });

  it("reports an empty response, a lost network and a response that breaks off", async () => {
    expect((await askOperator(() => stream(""))).end).toEqual(failed({ kind: "no-content" }));
    expect((await askOperator(() => Promise.reject(new TypeError("gone")))).end).toEqual(failed({ kind: "offline" }));
    const givenUp = 'data: {"choices":[{"delta":{"content":"Half"}}]}\n\ndata: {"error":{"message":"overloaded"}}\n\n';
    expect(await askOperator(() => new Response(givenUp))).toMatchObject({ text: "Half", end: failed({ kind: "failed" }) });
    const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError("cut")) });
    expect((await askOperator(() => new Response(broken))).end).toEqual(failed({ kind: "offline" }));
  });
});

describe("decision 0006 AI: asking the user's own host", () => {
  const config = { aiUrl: "http://localhost:1/v1", aiToken: "t", aiModel: "m", isBearer: true };

  it("starts the worker with the first prompt, and reports nothing after a stop", async () => {
    const asked: unknown[] = [];
    const workers: EventTarget[] = [];
    const startWorker = (): StartedWorker => {
      const worker = Object.assign(new EventTarget(), { postMessage: (ask: unknown) => void asked.push(ask), terminate: () => undefined });
      workers.push(worker);
      return worker as unknown as StartedWorker;
    };
    const hosts = createAiHosts({ fetch, startWorker });
    expect(workers).toHaveLength(0);
    const received: unknown[] = [];
    const listener = { onText: (text: string) => void received.push(text), onEnd: (end: unknown) => void received.push(end) };
    const say = (data: object): void => void workers.at(-1)?.dispatchEvent(new MessageEvent("message", { data }));
    const stop = hosts.askOwn("token", config, { request: toChatRequest("one"), listener });
    hosts.askOwn("token", config, { request: toChatRequest("two"), listener });
    say({ kind: "progress", turn: 1, value: "a" });
    stop();
    say({ kind: "progress", turn: 1, value: "b" });
    say({ kind: "answer", turn: 1, value: ok(undefined) });
    say({ kind: "answer", turn: 2, value: ok(undefined) });
    await expect.poll(() => received).toEqual(["a", ok(undefined)]);
    expect(asked).toMatchObject([
      { turn: 1, method: "ask", args: [{ token: "token", config }] },
      { turn: 2, method: "ask" },
      { turn: 1, kind: "cancel" },
    ]);
    hosts.askOwn("token", config, { request: toChatRequest("three"), listener });
    workers[0]?.dispatchEvent(new Event("error"));
    await expect.poll(() => received.at(-1)).toEqual(failed({ kind: "failed" }));
    expect(workers).toHaveLength(1);
  });
});
