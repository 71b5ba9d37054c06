// @vitest-environment node

import { toChatRequest } from "@satchel/core/ai/chat-reader.ts";
import type { AiConfig } from "@satchel/core/model/ai/ai-config.ts";
import { failed, ok } from "@satchel/core/model/result.ts";
import { describe, expect, it } from "vitest";
import { createOwnHost } from "./read-chat.ts";
import { createSavedHost } from "./saved-host.ts";

const ORIGIN = "https://notes.example.org";
const SAVED: AiConfig = { aiUrl: "http://localhost:1/v1", aiToken: "t", aiModel: "m", isBearer: true };
const THIEF = "https://thief.example/v1";
const SEALED = { v: 1, alg: "A256GCM", kid: "QUJDREVGR0g", iv: "QUJDREVGR0hJSktM", ct: "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo" } as const;

function setup({ isOpened = true, status = 200 } = {}) {
  const called: { readonly url: string; readonly redirect: unknown }[] = [];
  const server = { saved: SAVED as AiConfig | null };
  const fetchFn = async (url: unknown, init?: RequestInit) => {
    called.push({ url: String(url), redirect: init?.redirect });
    if (!String(url).startsWith(ORIGIN)) return new Response('data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n');
    return Response.json({ config: server.saved && SEALED, operator: null }, { status });
  };
  const fetch = fetchFn as typeof globalThis.fetch;
  const findSaved = createSavedHost({ fetch, origin: ORIGIN, open: async () => (isOpened ? (server.saved ?? undefined) : undefined) });
  const host = createOwnHost({ fetch, findSaved });
  const ask = async (config: AiConfig, signal = new AbortController().signal) => {
    const texts: string[] = [];
    const end = await host.ask(
      { token: "token", config, request: toChatRequest("Write") },
      { onProgress: (text) => void texts.push(text), signal },
    );
    return { texts, end };
  };
  const hosts = () => called.map(({ url }) => url).filter((url) => !url.startsWith(ORIGIN));
  return { ask, called, server, hosts };
}

describe("decision 0006 AI: the own-host worker calls only what the user saved", () => {
  it("calls the saved host, follows no redirect, and asks the server once", async () => {
    const { ask, called } = setup();
    expect(await ask(SAVED)).toEqual({ texts: ["Hi"], end: ok(undefined) });
    await ask(SAVED);
    expect(called.map(({ url }) => url)).toEqual([`${ORIGIN}/api/ai/config`, SAVED.aiUrl, SAVED.aiUrl]);
    expect(new Set(called.map(({ redirect }) => redirect))).toEqual(new Set(["error"]));
  });

  it.each([
    { ...SAVED, aiUrl: THIEF },
    { ...SAVED, aiUrl: `${SAVED.aiUrl}?to=${THIEF}` },
    { ...SAVED, aiUrl: "http://localhost:1@thief.example/v1" },
    { ...SAVED, aiModel: "the text of a note" },
    { ...SAVED, aiUrl: [SAVED.aiUrl] as unknown as string },
  ])("does not call a host for %o, before or after a saved one", async (config) => {
    const { ask, hosts } = setup();
    expect(await ask(config)).toEqual({ texts: [], end: failed({ kind: "unavailable" }) });
    await ask(SAVED);
    expect(await ask(config)).toEqual({ texts: [], end: failed({ kind: "unavailable" }) });
    expect(hosts()).toEqual([SAVED.aiUrl]);
  });

  it("rejects a configuration sealed under another vault, and a server that refuses", async () => {
    const foreign = setup({ isOpened: false });
    expect(await foreign.ask(SAVED)).toEqual({ texts: [], end: failed({ kind: "unavailable" }) });
    const ended = setup({ status: 401 });
    expect(await ended.ask(SAVED)).toEqual({ texts: [], end: failed({ kind: "no-token" }) });
    expect([...foreign.hosts(), ...ended.hosts()]).toEqual([]);
  });

  it("uses a newly saved host at once, and stops using the former one", async () => {
    const { ask, server, hosts } = setup();
    await ask(SAVED);
    server.saved = { ...SAVED, aiUrl: "https://ai.example/v1" };
    await ask(server.saved);
    await ask(SAVED);
    expect(hosts()).toEqual([SAVED.aiUrl, "https://ai.example/v1"]);
  });

  it("does not call the host if it is stopped during the lookup", async () => {
    const { ask, hosts } = setup();
    const controller = new AbortController();
    const asked = ask(SAVED, controller.signal);
    controller.abort();
    expect([await asked, hosts()]).toEqual([{ texts: [], end: undefined }, []]);
  });
});
