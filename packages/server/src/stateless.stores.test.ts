/**
 * Two servers over one PostgreSQL and one bucket: each knows what the other did, and only one of two conflicting requests succeeds.
 * Decision 0006.
 */
import { existsSync } from "node:fs";
import { currentSession, forgotPassword, listSessions, login, logout, register, revokeSession } from "@satchel/contract/accounts/auth.ts";
import { readKeys, writeKeys } from "@satchel/contract/accounts/keys.ts";
import { completeOnboarding } from "@satchel/contract/accounts/onboarding.ts";
import { completeAi } from "@satchel/contract/ai.ts";
import { sendSignal } from "@satchel/contract/devices/signals.ts";
import { cloudUsage } from "@satchel/contract/drives/cloud.ts";
import { SIGNAL } from "@satchel/contract/limits.ts";
import { PLANS } from "@satchel/contract/plans.ts";
import type { BodyOf } from "@satchel/contract/route.ts";
import { openPostgresPool } from "@satchel/drive/storage/postgres/postgres-pool.ts";
import { UNTITLED_BYTES } from "@satchel/drive/testing/raw-drive.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BEAT_TURNS } from "./devices/signals/signal-hub.ts";
import { startChatHost } from "./testing/chat-host.ts";
import { aKdf, anEnvelope, aSecret } from "./testing/keys.ts";
import { listenAt } from "./testing/listen-for-signals.ts";
import { createTestServer, type TestServer, type TestUser } from "./testing/test-server.ts";

const MEGABYTE = 1024 * 1024;

let one: TestServer;
let two: TestServer;
beforeEach(async () => {
  one = await createTestServer();
  const { databaseUrl } = one.config;
  two = await createTestServer({ DATABASE_URL: databaseUrl });
});
afterEach(async () => {
  await two.close();
  await one.close();
});

/** An address from which no one has registered yet. */
const HOME = { address: "198.51.100.1" };

const originsOf = async () => [await one.listen(), await two.listen()] as const;
const bearer = ({ token }: TestUser) => ({ authorization: `Bearer ${token}` });

async function joinWithPlan(planType: "basic" | "pro" = "basic"): Promise<TestUser> {
  const ada = await one.join();
  await one.call(completeOnboarding, { planType }, { token: ada.token });
  return ada;
}

const media = (origin: string, ada: TestUser, body: Uint8Array<ArrayBuffer> | string) =>
  fetch(`${origin}/upload/drive/v3/files?uploadType=media&fields=id`, { method: "POST", headers: bearer(ada), body });

/** Cuts every server's listening connection, calls `meanwhile`, and resolves when all listen again. */
async function cutListeners(meanwhile: () => Promise<void> = async () => undefined): Promise<void> {
  const pool = openPostgresPool(one.config.databaseUrl ?? "");
  const listeners =
    "select pid from pg_stat_activity where datname = current_database() and query = 'LISTEN satchel_signals' and state = 'idle'";
  const before = (await pool.query(listeners)).rows.map(({ pid }) => pid);
  for (const pid of before) await pool.query("select pg_terminate_backend($1)", [pid]);
  await meanwhile();
  const after = async () => (await pool.query(listeners)).rows.filter(({ pid }) => !before.includes(pid)).length;
  await expect.poll(after).toBe(before.length);
  await pool.end();
}

