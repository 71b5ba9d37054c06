import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { completeAi, readAiConfig, writeAiConfig } from "@satchel/contract/ai.ts";
import { AI_LIMITS } from "@satchel/contract/limits.ts";
import type { BodyOf } from "@satchel/contract/route.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ChatHost, startChatHost } from "../testing/chat-host.ts";
import { createTestServer, type TestServer, type TestUser } from "../testing/test-server.ts";

let host: ChatHost;
let server: TestServer;
let ada: TestUser;
beforeEach(async () => {
  host = await startChatHost();
  server = await createTestServer({ AI_URL: host.url, AI_TOKEN: "operator-token", AI_MODEL: "small-instruct" });
  ada = await server.join();
});
afterEach(async () => {
  await server.close();
  await host.close();
});

const prompt = (content: string): BodyOf<typeof completeAi> => ({
  messages: [{ role: "user", content }],
  max_tokens: 500,
  temperature: 0.7,
});
const ask = (content: string, token = ada.token) => server.call(completeAi, prompt(content), { token });
const sealed = (mark: string) => ({ v: 1, alg: "A256GCM", kid: "AAAAAAAAAAA", iv: "A".repeat(16), ct: mark }) as const;

describe("decision 0006 AI: the operator's host", () => {
  it("adds token and model, requests a stream, and forwards the response unchanged", async () => {
    const answer = await ask("Write a haiku");

    expect(host.asked).toEqual([
      {
        authorization: "Bearer operator-token",
        body: {
          model: "small-instruct",
          stream: true,
          messages: [{ role: "user", content: "Write a haiku" }],
          max_tokens: 500,
          temperature: 0.7,
        },
      },
    ]);
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toContain("text/event-stream");
    expect(answer.text).toContain('{"choices":[{"delta":{"content":"Hello"}}]}');
    expect(answer.text).not.toContain("operator-token");
  });

  it("forwards a response that is not a stream", async () => {
    host.answer = { kind: "whole", text: "All at once" };
    expect(JSON.parse((await ask("x")).text)).toEqual({ choices: [{ message: { role: "assistant", content: "All at once" } }] });
  });

  it.each([
    ["refuses", { kind: "status", status: 401 }],
    ["breaks", { kind: "status", status: 500 }],
    ["sends elsewhere", { kind: "elsewhere", location: "http://127.0.0.1:9/" }],
  ] as const)("reports only that the host is unavailable when it %s, and follows no redirect", async (_, answer) => {
    host.answer = answer;
    const refused = await ask("x");
    expect(refused.status).toBe(502);
    expect(refused.refusal().code).toBe("ai-unavailable");
    expect(refused.text).not.toContain("own words");
  });

  it("ends the host's request when the user disconnects", async () => {
    host.answer = { kind: "stream", parts: ["and so on"], staysOpen: true };
    const origin = await server.listen();
    const headers = { authorization: `Bearer ${ada.token}`, "content-type": "application/json" };
    const asking = request(`${origin}${completeAi.path}`, { method: "POST", agent: false, headers });
    asking.end(JSON.stringify(prompt("go on for ever")));
    const [response] = (await once(asking, "response")) as [IncomingMessage];
    expect(String((await once(response, "data"))[0])).toContain("and so on");
    response.destroy();
    await expect.poll(() => host.brokenOff()).toBe(1);
  });

  it("calls the host only with a session, a short enough prompt, and twenty times a minute", async () => {
    expect((await server.call(completeAi, prompt("x"))).status).toBe(401);
    expect((await ask("x".repeat(AI_LIMITS.promptMaxChars + 1))).status).toBe(400);
    expect(host.asked).toHaveLength(0);
    for (let count = 0; count < 20; count++) expect((await ask("x")).status).toBe(200);
    expect((await ask("x")).refusal()).toMatchObject({ code: "rate-limited" });
    const grace = await server.join();
    expect((await ask("x", grace.token)).status).toBe(200);
    server.clock.at += 60_001;
    expect((await ask("x")).status).toBe(200);
  });

  it("stores neither prompts nor responses", async () => {
    host.answer = { kind: "whole", text: "answerwithoutmatch" };
    await ask("promptwithoutmatch");
    const bytes = await server.everyByte();
    expect(bytes.includes("promptwithoutmatch")).toBe(false);
    expect(bytes.includes("answerwithoutmatch")).toBe(false);
  });
});

describe("decision 0006 AI: the user's own host", () => {
  it("is stored sealed, per account, and removed by null", async () => {
    const read = async (token: string) => (await server.call(readAiConfig, undefined, { token })).reply();
    expect(await read(ada.token)).toEqual({ config: null, operator: { host: new URL(host.url).host, model: "small-instruct" } });
    await server.call(writeAiConfig, { config: sealed("one") }, { token: ada.token });
    await server.call(writeAiConfig, { config: sealed("two") }, { token: ada.token });
    expect((await read(ada.token)).config).toEqual(sealed("two"));
    const grace = await server.join();
    expect((await read(grace.token)).config).toBeNull();
    await server.call(writeAiConfig, { config: null }, { token: ada.token });
    expect((await read(ada.token)).config).toBeNull();
  });

  it("is rejected unencrypted", async () => {
    const clear = { aiUrl: "https://ai.example", aiToken: "t", aiModel: "m" };
    expect((await server.call(writeAiConfig, { config: clear as never }, { token: ada.token })).status).toBe(400);
  });
});

describe("decision 0006 AI: a server without a host", () => {
  it("reports that AI is not configured", async () => {
    const bare = await createTestServer();
    const { token } = await bare.join();
    expect((await bare.call(readAiConfig, undefined, { token })).reply()).toEqual({ config: null, operator: null });
    expect((await bare.call(completeAi, prompt("x"), { token })).refusal().code).toBe("ai-not-configured");
    await bare.close();
  });

  it.each([{ AI_URL: "ftp://x", AI_MODEL: "m" }, { AI_URL: "https://x" }, { AI_TOKEN: "t" }])(
    "does not start with an incomplete host: %o",
    async (env) => {
      await expect(createTestServer(env)).rejects.toThrow(/AI_/);
    },
  );
});
