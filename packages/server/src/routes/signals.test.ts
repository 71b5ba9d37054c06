/** Signals between one user's devices, over real connections. Decision 0024. */
import { changePassword, listSessions, login, logout, revokeSession } from "@satchel/contract/accounts/auth.ts";
import { changeSensitive, setUpSensitive } from "@satchel/contract/accounts/sensitive.ts";
import { sendSignal } from "@satchel/contract/devices/signals.ts";
import { SIGNAL } from "@satchel/contract/limits.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BEAT_TURNS } from "../devices/signals/signal-hub.ts";
import { aKdf, anEnvelope, aSecret, aWrap } from "../testing/keys.ts";
import { type Listening, listenAt } from "../testing/listen-for-signals.ts";
import { createTestServer, type TestServer, type TestUser } from "../testing/test-server.ts";

let server: TestServer;
let ada: TestUser;
let origin: string;
const listening: Listening[] = [];
beforeEach(async () => {
  server = await createTestServer();
  ada = await server.join();
  origin = await server.listen();
});
afterEach(async () => {
  for (const { leave } of listening.splice(0)) leave();
  await server.close();
});

async function anotherSession(): Promise<string> {
  return (await server.call(login, { email: ada.email, password: ada.password })).reply().token;
}

async function listen(token: string): Promise<Listening> {
  const listener = await listenAt(origin, token);
  listening.push(listener);
  return listener;
}

const send = (token: string, message: string) => server.call(sendSignal, { message }, { token });
const messagesOf = ({ events }: Listening) => events.flatMap((event) => (event.kind === "signal" ? [event.message] : []));
const endOf = ({ events }: Listening) => events.flatMap((event) => (event.kind === "end" ? [event.why] : []));
const beatOnce = async () => {
  for (let turn = 0; turn < BEAT_TURNS; turn += 1) await server.stack().services.signals.beat();
};

