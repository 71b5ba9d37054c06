/** The client against the real server in one process. Faults and a manual clock imitate a bad network. */

import { AMBIGUOUS_KINDS } from "@satchel/contract/drives/drive-problem.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { FaultRule } from "../sandbox/faults/fault-config.ts";
import { createTestDrive, type TestDrive } from "../testing/create-test-drive.ts";
import type { DriveClient } from "./drive-client.ts";

// Slow only on a busy machine: these tests do not wait for real time.
vi.setConfig({ testTimeout: 90_000 });

const text = (value: string) => new TextEncoder().encode(value);

describe("drive client: calls", () => {
  let drive: TestDrive;
  let client: DriveClient;
  beforeEach(() => {
    drive = createTestDrive();
    client = drive.clientFor();
  });

  it("creates, reads, changes and deletes a file", async () => {
    const ids = await client.generateIds(2);
    const id = ids.ok ? (ids.value[0] ?? "") : "";
    const token = await client.startPageToken();

    expect(
      await client.create(
        { id, name: "n", appProperties: { k: "note" } },
        { content: text("one"), contentType: "application/json", fields: "id,size,mimeType" },
      ),
    ).toEqual({
      ok: true,
      value: { id, size: "3", mimeType: "application/json" },
    });
    expect(await client.update(id, { name: "m" }, { content: text("two!"), fields: "name,size" })).toEqual({
      ok: true,
      value: { name: "m", size: "4" },
    });
    expect(await client.update(id, { trashed: true }, { fields: "trashed" })).toEqual({ ok: true, value: { trashed: true } });
    const bytes = await client.download(id);
    expect(bytes.ok && new TextDecoder().decode(bytes.value)).toBe("two!");
    const part = await client.download(id, { range: { start: 1, end: 2 } });
    expect(part.ok && new TextDecoder().decode(part.value)).toBe("wo");
    expect(await client.list({ q: "'root' in parents", fields: "files(id)", pageSize: 1000 })).toEqual({
      ok: true,
      value: { files: [{ id }] },
    });
    const changes = await client.changes({ pageToken: token.ok ? token.value : "", fields: "changes(fileId)", pageSize: 1000 });
    expect(changes).toEqual({ ok: true, value: { changes: [{ fileId: id }] } });
    expect(await client.copy(id, { name: "c" }, { fields: "name" })).toEqual({ ok: true, value: { name: "c" } });
    expect(await client.delete(id)).toEqual({ ok: true, value: undefined });
    expect(await client.get(id)).toEqual({ ok: false, problem: { kind: "not-found" } });
    expect(await client.about({ fields: "user(emailAddress)" })).toEqual({
      ok: true,
      value: { user: { emailAddress: "ada@sandbox.example" } },
    });
  });

  it("moves a file between folders", async () => {
    const folder = await client.create({ name: "f", mimeType: "application/vnd.google-apps.folder" }, { fields: "id" });
    const file = await client.create({ name: "n" }, { fields: "id" });
    if (!folder.ok || !file.ok) throw new Error("not made");

    const moved = await client.update(
      file.value.id ?? "",
      {},
      { addParents: [folder.value.id ?? ""], removeParents: ["root"], fields: "parents" },
    );

    expect(moved).toEqual({ ok: true, value: { parents: [folder.value.id] } });
  });

  it("sends content that contains the multipart boundary unchanged", async () => {
    const content = text("--satchel-000\r\n\r\n--satchel-000--");
    const unlucky = drive.clientFor("ada", { random: () => 0 });

    const made = await unlucky.create({}, { content, fields: "id" });
    const back = await client.download(made.ok ? (made.value.id ?? "") : "");

    expect(back.ok && back.value).toEqual(content);
  });

  it.each<[string, FaultRule["then"], unknown]>([
    ["a project without the Drive API", { status: 403, reason: "accessNotConfigured" }, { kind: "api-disabled" }],
    ["an organization that forbids the app", { status: 403, reason: "domainPolicy" }, { kind: "policy-refused" }],
    [
      "a file of another app",
      { status: 403, reason: "appNotAuthorizedToFile" },
      { kind: "rejected", status: 403, reason: "appNotAuthorizedToFile" },
    ],
    ["a full drive", { status: 403, reason: "storageQuotaExceeded" }, { kind: "storage-full" }],
    ["a missing scope", { status: 403, reason: "insufficientPermissions" }, { kind: "scope-missing" }],
    ["a used id", { status: 409 }, { kind: "id-in-use" }],
    ["a file that is gone", { status: 404 }, { kind: "not-found" }],
    ["a bad request", { status: 400, reason: "invalid" }, { kind: "rejected", status: 400, reason: "invalid" }],
  ])("reports %s at once, without a second try", async (_, then, problem) => {
    drive.sandbox.control?.setFaults({ rules: [{ then }] });

    expect(await client.get("x")).toEqual({ ok: false, problem });
    expect(drive.sandbox.control?.requests()).toHaveLength(1);
  });

  it.each([400, 404, 410] as const)("maps %i for a changes token to an invalid cursor", async (status) => {
    drive.sandbox.control?.setFaults({ rules: [{ then: { status } }] });

    expect(await client.changes({ pageToken: "7" })).toEqual({ ok: false, problem: { kind: "cursor-invalid" } });
  });

  it("treats a success that is not JSON as a lost response", async () => {
    const odd = drive.clientFor("ada", { fetch: async () => new Response("<html>hotel wifi</html>") });

    expect(await odd.get("x")).toEqual({ ok: false, problem: { kind: "answer-lost" } });
  });
});

