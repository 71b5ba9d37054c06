import { SIGNAL } from "@satchel/contract/limits.ts";
import type { SignalsListener } from "@satchel/core/ports/account/signals.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createHttpSignals } from "./http-signals.ts";

type Line = { readonly write: (text: string) => void; readonly end: () => void; readonly signal: AbortSignal };

const clock = new ManualClock();
const lines: Line[] = [];
const calls: string[] = [];
let answer: () => Response | undefined;

const listener: SignalsListener = {
  onOpen: () => calls.push("open"),
  onMessage: (message) => calls.push(message),
  onClosed: () => calls.push("closed"),
};

const signals = createHttpSignals({
  fetch: async (_, init) => answer() ?? openLine(init?.signal as AbortSignal),
  timers: clock,
  random: () => 0.5,
  network: {
    isOnline: () => true,
    onChange: () => () => undefined,
  },
  token: () => "token",
  onAccountChanged: () => calls.push("account"),
});

function openLine(signal: AbortSignal): Response {
  const bytes = new TransformStream<Uint8Array, Uint8Array>();
  const writer = bytes.writable.getWriter();
  const encoder = new TextEncoder();
  signal.addEventListener("abort", () => void writer.abort().catch(() => undefined));
  lines.push({ write: (text) => void writer.write(encoder.encode(text)), end: () => void writer.close(), signal });
  return new Response(bytes.readable);
}

const event = (content: object): string => `data: ${JSON.stringify(content)}\n\n`;
const lastLine = (): Line => lines.at(-1) as Line;
const expectCalls = (...expected: readonly string[]) => vi.waitFor(() => expect(calls).toEqual(expected));
const opened = (count: number) => vi.waitFor(() => expect(lines).toHaveLength(count));

beforeEach(() => {
  lines.length = 0;
  calls.length = 0;
  answer = () => undefined;
});

describe("the channel over HTTP", () => {
  it("delivers events cut at any point, and drops those outside the contract", async () => {
    const stop = signals.listen(listener);
    await opened(1);
    const text = `${event({ kind: "open" })}:\n\n${event({ kind: "signal", message: "not base64!" })}data: {\n\n${event({ kind: "signal", message: "abc" })}`;
    for (const char of text) lastLine().write(char);
    await expectCalls("open", "abc");
    stop();
    expect(lastLine().signal.aborted).toBe(true);
  });

  it("checks the account after a refused session, and delays the reconnection", async () => {
    answer = () => Response.json({ code: "not-signed-in", message: "…", retryAfterMs: 90_000 }, { status: 401 });
    const stop = signals.listen(listener);
    await expectCalls("account");
    answer = () => undefined;
    await clock.advance(89_999);
    expect(lines).toEqual([]);
    await clock.advance(1);
    await opened(1);
    stop();
  });

  it("does not check the account when the server is busy", async () => {
    answer = () => Response.json({ code: "unavailable", message: "…", retryAfterMs: 1000 }, { status: 503 });
    const stop = signals.listen(listener);
    await vi.waitFor(async () => {
      answer = () => undefined;
      await clock.advance(60_000);
      expect(lines).toHaveLength(1);
    });
    expect(calls).toEqual([]);
    stop();
  });

  it("disconnects from a server that never ends an event", async () => {
    const stop = signals.listen(listener);
    await opened(1);
    lastLine().write(event({ kind: "open" }));
    await expectCalls("open");
    lastLine().write(`data: ${"A".repeat(2 * SIGNAL.maxChars)}`);
    await expectCalls("open", "closed");
    expect(lastLine().signal.aborted).toBe(true);
    stop();
  });
});
