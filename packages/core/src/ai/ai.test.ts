import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AiConfig, decideAiDestination, isAiUrl, NO_AI_CONFIG, parseAiConfig } from "../model/ai/ai-config.ts";
import type { AiProblem } from "../model/ai/ai-problem.ts";
import { failed, ok, type Result } from "../model/result.ts";
import type { ChatListener, ChatRequest } from "../ports/ai.ts";
import { type AiDeps, createAiService } from "./ai-service.ts";
import { createChatReader, toAuthorization, toChatRequest, toOwnHostBody } from "./chat-reader.ts";

const OWN: AiConfig = { aiUrl: "http://localhost:11434/v1/chat/completions", aiToken: "t", aiModel: "llama", isBearer: true };
const OPERATOR = { host: "ai.example", model: "small" };

describe("A7 request to a host", () => {
  it("contains the prompt only, 500 tokens, temperature 0.7", () => {
    expect(toChatRequest("Write")).toEqual({ messages: [{ role: "user", content: "Write" }], max_tokens: 500, temperature: 0.7 });
    expect(toOwnHostBody(toChatRequest("x"), OWN)).toMatchObject({ model: "llama", stream: true });
    expect(toOwnHostBody(toChatRequest("x"), { ...OWN, aiModel: " " })).not.toHaveProperty("model");
  });

  it("carries the configured token", () => {
    expect(toAuthorization(OWN)).toBe("Bearer t");
    expect(toAuthorization({ ...OWN, isBearer: false })).toBe("t");
    expect(toAuthorization({ ...OWN, isBearer: false, aiToken: " Basic abc " })).toBe("Basic abc");
    expect(toAuthorization(NO_AI_CONFIG)).toBeUndefined();
  });
});

describe("A7 token as entered", () => {
  it("sends tokens saved before the bearer choice as they were sent then", () => {
    const saved = { aiUrl: "http://localhost:1/v1", aiModel: "m" };
    expect(parseAiConfig({ ...saved, aiToken: "t" })).toMatchObject({ isBearer: true });
    expect(parseAiConfig({ ...saved, aiToken: "Basic abc" })).toMatchObject({ isBearer: false });
    expect(parseAiConfig({ ...saved, aiToken: "" })).toMatchObject({ isBearer: false });
    expect(parseAiConfig({ ...saved, aiToken: "t", isBearer: false })).toMatchObject({ isBearer: false });
    expect(parseAiConfig({ ...saved, aiToken: 1 })).toBeUndefined();
  });
});

describe("decision 0006 AI: choice of the host", () => {
  it("is the user's own host if set, otherwise the operator's, otherwise none", () => {
    expect(decideAiDestination(OWN, OPERATOR)).toEqual({ kind: "own", host: "localhost:11434", config: OWN });
    expect(decideAiDestination({ ...OWN, aiUrl: " " }, OPERATOR)).toEqual({ kind: "operator", host: "ai.example" });
    expect(decideAiDestination(NO_AI_CONFIG, null)).toEqual({ kind: "none" });
  });

  it("accepts web addresses only", () => {
    expect(["https://a.b/c", "http://localhost:1", "https://u:p@h.example/x"].every(isAiUrl)).toBe(true);
    expect(["", "ftp://a", "javascript:alert(1)", "a.b/c", "https://"].some(isAiUrl)).toBe(false);
    expect(parseAiConfig({ id: "x", ...OWN })).toEqual(OWN);
    expect(parseAiConfig({ aiUrl: 1 })).toBeUndefined();
  });
});