describe("drive client: tokens", () => {
  it("refreshes once for many calls rejected together, and repeats each", async () => {
    const drive = createTestDrive();
    let token = "stale";
    let refreshes = 0;
    const refresh = async () => {
      refreshes += 1;
      await Promise.resolve();
      token = drive.tokenOf();
      return token;
    };
    const client = drive.clientFor("ada", { token: async () => token, refresh });

    const answers = await Promise.all(Array.from({ length: 5 }, () => client.about({ fields: "kind" })));

    expect(answers.every((answer) => answer.ok)).toBe(true);
    expect(refreshes).toBe(1);
  });

  it("gives up after one refresh that did not help", async () => {
    const drive = createTestDrive();
    const client = drive.clientFor("ada", { token: async () => "stale", refresh: async () => "as stale" });

    expect(await client.about({ fields: "kind" })).toEqual({ ok: false, problem: { kind: "access-expired" } });
    expect(drive.sandbox.control?.requests()).toHaveLength(2);
  });

  it.each([
    ["no token at all", async () => undefined],
    ["no new one to be had", async () => "stale"],
  ])("reports that access has expired when there is %s", async (_, token) => {
    const drive = createTestDrive();
    const client = drive.clientFor("ada", { token, refresh: async () => undefined });

    expect(await client.about({ fields: "kind" })).toEqual({ ok: false, problem: { kind: "access-expired" } });
  });

  it("sends the token as Bearer, and never cookies", async () => {
    const drive = createTestDrive();
    const seen: (RequestInit | undefined)[] = [];
    const spy: typeof fetch = (input, init) => {
      seen.push(init);
      return drive.fetch(input, init);
    };
    await drive.clientFor("ada", { fetch: spy }).about({ fields: "kind" });

    expect(seen[0]).toMatchObject({ credentials: "omit" });
    expect(new Headers(seen[0]?.headers).get("authorization")).toBe(`Bearer ${drive.tokenOf()}`);
  });
});

