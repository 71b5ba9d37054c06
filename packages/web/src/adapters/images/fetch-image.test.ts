// @vitest-environment node
import { REMOTE_IMAGE } from "@satchel/core/document/images/remote-image.ts";
import { IMAGE } from "@satchel/core/model/limits/limits.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { describe, expect, it } from "vitest";
import { fetchImage } from "./fetch-image.ts";

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const ADDRESS = "https://a.example/x.png";

type Site = (url: string, init: RequestInit) => Response | Promise<Response>;

function ask(site: Site, { address = ADDRESS, isOnline = true, controller = new AbortController() } = {}) {
  const timers = new ManualClock();
  const asked: { readonly url: string; readonly init: RequestInit }[] = [];
  const shares: number[] = [];
  const fetch = (async (url: string, init: RequestInit) => {
    asked.push({ url, init });
    return site(url, init);
  }) as unknown as typeof globalThis.fetch;
  const onProgress = (share: number): void => void shares.push(share);
  const result = fetchImage({ fetch, timers, isOnline: () => isOnline }, { address, signal: controller.signal, onProgress });
  return { result, asked, shares, timers, controller };
}

/** Rejects when its signal aborts, as `fetch` does. */
const silent: Site = (_, { signal }) =>
  new Promise((__, reject) => signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError"))));
const image = (bytes: Uint8Array<ArrayBuffer> = PNG, headers: Record<string, string> = {}, status = 200): Site => {
  return () => new Response(bytes, { status, headers });
};
const unreachable: Site = () => Promise.reject(new TypeError("Failed to fetch"));

describe("decision 0032 an image of another website", () => {
  it("is requested over https, without anything that identifies the user or note", async () => {
    const { result, asked, shares } = ask(image(PNG, { "content-length": "11", "content-type": "text/plain" }), {
      address: "http://user:secret@a.example/x.png?y=1",
    });
    const answer = await result;
    expect(answer.ok && [answer.value.type, answer.value.size]).toEqual(["image/png", PNG.length]);
    expect(asked.map(({ url }) => url)).toEqual(["https://a.example/x.png?y=1"]);
    expect(asked[0]?.init).toMatchObject({ credentials: "omit", referrerPolicy: "no-referrer", cache: "no-store" });
    expect(shares).toEqual([1]);
  });

  it.each([
    ["an invalid address", image(), { address: "javascript:alert(1)" }, { kind: "unreadable-site" }],
    ["an address that is too long", image(), { address: `https://a.example/${"x".repeat(5000)}` }, { kind: "unreadable-site" }],
    ["a site without CORS", unreachable, {}, { kind: "unreadable-site" }],
    ["an offline device", unreachable, { isOnline: false }, { kind: "offline" }],
    ["a missing image", image(PNG, {}, 404), {}, { kind: "site-refused", status: 404 }],
    ["a page", image(new TextEncoder().encode("<!doctype html>"), { "content-type": "text/html" }), {}, { kind: "not-an-image" }],
    ["an image over the size limit", image(PNG, { "content-length": String(IMAGE.maxBytes + 1) }), {}, { kind: "image-too-large" }],
  ])("reports why it does not load: %s", async (_, site, options, problem) => {
    expect(await ask(site, options).result).toEqual({ ok: false, problem });
  });

  it("counts the bytes that arrive, whatever size the site announced", async () => {
    const part = new Uint8Array(IMAGE.maxBytes / 2);
    const body = () => {
      let parts = 0;
      return new ReadableStream({ pull: (controller) => (parts++ < 9 ? controller.enqueue(part) : controller.close()) });
    };
    expect(await ask(() => new Response(body(), { headers: { "content-length": "5" } })).result).toEqual({
      ok: false,
      problem: { kind: "image-too-large" },
    });
  });

  it("gives up if the site is silent, or if the user cancels", async () => {
    const waiting = ask(silent);
    await waiting.timers.advance(REMOTE_IMAGE.silentMs);
    expect(await waiting.result).toEqual({ ok: false, problem: { kind: "no-answer" } });
    const canceled = ask(silent);
    canceled.controller.abort();
    expect(await canceled.result).toEqual({ ok: false, problem: { kind: "canceled" } });
    expect([waiting.timers.pendingCount, canceled.timers.pendingCount]).toEqual([0, 0]);
  });
});