describe("decision 0006: two servers, one database, one bucket", () => {
  it("run without a data folder if mail is sent by SMTP, too", async () => {
    const third = await createTestServer({ DATABASE_URL: one.config.databaseUrl, SMTP_URL: "smtp://127.0.0.1:1" });
    const body = { email: "grace@example.org", password: aSecret(), kdf: aKdf() };
    expect((await third.call(register, body)).refusal().code).toBe("verify-email");

    expect(existsSync(third.config.dataDir)).toBe(false);
    await third.close();
  });

  it("share accounts and sessions, and end a session on both at once", async () => {
    const ada = await one.join();
    const { token } = (await two.call(login, { email: ada.email, password: ada.password })).reply();
    expect((await one.call(currentSession, undefined, { token })).status).toBe(200);

    await one.call(logout, undefined, { token });
    expect((await two.call(currentSession, undefined, { token })).refusal().code).toBe("session-ended");
    const other = (await two.call(login, { email: ada.email, password: ada.password })).reply().token;
    const { sessions } = (await one.call(listSessions, undefined, { token: ada.token })).reply();
    const sessionId = sessions.find(({ current }) => !current)?.id ?? "";
    await one.call(revokeSession, undefined, { token: ada.token, params: { sessionId } });
    expect((await two.call(currentSession, undefined, { token: other })).refusal().code).toBe("session-revoked");
  });

  it("create one account per address, and one revision of a key document", async () => {
    const body = { email: "ada@example.org", password: "Correct horse 1" };
    const made = await Promise.all([one, two, one, two].map((server) => server.call(register, body)));
    expect(made.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);

    const grace = await one.join();
    const next = () => ({ ...grace.vault.document, rev: 2, sens: anEnvelope(grace.vault.document.vaultId) });
    const write = (server: TestServer) =>
      server.call(writeKeys, { rev: 1, proof: grace.vault.proof, document: next() }, { token: grace.token });
    const written = await Promise.all([one, two, one, two, one, two].map(write));
    expect(written.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const [first, second] = await Promise.all([one, two].map((server) => server.call(readKeys, undefined, { token: grace.token })));
    expect(first?.reply()).toEqual(second?.reply());
    expect(first?.reply().document?.rev).toBe(2);
  });

  it("accept one of two key documents, even if both servers read before either wrote", async () => {
    const ada = await one.join();
    const pool = openPostgresPool(one.config.databaseUrl ?? "");
    const holder = await pool.connect();
    await holder.query("begin");
    await holder.query("select 1 from vaults where account_id = $1 for update", [ada.id]);
    const writes = [one, two].map((server) => {
      const document = { ...ada.vault.document, rev: 2, sens: anEnvelope(ada.vault.document.vaultId) };
      return server.call(writeKeys, { rev: 1, proof: ada.vault.proof, document }, { token: ada.token });
    });
    const waiting = "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await pool.query(waiting)).rows[0]?.count).toBe(2);
    await holder.query("rollback");
    holder.release();
    await pool.end();

    const written = await Promise.all(writes);
    expect(written.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("count failed sign-ins together, and clear them together", async () => {
    const { email, password } = await one.join();
    const failing = (server: TestServer) => server.call(login, { email, password: aSecret() });
    for (let tried = 0; tried < 9; tried += 1) await failing(tried % 2 === 0 ? one : two);
    expect((await two.call(login, { email, password })).status).toBe(200);
    for (let tried = 0; tried < 10; tried += 1) expect((await failing(tried % 2 === 0 ? one : two)).status).toBe(401);

    for (const server of [one, two]) expect((await server.call(login, { email, password })).refusal().code).toBe("rate-limited");
    expect((await two.call(login, { email, password }, { address: "198.51.100.1" })).status).toBe(200);
    for (const { clock } of [one, two]) clock.at += 15 * 60_000;
    expect((await two.call(login, { email, password })).status).toBe(200);
  });

  it("check at most ten of 33 concurrent guesses, per network or per known device", async () => {
    const ada = { email: "ada@example.org", password: aSecret(), kdf: aKdf() };
    const { deviceToken } = (await one.call(register, ada)).reply();
    const guess = (at: number, known: object) =>
      (at % 2 === 0 ? one : two).call(login, { email: ada.email, password: aSecret(), ...known });
    // First concurrently, then one after the other, because guesses that found the queue full were not checked.
    const tried = async (known: object) => {
      const answers = await Promise.all(Array.from({ length: 33 }, (_, at) => guess(at, known)));
      for (let at = 0; at < 12; at += 1) answers.push(await guess(at, known));
      return answers.filter((answer) => answer.status === 401).length;
    };

    expect(await tried({})).toBe(10);
    expect((await two.call(login, { email: ada.email, password: ada.password, deviceToken })).status).toBe(200);
    const other = (await two.call(login, { email: ada.email, password: ada.password }, HOME)).reply().deviceToken;
    expect(await tried({ deviceToken })).toBe(10);
    // The other device and the other network have their own counts.
    for (const [server, known] of [
      [one, { deviceToken: other }],
      [two, {}],
    ] as const)
      expect((await server.call(login, { email: ada.email, password: ada.password, ...known }, HOME)).status).toBe(200);
    expect((await one.call(login, { email: ada.email, password: ada.password, deviceToken })).refusal().code).toBe("rate-limited");
  });

  it("count registrations, mails and AI prompts together", async () => {
    for (let made = 0; made < 20; made += 1) await (made % 2 === 0 ? one : two).join();
    for (const server of [one, two])
      expect((await server.call(register, { email: "late@example.org", password: "Correct horse 1" })).refusal().code).toBe("rate-limited");

    const asked = [one, two].flatMap((server) => Array(11).fill(server) as TestServer[]);
    const mails = await Promise.all(asked.map((server) => server.call(forgotPassword, { email: "nobody@example.org" })));
    expect(mails.filter(({ status }) => status === 429)).toHaveLength(2);

    const host = await startChatHost();
    const env = { DATABASE_URL: one.config.databaseUrl, AI_URL: host.url, AI_MODEL: "small-instruct" };
    const [first, second] = [await createTestServer(env), await createTestServer(env)];
    const { token } = await first
      .call(register, { email: "ada@example.org", password: aSecret(), kdf: aKdf() }, HOME)
      .then((made) => made.reply());
    const prompt: BodyOf<typeof completeAi> = { messages: [{ role: "user", content: "x" }], max_tokens: 5, temperature: 0 };
    const answers: number[] = [];
    for (let at = 0; at < 22; at += 1) answers.push((await (at % 2 === 0 ? first : second).call(completeAi, prompt, { token })).status);
    expect(answers).toEqual([...Array(20).fill(200), 429, 429]);
    for (const each of [first, second, host]) await each.close();
  });

  it("share stored files exactly", async () => {
    const ada = await joinWithPlan();
    const [first, second] = await originsOf();
    const { id } = (await (await media(first, ada, "sealed bytes")).json()) as { id: string };

    expect(await (await fetch(`${second}/drive/v3/files/${id}?alt=media`, { headers: bearer(ada) })).text()).toBe("sealed bytes");
    expect((await fetch(`${second}/drive/v3/files/${id}`, { method: "DELETE", headers: bearer(ada) })).status).toBe(204);
    expect((await fetch(`${first}/drive/v3/files/${id}?alt=media`, { headers: bearer(ada) })).status).toBe(404);
  });

  it("accept alternating pieces of one upload", async () => {
    const ada = await joinWithPlan();
    const origins = await originsOf();
    const bytes = new Uint8Array(3 * 262_144 + 77).map((_, at) => at % 251);
    const begun = await fetch(`${origins[0]}/upload/drive/v3/files?uploadType=resumable`, { method: "POST", headers: bearer(ada) });
    const session = new URL(begun.headers.get("location") ?? "");
    const answers: number[] = [];
    for (let at = 0, turn = 1; at < bytes.length; at += 262_144, turn += 1) {
      const piece = bytes.slice(at, at + 262_144);
      const range = `bytes ${at}-${at + piece.length - 1}/${bytes.length}`;
      const address = `${origins[turn % 2]}${session.pathname}${session.search}`;
      const response = await fetch(address, { method: "PUT", headers: { "content-range": range }, body: piece });
      answers.push(response.status);
      if (response.status !== 200) continue;
      const { id } = (await response.json()) as { id: string };
      const back = await fetch(`${origins[0]}/drive/v3/files/${id}?alt=media`, { headers: bearer(ada) });
      expect(Buffer.compare(Buffer.from(await back.arrayBuffer()), Buffer.from(bytes))).toBe(0);
    }
    expect(answers).toEqual([308, 308, 308, 200]);
  });

  it("forward signals of any size, and end streams of sessions ended at the other", async () => {
    const ada = await one.join();
    const { token } = (await two.call(login, { email: ada.email, password: ada.password })).reply();
    const [first, second] = await originsOf();
    const received = [await listenAt(first, ada.token), await listenAt(second, token)];
    const messages = ["one", "A".repeat(SIGNAL.maxChars), "three"];
    for (const message of messages) await one.call(sendSignal, { message }, { token: ada.token });
    for (const message of messages) await two.call(sendSignal, { message }, { token });

    for (const { events } of received)
      await expect.poll(() => events.flatMap((event) => (event.kind === "signal" ? [event.message] : []))).toEqual(messages);
    await one.call(logout, undefined, { token });
    await expect.poll(() => received[1]?.events.at(-1)).toMatchObject({ kind: "end", why: "session" });
    expect(received[0]?.hasEnded()).toBe(false);
    received[0]?.leave();
  });

  it("listen to each other again after PostgreSQL cut the connection", async () => {
    const ada = await one.join();
    const { token } = (await two.call(login, { email: ada.email, password: ada.password })).reply();
    const received = await listenAt((await originsOf())[1], token);
    await cutListeners();

    await one.call(sendSignal, { message: "again" }, { token: ada.token });
    await expect.poll(() => received.events.at(-1)).toEqual({ kind: "signal", message: "again" });
    received.leave();
  });

  it("tell open streams to look again after a time in which news was lost", async () => {
    const ada = await one.join();
    const { token } = (await two.call(login, { email: ada.email, password: ada.password })).reply();
    const received = await listenAt((await originsOf())[1], token);
    await cutListeners(() => one.stack().services.signals.check(ada.id));
    expect(received.events).toEqual([{ kind: "open" }]);

    const { signals } = two.stack().services;
    await expect
      .poll(async () => {
        await signals.beat();
        return received.events;
      })
      .toEqual([{ kind: "open" }, { kind: "account" }]);
    for (let turn = 0; turn < BEAT_TURNS; turn += 1) await signals.beat();
    await one.call(sendSignal, { message: "again" }, { token: ada.token });
    await expect.poll(() => received.events.slice(2)).toEqual([{ kind: "signal", message: "again" }]);
    received.leave();
  });

  it("ignore notifications that no server sends, and deliver the next signal", async () => {
    const ada = await one.join();
    const { token } = (await two.call(login, { email: ada.email, password: ada.password })).reply();
    const received = await listenAt((await originsOf())[1], token);
    const pool = openPostgresPool(one.config.databaseUrl ?? "");
    const whole = (message: unknown) => JSON.stringify({ kind: "signal", accountId: ada.id, from: "x", message });
    const digits = "9".repeat(7000);
    const forged = ["", "x", `x m 0 ${digits} {`, `x m ${digits} 1 {`, "x m 0 0 {}", `x m 0 1 ${whole({})}`, 'x m 0 1 {"kind":"check"}'];
    for (const payload of forged) await pool.query("select pg_notify('satchel_signals', $1)", [payload]);
    // More pieces than any signal has: 800 of 7,000 characters each, which together would be a message.
    const endless = whole("A".repeat(5_600_000));
    const pieces = Array.from({ length: 801 }, (_, at) => `x m ${at} 801 ${endless.slice(at * 7000, (at + 1) * 7000)}`);
    await pool.query("select pg_notify('satchel_signals', piece) from unnest($1::text[]) as pieces(piece)", [pieces]);
    await pool.end();

    await one.call(sendSignal, { message: "next" }, { token: ada.token });
    await expect.poll(() => received.events.at(-1)).toEqual({ kind: "signal", message: "next" });
    expect(received.events).toHaveLength(2);
    received.leave();
  });

  it("enforce the plan's limit together", async () => {
    const ada = await joinWithPlan();
    const origins = await originsOf();
    const { metadata, account } = { metadata: one.stack().services.managed, account: await one.stack().services.accounts.byId(ada.id) };
    if (account === undefined) throw new Error("no account");
    const capacityBytes = PLANS.basic.managedBytes;
    const piece = new Uint8Array(9 * MEGABYTE);
    // Concurrent uploads that together would not fit into a plan of this size.
    await one.stack().services.accounts.setPlan(ada.id, "free");
    const refused = await Promise.all([0, 1, 0, 1].map((at) => media(origins[at] as string, ada, piece)));
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    await one.stack().services.accounts.setPlan(ada.id, "basic");
    const taken = await Promise.all([0, 1, 0, 1].map((at) => media(origins[at] as string, ada, piece)));

    expect(taken.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await metadata.usageOf(account)).usedBytes).toBe(4 * (piece.length + UNTITLED_BYTES));
    expect((await two.call(cloudUsage, undefined, { token: ada.token })).reply()).toMatchObject({
      usedBytes: 4 * (piece.length + UNTITLED_BYTES),
      totalBytes: capacityBytes,
    });
  });
});