describe("decision 0024: signals between the devices of a user", () => {
  it("reach the account's other sessions in order, but neither sender nor other accounts", async () => {
    const [laptop, phone] = [await listen(ada.token), await listen(await anotherSession())];
    const grace = await listen((await server.join()).token);
    expect(phone.headers["content-type"]).toBe("text/event-stream");
    expect(phone.headers["x-content-type-options"]).toBe("nosniff");

    for (const message of ["one", "two", "three"]) expect((await send(ada.token, message)).status).toBe(200);
    await expect.poll(() => messagesOf(phone)).toEqual(["one", "two", "three"]);
    expect(phone.events[0]).toEqual({ kind: "open" });
    expect([messagesOf(laptop), messagesOf(grace)]).toEqual([[], []]);
  });

  it("are not stored: later listeners get none, and no byte of the server contains them", async () => {
    const message = `${"A".repeat(40)}unheard`;
    await send(ada.token, message);
    const phone = await listen(await anotherSession());
    await send(ada.token, "heard");

    await expect.poll(() => messagesOf(phone)).toEqual(["heard"]);
    expect((await server.everyByte()).includes(message)).toBe(false);
  });

  it("are rejected if invalid, too large, or from a limited or ended session", async () => {
    for (const message of ["", "not base64url!", "A".repeat(SIGNAL.maxChars + 1)])
      expect((await send(ada.token, message)).refusal().code).toBe("bad-request");
    expect((await send(ada.token, "A".repeat(SIGNAL.bodyMaxBytes))).refusal().code).toBe("too-large");
    expect((await send(ada.token, "A".repeat(SIGNAL.maxChars))).status).toBe(200);
    const limited = await server.stack().services.sessions.start(ada.id, { network: "203.0.113.0/24", device: "x" }, true);
    for (const token of [limited, "x".repeat(43)]) expect((await listen(token)).status).toBe(token === limited ? 403 : 401);
  });

  it("announce to every device that the account's keys have changed", async () => {
    const phone = await listen(await anotherSession());
    const grace = await listen((await server.join()).token);
    const { document } = ada.vault;
    const body = {
      sid: Buffer.from("folder-1").toString("base64url"),
      verifier: Buffer.alloc(32, 7).toString("base64url"),
      sens: anEnvelope(document.vaultId),
      rev: document.rev,
      proof: ada.vault.proof,
    };
    expect((await server.call(setUpSensitive, { ...body, rev: 9 }, { token: ada.token })).refusal().code).toBe("conflict");
    expect((await server.call(setUpSensitive, body, { token: ada.token })).status).toBe(200);
    await expect.poll(() => phone.events.filter(({ kind }) => kind === "account")).toHaveLength(1);

    const changed = { ...body, rev: 2, currentVerifier: body.verifier };
    expect((await server.call(changeSensitive, changed, { token: ada.token })).status).toBe(200);
    await expect.poll(() => phone.events.filter(({ kind }) => kind === "account")).toHaveLength(2);
    expect(grace.events).toEqual([{ kind: "open" }]);
  });

  it("are limited per account by their size", async () => {
    const answers: number[] = [];
    for (let sent = 0; sent < 68; sent += 1) answers.push((await send(ada.token, "A".repeat(SIGNAL.maxChars))).status);
    expect(answers.filter((status) => status === 429)).toHaveLength(2);
    expect((await send((await server.join()).token, "one")).status).toBe(200);
    server.clock.at += 60_000;
    expect((await send(ada.token, "one")).status).toBe(200);
  });

  it("end with their session: signed out, revoked, by another password, or expired", async () => {
    const tokens = [await anotherSession(), await anotherSession(), await anotherSession()];
    const [signedOut, revoked, stays] = [await listen(tokens[0] ?? ""), await listen(tokens[1] ?? ""), await listen(tokens[2] ?? "")];
    await server.call(logout, undefined, { token: tokens[0] ?? "" });
    await expect.poll(() => [endOf(signedOut), signedOut.hasEnded()]).toEqual([["session"], true]);
    const { sessions } = (await server.call(listSessions, undefined, { token: tokens[1] ?? "" })).reply();
    await server.call(revokeSession, undefined, {
      token: ada.token,
      params: { sessionId: sessions.find(({ current }) => current)?.id ?? "" },
    });
    await expect.poll(() => endOf(revoked)).toEqual(["session"]);
    expect(endOf(stays)).toEqual([]);

    const own = await listen(ada.token);
    const changed = { currentPassword: ada.password, newPassword: aSecret(), kdf: aKdf(), pw: aWrap(), proof: ada.vault.proof, rev: 1 };
    expect((await server.call(changePassword, changed, { token: ada.token })).status).toBe(200);
    await expect.poll(() => endOf(stays)).toEqual(["session"]);
    expect(endOf(own)).toEqual([]);
    server.clock.at += 181 * 86_400_000;
    await beatOnce();
    await expect.poll(() => endOf(own)).toEqual(["session"]);
  });

  it("have one stream per session, a limit per account, and a heartbeat", async () => {
    const first = await listen(ada.token);
    const second = await listen(ada.token);
    await expect.poll(() => [endOf(first), first.hasEnded()]).toEqual([["replaced"], true]);
    await beatOnce();
    await expect.poll(() => second.beats()).toBe(1);

    const { sessions, signals } = server.stack().services;
    const more = Array.from({ length: SIGNAL.maxStreamsPerAccount }, () =>
      sessions.start(ada.id, { network: "203.0.113.0/24", device: "x" }),
    );
    const streams = await Promise.all((await Promise.all(more)).map(listen));
    expect(streams.filter(({ status }) => status === 429)).toHaveLength(1);
    for (const { leave } of streams) leave();
    await expect.poll(() => signals.openCount()).toBe(1);
  });

  it("reconnect at different times when the server ends, without delaying it", async () => {
    const listener = [await listen(ada.token), await listen(await anotherSession())];
    await server.restart();

    for (const each of listener) await expect.poll(() => [endOf(each), each.hasEnded()]).toEqual([["closing"], true]);
    const waits = listener.map(({ events }) => events.flatMap((event) => (event.kind === "end" ? [event.retryAfterMs] : []))[0]);
    expect(new Set(waits).size).toBe(2);
  });
});
