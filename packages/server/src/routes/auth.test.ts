import * as auth from "@satchel/contract/accounts/auth.ts";
import { openKeys, readKeys } from "@satchel/contract/accounts/keys.ts";
import { derivePasswordKeys } from "@satchel/crypto/vault/password-keys.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aKdf, aSecret, aVault, toNewVault } from "../testing/keys.ts";
import { createTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

describe("A7 register", () => {
  it("creates account and vault together and signs in", async () => {
    const vault = aVault();
    const kdf = aKdf();
    const reply = (
      await server.call(auth.register, { email: " Ada@Example.org ", password: aSecret(), kdf, keys: toNewVault(vault) })
    ).reply();

    expect(reply).toMatchObject({
      needsOnboarding: true,
      planType: "free",
      user: { email: "ada@example.org", createdAt: server.clock.at, needsOnboarding: true, planType: "free" },
    });
    expect(reply.keys).toEqual({
      document: vault.document,
      entries: [{ entryId: expect.any(String), kdf, signsIn: true, vaultId: vault.document.vaultId, pw: vault.pw }],
    });
    expect((await server.call(auth.currentSession, undefined, { token: reply.token })).reply()).toMatchObject({
      user: { id: reply.user.id },
      limited: false,
    });
  });

  it.each([
    [{ email: "nobody" }, "email-malformed", "email"],
    [{ email: "" }, "email-malformed", "email"],
    [{ email: "a@b.co\u0000" }, "email-malformed", "email"],
    [{ password: "Short1" }, "password-too-short", "password"],
    [{ password: "alllowercase1" }, "password-too-weak", "password"],
    [{ password: "NoDigitsHere" }, "password-too-weak", "password"],
    [{ password: `Aa1${"ü".repeat(600)}` }, "password-too-long", "password"],
    [{ password: "" }, "password-too-short", "password"],
    [{ password: aSecret() }, "bad-request", "kdf"],
    [{ password: "Plain password 1", kdf: aKdf() }, "bad-request", "password"],
    [{ password: 7 }, "bad-request", "password"],
    [{ email: null }, "bad-request", "email"],
    [{ password: aSecret(), kdf: { ...aKdf(), m: 1024 } }, "bad-request", "kdf.m"],
    [{ password: aSecret(), kdf: aKdf(), keys: { ...toNewVault(aVault()), root: "x" } }, "bad-request", "keys"],
    [
      { password: aSecret(), kdf: aKdf(), keys: { pw: aVault().pw, document: { ...aVault().document, rev: 2 } } },
      "bad-request",
      "keys.document.rev",
    ],
  ])("rejects %j", async (part, code, field) => {
    const body = { email: "ada@example.org", password: "Plain password 1", ...part };
    const called = await server.send("POST", auth.register.path, {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(called.refusal()).toMatchObject({ code, field });
    expect(called.status).toBe(400);
  });

  it("rejects an existing address however it is written", async () => {
    await server.join("ada@example.org");
    const called = await server.call(auth.register, { email: "ADA@example.org", password: "Another pass 1" });
    expect([called.status, called.refusal().code, called.refusal().field]).toEqual([409, "email-taken", "email"]);
  });

  it("accepts exactly one of two concurrent registrations of an address", async () => {
    const [one, two] = await Promise.all(
      [aVault(), aVault()].map((vault) =>
        server.call(auth.register, { email: "ada@example.org", password: aSecret(), kdf: aKdf(), keys: toNewVault(vault) }),
      ),
    );
    expect([one?.status, two?.status].sort()).toEqual([200, 409]);
  });

  it("creates an account without a vault for another client's plain password", async () => {
    const reply = (await server.call(auth.register, { email: "ada@example.org", password: "Correct horse 1" })).reply();
    expect(reply.keys).toMatchObject({ document: null, entries: [{ signsIn: true, pw: null }] });
  });

  it("lets one network create twenty accounts an hour", async () => {
    for (let made = 0; made < 20; made += 1) await server.join();
    const refused = await server.call(auth.register, { email: "late@example.org", password: aSecret(), kdf: aKdf() });
    expect([refused.status, refused.refusal().code, refused.headers["retry-after"]]).toEqual([429, "rate-limited", "3600"]);
    expect(
      (await server.call(auth.register, { email: "late@example.org", password: aSecret(), kdf: aKdf() }, { address: "198.51.100.1" }))
        .status,
    ).toBe(200);
  });
});

describe("encryption.md 3.5 (2) prelogin", () => {
  it("reports an account's kdf", async () => {
    const kdf = aKdf();
    await server.call(auth.register, { email: "ada@example.org", password: aSecret(), kdf });
    expect((await server.call(auth.prelogin, { email: "ADA@example.org " })).reply()).toEqual({ kdf });
  });

  it("returns a stable kdf for an unknown address that looks like any other", async () => {
    const first = (await server.call(auth.prelogin, { email: "nobody@example.org" })).reply();
    await server.restart();
    const [again, other, odd] = await Promise.all(
      ["Nobody@example.org", "someone@example.org", "no address at all"].map(async (email) =>
        (await server.call(auth.prelogin, { email })).reply(),
      ),
    );
    expect(first.kdf).toMatchObject({ alg: "argon2id", m: 65_536, t: 3, p: 1 });
    expect(again).toEqual(first);
    expect(other?.kdf.salt).not.toBe(first.kdf.salt);
    expect(odd?.kdf.salt).toHaveLength(22);
  });
});

describe("A5 login", () => {
  it("accepts the sign-in secret and returns the wrap of its password", async () => {
    const { email, password, vault } = await server.join();
    const reply = (await server.call(auth.login, { email: email.toUpperCase(), password })).reply();
    expect(reply).toMatchObject({
      token: expect.stringMatching(/^[\w-]{43}$/),
      user: { email, needsOnboarding: true, planType: "free" },
      needsOnboarding: true,
      planType: "free",
    });
    expect(reply.keys.document).toEqual(vault.document);
    expect(reply.keys.entries).toMatchObject([{ pw: vault.pw }]);
  });

  it("accepts the plain password and the secret interchangeably", async () => {
    await server.call(auth.register, { email: "ada@example.org", password: "Correct horse 1" });
    const { kdf } = (await server.call(auth.prelogin, { email: "ada@example.org" })).reply();
    const keys = await derivePasswordKeys("Correct horse 1", kdf);
    if (!keys.ok) throw new Error("no secret");

    expect((await server.call(auth.login, { email: "ada@example.org", password: keys.value.signInSecret })).status).toBe(200);
    expect((await server.call(auth.login, { email: "ada@example.org", password: "Correct horse 1" })).status).toBe(200);
  });

  it.each([
    ["a wrong secret", (known: string) => ({ email: known, password: aSecret() })],
    ["a wrong plain password", (known: string) => ({ email: known, password: "Wrong horse 1" })],
    ["an unknown address", () => ({ email: "nobody@example.org", password: aSecret() })],
    ["no address", () => ({ email: "ada", password: aSecret() })],
    ["an empty password", (known: string) => ({ email: known, password: "" })],
    ["a password longer than any", (known: string) => ({ email: known, password: "x".repeat(5000) })],
  ])("rejects %s with the same response", async (_, bodyFor) => {
    const { email } = await server.join();
    const called = await server.call(auth.login, bodyFor(email));
    expect([called.status, JSON.parse(called.text)]).toEqual([401, { code: "invalid-credentials", message: "Invalid email or password." }]);
  });

  it("rejects a 1 MB password before hashing anything", async () => {
    const called = await server.call(auth.login, { email: "ada@example.org", password: "x".repeat(1_000_000) });
    expect([called.status, called.refusal().code]).toEqual([413, "too-large"]);
  });

  it("blocks a network after ten failures with Retry-After, but no existing session", async () => {
    const { email, password, token } = await server.join();
    for (let tried = 0; tried < 10; tried += 1) await server.call(auth.login, { email, password: aSecret() });
    server.clock.at += MINUTE_MS;

    const blocked = await server.call(auth.login, { email, password });
    expect([blocked.status, blocked.refusal(), blocked.headers["retry-after"]]).toEqual([
      429,
      expect.objectContaining({ code: "rate-limited", retryAfterMs: 14 * MINUTE_MS }),
      "840",
    ]);
    expect((await server.call(auth.currentSession, undefined, { token })).status).toBe(200);
    expect((await server.call(auth.login, { email, password }, { address: "198.51.100.1" })).status).toBe(200);
    server.clock.at += 14 * MINUTE_MS;
    expect((await server.call(auth.login, { email, password })).status).toBe(200);
  });

  it("responds 429 to a flood of sign-ins while other requests continue", async () => {
    const { email, token } = await server.join();
    let looked = 0;
    const flood = Array.from({ length: 60 }, async (_, index) => {
      const { status, headers } = await server.call(auth.login, { email, password: aSecret() }, { address: `10.0.${index}.1` });
      if (status === 401) looked += 1;
      return { status, retryAfter: headers["retry-after"] };
    });
    // Compares with one, because a slow machine may compute several sign-ins in the meantime, but hardly all of them.
    expect((await server.call(auth.currentSession, undefined, { token })).status).toBe(200);
    const lookedMeanwhile = looked;
    const answers = await Promise.all(flood);

    // One or two run at a time and 32 wait; the others are rejected, and no signed-in user waits behind them.
    const turnedAway = answers.filter(({ status }) => status === 429);
    expect([looked + turnedAway.length, turnedAway.length > 0]).toEqual([60, true]);
    expect(turnedAway.every(({ retryAfter }) => retryAfter === "2")).toBe(true);
    expect(lookedMeanwhile).toBeLessThan(looked);
  });
});

describe("decision 0006 sessions", () => {
  it("accept Basic and Bearer alike, and survive a restart", async () => {
    const { token } = await server.join();
    await server.restart();
    for (const scheme of ["Basic", "Bearer"] as const)
      expect((await server.call(auth.currentSession, undefined, { token, scheme })).status).toBe(200);
  });

  it("report missing, unknown and expired tokens differently", async () => {
    const { token } = await server.join();
    expect((await server.call(auth.currentSession, undefined)).refusal().code).toBe("not-signed-in");
    expect((await server.call(auth.currentSession, undefined, { token: "A".repeat(43) })).refusal().code).toBe("session-ended");
    server.clock.at += 61 * DAY_MS;
    const over = await server.call(auth.currentSession, undefined, { token });
    expect([over.status, over.refusal().code]).toEqual([401, "session-ended"]);
  });

  it("do not expire while they are used", async () => {
    const { token } = await server.join();
    for (let week = 0; week < 20; week += 1) {
      server.clock.at += 7 * DAY_MS;
      expect((await server.call(auth.currentSession, undefined, { token })).status).toBe(200);
    }
  });

  it("are listed with device and network, and can end each other", async () => {
    const { email, password, token } = await server.join();
    const other = (await server.call(auth.login, { email, password }, { address: "198.51.100.44", userAgent: "Phone" })).reply();
    const { sessions } = (await server.call(auth.listSessions, undefined, { token })).reply();
    expect(sessions.map(({ device, network, current }) => ({ device, network, current }))).toEqual(
      expect.arrayContaining([
        { device: "Test browser", network: "203.0.113.0/24", current: true },
        { device: "Phone", network: "198.51.100.0/24", current: false },
      ]),
    );

    const phone = sessions.find((each) => !each.current)?.id ?? "";
    expect((await server.call(auth.revokeSession, undefined, { token, params: { sessionId: phone } })).status).toBe(200);
    expect((await server.call(auth.currentSession, undefined, { token: other.token })).refusal().code).toBe("session-revoked");
    expect((await server.call(auth.listSessions, undefined, { token })).reply().sessions).toHaveLength(1);
    expect((await server.call(auth.revokeSession, undefined, { token, params: { sessionId: phone } })).status).toBe(404);
  });

  it("cannot be seen or ended by another account", async () => {
    const [ada, grace] = [await server.join(), await server.join()];
    const { sessions } = (await server.call(auth.listSessions, undefined, { token: grace.token })).reply();
    expect(
      (await server.call(auth.revokeSession, undefined, { token: ada.token, params: { sessionId: sessions[0]?.id ?? "" } })).status,
    ).toBe(404);
    expect((await server.call(auth.currentSession, undefined, { token: grace.token })).status).toBe(200);
  });

  it("end at sign-out without being reported as revoked", async () => {
    const { token } = await server.join();
    expect((await server.call(auth.logout, undefined, { token })).reply()).toEqual({ success: true });
    expect((await server.call(auth.currentSession, undefined, { token })).refusal().code).toBe("session-ended");
  });

  it("are stored as hashes only", async () => {
    const { id, token, password } = await server.join();
    const bytes = await server.everyByte();
    expect(bytes.includes(id)).toBe(true);
    expect(bytes.includes(token)).toBe(false);
    expect(bytes.includes(password)).toBe(false);
  });
});

describe("encryption.md 3.4 keys/open", () => {
  it("returns the wrap only for the secret", async () => {
    const { token, password, vault } = await server.join();
    expect((await server.call(readKeys, undefined, { token })).reply().entries[0]).not.toHaveProperty("pw");
    expect((await server.call(openKeys, { password }, { token })).reply().entries[0]?.pw).toEqual(vault.pw);
    const wrong = await server.call(openKeys, { password: aSecret() }, { token });
    expect([wrong.status, wrong.refusal().code]).toEqual([401, "invalid-credentials"]);
  });
});