describe("drive client: retries (A §9: 3 retries, 1 s, doubled)", () => {
  let drive: TestDrive;
  let client: DriveClient;
  beforeEach(() => {
    drive = createTestDrive();
    client = drive.clientFor("ada", { random: () => 0.999_999 });
  });
  const withFaults = (...rules: readonly FaultRule[]) => drive.sandbox.control?.setFaults({ rules });
  /** Runs the call and all timers it waits for. Returns its result and the elapsed time on the clock. */
  const runToEnd = async <Value>(call: Promise<Value>) => {
    const start = drive.clock.now();
    let isDone = false;
    const ended = call.finally(() => {
      isDone = true;
    });
    while (!isDone && (await drive.clock.advanceToNext()));
    return { result: await ended, ms: Math.round(drive.clock.now() - start) };
  };
  const attempts = () => drive.sandbox.control?.requests().filter((request) => request.kind !== "files.generateIds").length;

  it.each([500, 502, 503, 504] as const)("repeats a read after %i, with growing pauses", async (status) => {
    withFaults({ when: { times: 3 }, then: { status } });

    const { result, ms } = await runToEnd(client.about({ fields: "kind" }));

    expect(result).toMatchObject({ ok: true });
    expect([attempts(), ms]).toEqual([4, 7000]);
  });

  it("gives up after three retries", async () => {
    withFaults({ then: { status: 503 } });

    const { result } = await runToEnd(client.about({ fields: "kind" }));

    expect(result).toEqual({ ok: false, problem: { kind: "server-error", status: 503 } });
    expect(attempts()).toBe(4);
  });

  it("spreads its pauses over the whole range", async () => {
    withFaults({ when: { times: 1 }, then: { status: 503 } });
    const early = drive.clientFor("ada", { random: () => 0 });

    expect((await runToEnd(early.about({ fields: "kind" }))).ms).toBe(0);
  });

  it.each([
    { status: 429 as const },
    { status: 403 as const, reason: "userRateLimitExceeded" },
    { status: 403 as const, reason: "dailyLimitExceeded" },
    { status: 403 as const, reason: "quotaExceeded" },
    { status: 403 as const, reason: "rateLimitExceeded" },
  ])("waits as long as a throttling drive asks: %j", async (fault) => {
    withFaults({ when: { times: 1 }, then: { ...fault, retryAfterSeconds: 7 } });

    const { result, ms } = await runToEnd(client.about({ fields: "kind" }));

    expect([result.ok, ms]).toEqual([true, 7000]);
  });

  it("reports a wait of an hour to the caller instead of waiting", async () => {
    withFaults({ then: { status: 429, retryAfterSeconds: 3600 } });

    expect(await runToEnd(client.about({ fields: "kind" }))).toEqual({
      result: { ok: false, problem: { kind: "throttled", retryAfterMs: 3_600_000 } },
      ms: 0,
    });
  });

  it("holds all calls back while the drive throttles one", async () => {
    withFaults({ when: { times: 1 }, then: { status: 429, retryAfterSeconds: 5 } });
    const first = client.about({ fields: "kind" });
    await drive.clock.advance(1);

    const { ms } = await runToEnd(client.get("root"));

    await first;
    expect(ms).toBe(4999);
  });

  it("retries a create with an id after a lost response, and finds the file already made", async () => {
    const ids = await client.generateIds(1);
    const id = ids.ok ? (ids.value[0] ?? "") : "";
    withFaults({ on: { kinds: ["files.create"] }, when: { nth: 1 }, then: { lost: "after" } });

    const { result } = await runToEnd(client.create({ id, name: "n" }, { content: text("x") }));

    expect(result).toEqual({ ok: false, problem: { kind: "id-in-use" } });
    expect(await client.get(id)).toMatchObject({ ok: true, value: { name: "n" } });
  });

  it.each<[string, FaultRule["then"], string]>([
    ["a lost answer", { lost: "after" }, "answer-lost"],
    ["a 500 after it took effect", { status: 500, afterEffect: true }, "server-error"],
  ])("never repeats a change automatically: %s is reported, and counts as open", async (_, then, kind) => {
    const made = await client.create({ name: "n" }, { fields: "id" });
    const id = made.ok ? (made.value.id ?? "") : "";
    withFaults({ on: { kinds: ["files.update", "files.create"] }, then });

    for (const call of [
      () => client.update(id, { name: "m" }),
      () => client.create({ name: "no id" }),
      () => client.update(id, {}, { content: text("x") }),
    ]) {
      const before = attempts();
      const { result } = await runToEnd(call());

      expect(result).toMatchObject({ ok: false, problem: { kind } });
      expect(!result.ok && AMBIGUOUS_KINDS.has(result.problem.kind)).toBe(true);
      expect(attempts()).toBe((before ?? 0) + 1);
    }
    withFaults();
    expect(await client.get(id)).toMatchObject({ ok: true, value: { name: "m" } });
  });

  it("retries a throttled change, which the drive certainly rejected", async () => {
    const made = await client.create({ name: "n" }, { fields: "id" });
    withFaults({ when: { times: 2 }, then: { status: 429 } });

    const { result } = await runToEnd(client.update(made.ok ? (made.value.id ?? "") : "", { name: "m" }, { fields: "name" }));

    expect(result).toEqual({ ok: true, value: { name: "m" } });
  });

  it("treats a retried delete that finds nothing as done", async () => {
    const made = await client.create({ name: "n" }, { fields: "id" });
    const id = made.ok ? (made.value.id ?? "") : "";
    withFaults({ on: { kinds: ["files.delete"] }, when: { nth: 1 }, then: { lost: "after" } });

    expect((await runToEnd(client.delete(id))).result).toEqual({ ok: true, value: undefined });
    expect((await runToEnd(client.delete(id))).result).toEqual({ ok: false, problem: { kind: "not-found" } });
  });

  it("reports a failed read as offline, and sends nothing while the browser is offline", async () => {
    let calls = 0;
    const failing: typeof fetch = async () => {
      calls += 1;
      throw new TypeError("Failed to fetch");
    };

    const { result } = await runToEnd(drive.clientFor("ada", { fetch: failing }).get("x"));
    expect([result, calls]).toEqual([{ ok: false, problem: { kind: "offline" } }, 4]);

    const away = drive.clientFor("ada", { fetch: failing, isOnline: () => false });
    expect([await runToEnd(away.create({ name: "n" })), calls]).toEqual([
      { result: { ok: false, problem: { kind: "offline" } }, ms: 0 },
      4,
    ]);
  });

  it.each<[string, (client: DriveClient) => Promise<unknown>]>([
    ["a read", (client) => client.download("x")],
    ["a create with an id", (client) => client.create({ id: "x", name: "n" }, { content: text("x") })],
    ["an upload in pieces", (client) => client.upload({ kind: "create", metadata: { id: "x" } }, text("x"))],
    ["an upload that was begun", (client) => client.upload({ kind: "create", metadata: {} }, text("x"), { session: "https://x.test/s" })],
  ])("says at once that it is offline while the browser says so, and asks for no token: %s", async (_, call) => {
    let asked = 0;
    const token = async () => {
      asked += 1;
      return drive.tokenOf();
    };
    const away = drive.clientFor("ada", { token, isOnline: () => false, random: () => 0.999_999 });

    expect(await runToEnd(call(away))).toEqual({ result: { ok: false, problem: { kind: "offline" } }, ms: 0 });
    expect([attempts(), asked]).toEqual([0, 0]);
  });

  it("stops retrying when the network goes, and reports a write as possibly done", async () => {
    let isOnline = true;
    const breaking: typeof fetch = async () => {
      isOnline = false;
      throw new TypeError("Failed to fetch");
    };
    const client = drive.clientFor("ada", { fetch: breaking, isOnline: () => isOnline, random: () => 0.999_999 });

    expect(await runToEnd(client.create({ id: "x", name: "n" }))).toEqual({
      result: { ok: false, problem: { kind: "answer-lost" } },
      ms: 0,
    });
    isOnline = true;
    expect(await runToEnd(client.get("x"))).toEqual({ result: { ok: false, problem: { kind: "offline" } }, ms: 0 });
  });

  it("stops an interrupted upload when offline, so that it can resume later", async () => {
    let isOnline = true;
    let pieces = 0;
    const breaking: typeof fetch = async (input, init) => {
      if (init?.method !== "PUT") return drive.fetch(input, init);
      pieces += 1;
      isOnline = false;
      throw new TypeError("Failed to fetch");
    };
    const client = drive.clientFor("ada", { fetch: breaking, isOnline: () => isOnline, random: () => 0.999_999 });

    const { result, ms } = await runToEnd(client.upload({ kind: "create", metadata: { name: "n" } }, text("x")));

    expect([result, ms, pieces]).toEqual([{ ok: false, problem: { kind: "answer-lost" } }, 0, 1]);
  });

  it("keeps retrying while the browser reports a network", async () => {
    withFaults({ when: { times: 3 }, then: { lost: "before" } });
    const client = drive.clientFor("ada", { isOnline: () => true, random: () => 0.999_999 });

    const { result, ms } = await runToEnd(client.about({ fields: "kind" }));

    expect(result).toMatchObject({ ok: true });
    expect([attempts(), ms]).toEqual([4, 7000]);
  });

  it("reports a write as not sent if the connection was refused", async () => {
    const refused: typeof fetch = async () => {
      throw new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } });
    };
    const unclear: typeof fetch = async () => {
      throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
    };

    expect((await runToEnd(drive.clientFor("ada", { fetch: refused }).update("x", {}))).result).toEqual({
      ok: false,
      problem: { kind: "offline" },
    });
    expect((await runToEnd(drive.clientFor("ada", { fetch: unclear }).update("x", {}))).result).toEqual({
      ok: false,
      problem: { kind: "answer-lost" },
    });
  });

  it("times out after 30 s without a response", async () => {
    withFaults({ then: { delayMs: 120_000 } });

    const { result, ms } = await runToEnd(client.update("x", { name: "m" }));

    expect([result, ms]).toEqual([{ ok: false, problem: { kind: "timed-out", afterMs: 30_000 } }, 30_000]);
  });

  it("reports silence after 15 s, uses the shorter time-out then, and reports the end", async () => {
    const began = drive.clock.now();
    const reports: (readonly [number, boolean])[] = [];
    const watched = drive.clientFor("ada", { onSilence: (isSilent) => reports.push([drive.clock.now() - began, isSilent]) });
    withFaults({ when: { times: 2 }, then: { delayMs: 120_000 } });

    await runToEnd(watched.update("x", { name: "m" }));
    const second = await runToEnd(watched.update("x", { name: "m" }));
    const third = await runToEnd(watched.update("x", { name: "m" }));

    expect(second.result).toEqual({ ok: false, problem: { kind: "timed-out", afterMs: 30_000 } });
    expect([second.ms, third.result.ok === false && third.result.problem.kind]).toEqual([25_000, "not-found"]);
    expect(reports).toEqual([
      [15_000, true],
      [55_000, false],
    ]);
  });

  it("extends the time-out for a large upload", async () => {
    withFaults({ then: { delayMs: 60_000 } });

    const { result } = await runToEnd(client.update("x", {}, { content: new Uint8Array(2_000_000) }));

    expect(result).toEqual({ ok: false, problem: { kind: "not-found" } });
  });
});