describe("A3 AI response", () => {
  const stream = (parts: readonly string[]): string =>
    `: hello\n\n${parts.map((content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`).join("")}data: [DONE]\n\n`;
  const readIn = (text: string, cuts: readonly number[]): string => {
    const reader = createChatReader();
    const offsets = [...new Set([0, ...cuts.map((cut) => cut % (text.length + 1)), text.length])].sort((a, b) => a - b);
    const pieces = offsets.slice(1).map((to, index) => text.slice(offsets[index], to));
    return pieces.map((piece) => reader.push(piece)).join("") + reader.end();
  };

  it("gives the same text however the stream is split", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" }), { maxLength: 6 }), fc.array(fc.nat(), { maxLength: 8 }), (parts, cuts) => {
        expect(readIn(stream(parts), cuts)).toBe(parts.join(""));
        expect(readIn(stream(parts).replaceAll("\n", "\r\n"), [])).toBe(parts.join(""));
      }),
    );
  });

  it("keeps characters that some treat as line ends", () => {
    expect(readIn(stream(["a\u2028b", "\u2029", "\u0085"]), [])).toBe("a\u2028b\u2029\u0085");
  });

  it("reads choices[0].message.content of a complete response", () => {
    expect(readIn('{"choices":[{"message":{"content":"All"}}]}', [5, 9])).toBe("All");
    expect(readIn('{"choices":[]}', [])).toBe("");
    expect(readIn("<html>not it</html>", [])).toBe("");
    expect(readIn("data: {broken\n\n", [])).toBe("");
  });

  it("recognizes a response that the host aborted", () => {
    const reader = createChatReader();
    expect([reader.push(stream(["Half"])), reader.isGivenUp()]).toEqual(["Half", false]);
    expect([reader.push('data: {"error":{"message":"overloaded"}}\n\n'), reader.isGivenUp()]).toEqual(["", true]);
    const whole = createChatReader();
    whole.push('{"error":{"message":"no such model"}}');
    expect([whole.end(), whole.isGivenUp()]).toEqual(["", true]);
    const fine = createChatReader();
    fine.push('data: {"choices":[{"delta":{"content":"a"}}],"error":null}\n\n');
    expect(fine.isGivenUp()).toBe(false);
  });
});

type Asked = { readonly kind: "own" | "operator"; readonly request: ChatRequest; readonly listener: ChatListener; stopped: boolean };

function setup({ isSignedIn = true, config = null as AiConfig | null, operator = null as typeof OPERATOR | null, offline = false } = {}) {
  const server: { refusal?: "session-ended" | "session-revoked" | "rate-limited" } = {};
  const over: unknown[] = [];
  const refused = () => server.refusal && failed({ kind: "refused", code: server.refusal, status: 401 });
  const asked: Asked[] = [];
  const written: unknown[] = [];
  let changeUser = (): void => undefined;
  const record = (kind: Asked["kind"], request: ChatRequest, listener: ChatListener) => {
    const one: Asked = { kind, request, listener, stopped: false };
    asked.push(one);
    return () => {
      one.stopped = true;
    };
  };
  const deps = {
    backend: {
      readAiConfig: async () => refused() ?? (offline ? failed({ kind: "offline" }) : ok({ config, operator })),
      writeAiConfig: async (_: string, sealed: unknown) => {
        written.push(sealed);
        return refused() ?? ok(undefined);
      },
    },
    sealing: { sealAiConfig: async (one: AiConfig) => ok({ sealed: one }), openAiConfig: async (sealed: unknown) => sealed },
    hosts: {
      askOwn: (_: string, __: AiConfig, { request, listener }: { readonly request: ChatRequest; readonly listener: ChatListener }) =>
        record("own", request, listener),
      askOperator: (_: string, request: ChatRequest, listener: ChatListener) => record("operator", request, listener),
    },
    token: () => (isSignedIn ? "token" : undefined),
    sessionRefused: (...args: readonly unknown[]) => void over.push(args),
    onUserChanged: (listener: () => void) => {
      changeUser = listener;
    },
  } as unknown as AiDeps;
  const service = createAiService(deps);
  const received: { text: string; ends: Result<void, AiProblem>[] } = { text: "", ends: [] };
  const listen: ChatListener = {
    onText: (text) => {
      received.text += text;
    },
    onEnd: (end) => void received.ends.push(end),
  };
  const flushPromises = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  return { service, server, over, asked, written, received, listen, flushPromises, changeUser: () => changeUser() };
}

describe("A4 AI dialog: sending a prompt", () => {
  it("reads the configuration before the first prompt and asks that host", async () => {
    const { service, asked, received, listen, flushPromises } = setup({ config: OWN, operator: OPERATOR });
    service.ask("Write", listen);
    await flushPromises();
    expect(asked).toMatchObject([{ kind: "own", request: { messages: [{ content: "Write" }] } }]);
    asked[0]?.listener.onText("An");
    asked[0]?.listener.onText("swer");
    asked[0]?.listener.onEnd(ok(undefined));
    expect(received).toEqual({ text: "Answer", ends: [ok(undefined)] });
  });

  it("asks the operator's host if the user has none", async () => {
    const { service, asked, listen, flushPromises } = setup({ operator: OPERATOR });
    service.ask("x", listen);
    await flushPromises();
    expect(asked.map((one) => one.kind)).toEqual(["operator"]);
  });

  it.each([
    ["nobody is signed in", { isSignedIn: false }, "no-token"],
    ["no host is named", {}, "unavailable"],
    ["it cannot be known which host is meant", { offline: true }, "offline"],
  ] as const)("sends nothing when %s", async (_, situation, kind) => {
    const { service, asked, received, listen, flushPromises } = setup(situation);
    service.ask("x", listen);
    await flushPromises();
    expect(asked).toEqual([]);
    expect(received.ends).toEqual([failed({ kind })]);
  });

  it("limits the length of prompts to the operator's host only", async () => {
    const [operators, own] = [setup({ operator: OPERATOR }), setup({ config: OWN })];
    for (const { service, listen, flushPromises } of [operators, own]) {
      service.ask("x".repeat(32_001), listen);
      await flushPromises();
    }
    expect([operators.asked, operators.received.ends]).toEqual([[], [failed({ kind: "too-long" })]]);
    expect(own.asked).toHaveLength(1);
    operators.service.ask("x".repeat(32_000), operators.listen);
    await operators.flushPromises();
    expect(operators.asked).toHaveLength(1);
  });

  it("receives nothing after a stop, and ends the request", async () => {
    const { service, asked, received, listen, flushPromises } = setup({ operator: OPERATOR });
    const stop = service.ask("x", listen);
    await flushPromises();
    stop();
    asked[0]?.listener.onText("late");
    asked[0]?.listener.onEnd(ok(undefined));
    expect([asked[0]?.stopped, received]).toEqual([true, { text: "", ends: [] }]);
    const other = setup({ operator: OPERATOR });
    other.service.ask("x", other.listen)();
    await other.flushPromises();
    expect(other.asked).toEqual([]);
  });
});

describe("A4 AI dialog: an ended session", () => {
  it.each(["session-ended", "session-revoked"] as const)("is reported when the configuration is read or saved: %s", async (refusal) => {
    const { service, server, over } = setup({ operator: OPERATOR });
    server.refusal = refusal;
    await service.read();
    expect(over).toEqual([["token", refusal]]);
    await service.save(OWN);
    expect(over).toEqual([
      ["token", refusal],
      ["token", refusal],
    ]);
  });

  it("is reported when the operator's host refuses, with the reason from the server", async () => {
    const { service, server, over, asked, received, listen, flushPromises } = setup({ operator: OPERATOR });
    service.ask("x", listen);
    await flushPromises();
    server.refusal = "session-revoked";
    asked[0]?.listener.onEnd(failed({ kind: "no-token" }));
    await flushPromises();
    expect([received.ends, over]).toEqual([[failed({ kind: "no-token" })], [["token", "session-revoked"]]]);
  });

  it("is not inferred from other refusals or from the user's own host", async () => {
    const [operators, own] = [setup({ operator: OPERATOR }), setup({ config: OWN })];
    for (const { service, asked, listen, flushPromises } of [operators, own]) {
      service.ask("x", listen);
      await flushPromises();
      asked[0]?.listener.onEnd(failed({ kind: "no-token" }));
      await flushPromises();
    }
    operators.server.refusal = "rate-limited";
    await operators.service.read();
    expect([operators.over, own.over]).toEqual([[], []]);
  });
});

describe("B2 AI settings", () => {
  it("are sealed before they leave, and removed when empty", async () => {
    const { service, written } = setup({ operator: OPERATOR });
    await service.read();
    await service.save(OWN);
    expect(service.store.getState()).toEqual({ phase: "ready", config: OWN, operator: OPERATOR });
    await service.save({ aiUrl: " ", aiToken: "", aiModel: "", isBearer: false });
    expect(written).toEqual([{ sealed: OWN }, null]);
  });

  it("are dropped when another user signs in", async () => {
    const { service, changeUser } = setup({ config: OWN });
    await service.read();
    changeUser();
    expect(service.store.getState()).toEqual({ phase: "unread", config: NO_AI_CONFIG, operator: null });
  });
});
