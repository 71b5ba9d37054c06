/** A drive that answers without end, in circles, too slowly, or in another shape than the protocol's. */
import { describe, expect, it, vi } from "vitest";
import { createTestDrive } from "../testing/create-test-drive.ts";
import type { ClientLimits } from "./client-deps.ts";

// Slow only on a busy machine: these tests do not wait for real time.
vi.setConfig({ testTimeout: 90_000 });

const MIB = 1024 * 1024;
const UNUSABLE = { ok: false, problem: { kind: "unusable-response" } };

type Reply = ResponseInit & { readonly body?: BodyInit };

/** A client of a drive that replies as `reply` says, which is given the number of requests so far, and these requests. */
function openHostile(reply: (url: URL, count: number) => Reply, limits: Partial<ClientLimits> = {}) {
  const { clientFor, clock } = createTestDrive();
  const requests: URL[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    const url = new URL(String(input));
    requests.push(url);
    const { body = "{}", ...init } = reply(url, requests.length);
    return new Response(body, init);
  };
  const client = clientFor("ada", { fetch, random: () => 0, limits });
  return { client, requests, clock };
}

/** A body that never ends. `pulled` counts the bytes that were taken from it. */
function openEndless(chunk: Uint8Array<ArrayBuffer> = new Uint8Array(MIB).fill(0x20)) {
  const state = { pulled: 0, isCancelled: false };
  const stream = () =>
    new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        pull: (controller) => {
          // Ends a test of a client without a bound, whose memory would otherwise run out.
          if (state.pulled > 300 * MIB) controller.close();
          else controller.enqueue(chunk);
          state.pulled += chunk.length;
        },
        cancel: () => {
          state.isCancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
  return { state, stream };
}

const json = (value: unknown): Reply => ({ body: JSON.stringify(value) });

describe("drive client: bodies without end", () => {
  it.each([
    ["metadata of a file", 1, (client: Client) => client.get("x")],
    ["the user", 1, (client: Client) => client.about({ fields: "user" })],
    ["a start cursor", 1, (client: Client) => client.startPageToken()],
    ["ids", 1, (client: Client) => client.generateIds(1)],
    ["a page of files", 32, (client: Client) => client.list({})],
    ["a page of changes", 32, (client: Client) => client.changes({ pageToken: "1" })],
    ["revisions", 32, (client: Client) => client.revisions("x", {})],
    ["a file", 128, (client: Client) => client.download("x")],
    ["a file for which its caller allows 2 MiB", 2, (client: Client) => client.download("x", { maxBytes: 2 * MIB })],
    ["a revision", 128, (client: Client) => client.downloadRevision("x", "1")],
  ])("refuses %s after %i MiB", async (_, mebibytes, call) => {
    const { state, stream } = openEndless();
    const { client } = openHostile(() => ({ body: stream() }));

    expect(await call(client)).toEqual(UNUSABLE);
    expect(state.pulled).toBeLessThanOrEqual((mebibytes + 1) * MIB);
    expect(state.isCancelled).toBe(true);
  });

  it("refuses a declared length beyond the bound before it reads a byte", async () => {
    const { state, stream } = openEndless();
    const { client } = openHostile(() => ({ body: stream(), headers: { "content-length": String(129 * MIB) } }));

    expect(await client.download("x")).toEqual(UNUSABLE);
    expect(state.pulled).toBe(0);
  });

  it("keeps the problem of an error whose body never ends", async () => {
    const { state, stream } = openEndless(new Uint8Array(16 * 1024).fill(0x20));
    const { client } = openHostile(() => ({ status: 404, body: stream() }));

    expect(await client.get("x")).toEqual({ ok: false, problem: { kind: "not-found" } });
    expect(state.pulled).toBeLessThanOrEqual(96 * 1024);
    expect(state.isCancelled).toBe(true);
  });

  it("treats a write whose response never ends as one that may have taken effect", async () => {
    const { stream } = openEndless();
    const { client } = openHostile(() => ({ body: stream() }));

    expect(await client.update("x", { name: "n" })).toEqual({ ok: false, problem: { kind: "answer-lost" } });
  });

  it("times out when bytes keep coming one by one", async () => {
    const { stream } = openEndless(new Uint8Array([0x20]));
    const { client, clock } = openHostile(() => ({ body: dripping() }), { retries: 0 });
    const dripping = () => {
      const source = stream().getReader();
      return new ReadableStream<Uint8Array<ArrayBuffer>>({
        pull: async (controller) => {
          await new Promise<void>((resolve) => void clock.after(20_000, resolve));
          const { value } = await source.read();
          if (value !== undefined) controller.enqueue(value);
        },
      });
    };
    let answer: unknown;
    const call = client.download("x").then((given) => {
      answer = given;
    });

    for (let turn = 0; turn < 20 && answer === undefined; turn += 1) await clock.advanceToNext();

    expect(answer).toEqual({ ok: false, problem: { kind: "timed-out", afterMs: 30_000 } });
    await call;
  });

  it("reads a large file that comes in many pieces", async () => {
    const bytes = new Uint8Array(40 * MIB).map((_, at) => at % 251);
    const { client } = openHostile(() => ({ body: new Blob([bytes]).stream() }));

    const answer = await client.download("x");

    expect(answer.ok && Buffer.compare(answer.value, bytes)).toBe(0);
  });
});

describe("drive client: listings in circles", () => {
  const listAll = async (client: Client): Promise<unknown> => {
    for (let pageToken: string | undefined; ; ) {
      const page = await client.list({ ...(pageToken !== undefined && { pageToken }) });
      if (!page.ok || page.value.nextPageToken === undefined) return page;
      pageToken = page.value.nextPageToken;
    }
  };
  const followAll = async (client: Client): Promise<unknown> => {
    for (let pageToken = "0"; ; ) {
      const page = await client.changes({ pageToken });
      if (!page.ok || page.value.nextPageToken === undefined) return page;
      pageToken = page.value.nextPageToken;
    }
  };

  it.each([
    ["listing", listAll],
    ["feed", followAll],
  ])("ends a %s that names the page again that was asked for", async (_, readAll) => {
    const { client, requests } = openHostile(() => json({ nextPageToken: "same" }));

    expect(await readAll(client)).toEqual(UNUSABLE);
    expect(requests.length).toBe(2);
  });

  it.each([
    ["listing that goes round in a circle", listAll, (page: number) => `page-${page % 3}`],
    ["listing that never ends", listAll, (page: number) => `page-${page}`],
    ["feed that never ends", followAll, (page: number) => `page-${page}`],
  ])("ends a %s", async (_, readAll, next) => {
    const { client, requests } = openHostile((_, page) => json({ nextPageToken: next(page) }), { maxPages: 50 });

    expect(await readAll(client)).toEqual(UNUSABLE);
    expect(requests.length).toBe(50);
  });

  it("ends a listing of more than the bytes that all its pages may have", async () => {
    const name = "n".repeat(100_000);
    const { client, requests } = openHostile((_, page) => json({ nextPageToken: `${page}`, files: [{ name }] }), {
      listingMaxBytes: 2 * MIB,
    });

    expect(await listAll(client)).toEqual(UNUSABLE);
    expect(requests.length).toBe(21);
  });

  it("continues a feed at the cursor where it was ended", async () => {
    const { client } = openHostile((_, page) => json({ nextPageToken: `${page}` }), { maxPages: 50 });
    expect(await followAll(client)).toEqual(UNUSABLE);

    const next = await client.changes({ pageToken: "49" });

    expect(next).toEqual({ ok: true, value: { nextPageToken: "51" } });
  });

  it("counts two listings of the same pages apart", async () => {
    const next = (asked: number) => json(asked === 40 ? {} : { nextPageToken: `${asked + 1}` });
    const { client } = openHostile((url) => next(Number(url.searchParams.get("pageToken") ?? 0)), { maxPages: 50 });

    expect(await Promise.all([listAll(client), listAll(client)])).toEqual([
      { ok: true, value: {} },
      { ok: true, value: {} },
    ]);
    expect(await listAll(client)).toEqual({ ok: true, value: {} });
  });
});

describe("drive client: waits and uploads without end", () => {
  it("reports a wait of a year as one of an hour", async () => {
    const { client } = openHostile(() => ({ status: 429, headers: { "retry-after": "31536000" } }));

    expect(await client.get("x")).toEqual({ ok: false, problem: { kind: "throttled", retryAfterMs: 3_600_000 } });
  });

  it.each([
    ["never takes a byte", {}],
    ["claims more bytes than were sent", { range: "bytes=0-99999999999" }],
    ["always names the same byte", { range: "bytes=0-9" }],
  ])("ends an upload to a drive that %s", async (_, headers) => {
    const { client, requests } = openHostile((url) =>
      url.searchParams.get("uploadType") === "resumable"
        ? { headers: { location: "http://drive.test/session" } }
        : { status: 308, headers, body: "" },
    );

    const answer = await client.upload({ kind: "create", metadata: {} }, new Uint8Array(3 * 262_144), { chunkBytes: 262_144 });

    expect(answer).toEqual(UNUSABLE);
    expect(requests.length).toBeLessThanOrEqual(13);
  });
});

describe("drive client: responses of another shape", () => {
  it.each([
    ["a number", 7],
    ["a list", []],
    ["nothing", null],
    ["files that are no list", { files: {} }],
    ["a token that is no text", { files: [], nextPageToken: 5 }],
  ])("refuses %s in place of a page", async (_, body) => {
    const { client } = openHostile(() => json(body));

    expect(await client.list({})).toEqual(UNUSABLE);
  });

  it("leaves out entries and fields of another type", async () => {
    const files = [
      null,
      3,
      { id: 4, name: ["n"], trashed: "no", parents: "p", appProperties: { k: 1, n: "id" } },
      { id: "a", parents: [1, "p"] },
    ];
    const { client } = openHostile(() => json({ files }));

    expect(await client.list({})).toEqual({
      ok: true,
      value: { files: [{ appProperties: { n: "id" } }, { id: "a", parents: ["p"] }] },
    });
  });

  it("refuses changes, users, ids and cursors of another type", async () => {
    const { client } = openHostile(() =>
      json({
        changes: [{ fileId: 1 }, 2, { fileId: "a", removed: 1 }],
        newStartPageToken: "2",
        user: "u",
        ids: [1, "b"],
        startPageToken: 3,
      }),
    );

    expect(await client.changes({ pageToken: "1" })).toEqual({
      ok: true,
      value: { newStartPageToken: "2", changes: [{}, { fileId: "a" }] },
    });
    expect(await client.about({ fields: "user" })).toEqual({ ok: true, value: {} });
    expect(await client.generateIds(2)).toEqual({ ok: true, value: ["b"] });
    expect(await client.startPageToken()).toEqual(UNUSABLE);
  });
});

type Client = ReturnType<typeof openHostile>["client"];