describe("drive client: cancellation and pace", () => {
  it("can be canceled before sending, in the queue, in flight, and between retries", async () => {
    const drive = createTestDrive({
      faults: {
        rules: [
          { on: { kinds: ["about"] }, then: { status: 503 } },
          { on: { kinds: ["files.list"] }, then: { delayMs: 5000 } },
        ],
      },
    });
    const cancelled = { ok: false, problem: { kind: "cancelled" } };
    const abortAfter = async <Value>(start: (signal: AbortSignal) => Promise<Value>, ms: number) => {
      const controller = new AbortController();
      const call = start(controller.signal);
      await drive.clock.advance(ms);
      controller.abort();
      return call;
    };
    const client = drive.clientFor("ada", { random: () => 0.9 });
    const slow = drive.clientFor("ada", { limits: { perSecond: 0.1, burst: 1 } });
    await slow.get("root");

    expect(await client.get("root", { signal: AbortSignal.abort() })).toEqual(cancelled);
    expect(await abortAfter((signal) => slow.get("root", { signal }), 100)).toEqual(cancelled);
    expect(await abortAfter((signal) => client.list({ signal }), 100)).toEqual(cancelled);
    expect(await abortAfter((signal) => client.about({ fields: "kind", signal }), 100)).toEqual(cancelled);
  });

  it("sends at most its burst at once and then keeps its rate", async () => {
    const drive = createTestDrive();
    const client = drive.clientFor("ada", { limits: { perSecond: 10, burst: 5 } });
    const calls = Array.from({ length: 15 }, () => client.get("root"));
    const sent = () => drive.sandbox.control?.requests().length;

    await drive.clock.advance(0);
    expect(sent()).toBe(5);
    await drive.clock.advance(500);
    expect(sent()).toBe(10);
    await drive.clock.advance(500);
    await Promise.all(calls);
    expect(sent()).toBe(15);
  });

  it("limits writes separately from reads, to two a second on Google", async () => {
    const drive = createTestDrive();
    const client = drive.clientFor("ada", { limits: { writesPerSecond: 2, writeBurst: 2 } });
    const writes = Array.from({ length: 6 }, (_, index) => client.create({ name: `n${index}` }));
    const made = () => drive.sandbox.control?.counts()["files.create"];

    await drive.clock.advance(0);
    expect(made()).toBe(2);
    expect((await client.get("root")).ok).toBe(true);
    await drive.clock.advance(1000);
    expect(made()).toBe(4);
    await drive.clock.advance(1000);
    await Promise.all(writes);
  });
});
