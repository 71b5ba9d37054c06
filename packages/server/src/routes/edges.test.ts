import * as auth from "@satchel/contract/accounts/auth.ts";
import { ACCOUNT, KDF } from "@satchel/contract/limits.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aKdf, aSecret, aVault, toNewVault } from "../testing/keys.ts";
import { createTestServer, type TestServer } from "../testing/test-server.ts";

const DAY_MS = 86_400_000;
const PLAIN = "Plain password 1";

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

const join = (part: object) =>
  server.send("POST", auth.register.path, {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "ada@example.org", password: PLAIN, ...part }),
  });
const emailOf = (chars: number) => `${"a".repeat(chars - "@example.org".length)}@example.org`;
const plainOf = (bytes: number) => `Aa1${"x".repeat(bytes - 3)}`;

describe("decision 0006: every field at and beyond its limits", () => {
  it.each([
    ["address", { email: emailOf(ACCOUNT.emailMaxChars) }, { email: emailOf(ACCOUNT.emailMaxChars + 1) }, "email-malformed"],
    ["password, shortest", { password: "Pass wo1" }, { password: "Pass w1" }, "password-too-short"],
    [
      "password, longest",
      { password: plainOf(ACCOUNT.passwordMaxBytes) },
      { password: plainOf(ACCOUNT.passwordMaxBytes + 1) },
      "password-too-long",
    ],
    ["kdf memory", kdfWith({ m: KDF.newMaxMemoryKib }), kdfWith({ m: KDF.newMaxMemoryKib + 1 }), "bad-request"],
    ["kdf memory, least", kdfWith({ m: KDF.minMemoryKib }), kdfWith({ m: KDF.minMemoryKib - 1 }), "bad-request"],
    ["kdf passes", kdfWith({ t: KDF.newMaxPasses }), kdfWith({ t: KDF.newMaxPasses + 1 }), "bad-request"],
    ["kdf salt", kdfWith({}), kdfWith({ salt: "A".repeat(KDF.saltChars - 1) }), "bad-request"],
  ] as const)("%s", async (_, at, past, code) => {
    const refused = await join(past);
    expect([refused.status, refused.refusal().code]).toEqual([400, code]);
    expect((await join(at)).status).toBe(200);
  });

  it("rejects a 1 MB password unread on registration and password change", async () => {
    const { token } = await server.join();
    const large = "x".repeat(1_000_000);
    expect((await join({ password: large })).refusal().code).toBe("too-large");
    const changed = await server.call(auth.changePassword, { currentPassword: PLAIN, newPassword: large }, { token });
    expect(changed.refusal().code).toBe("too-large");
  });

  it("rejects a body with a duplicate name", async () => {
    const duplicated = await server.send("POST", auth.login.path, {
      headers: { "content-type": "application/json" },
      body: '{"email":"ada@example.org","password":"a","password":"b"}',
    });
    expect([duplicated.status, duplicated.refusal().code]).toEqual([400, "bad-request"]);
  });

  function kdfWith(part: object) {
    return { password: aSecret(), kdf: { ...aKdf(), ...part }, keys: toNewVault(aVault()) };
  }
});

describe("decision 0006: NUL, which PostgreSQL cannot store in a text", () => {
  it.each([
    ["in an address", () => server.call(auth.prelogin, { email: "ada\0@example.org" }), 200],
    ["in an address that signs in", () => server.call(auth.login, { email: "ada\0@example.org", password: PLAIN }), 401],
    ["in a password", () => server.call(auth.login, { email: "ada@example.org", password: `${PLAIN}\0` }), 401],
    ["in an address that forgot its password", () => server.call(auth.forgotPassword, { email: "ada\0@example.org" }), 400],
  ] as const)("handles it %s without an internal error", async (_, ask, status) => {
    expect((await ask()).status).toBe(status);
  });

  it("responds 404 if it is in the id of a session", async () => {
    const { token } = await server.join();
    expect((await server.call(auth.revokeSession, undefined, { token, params: { sessionId: "\0" } })).status).toBe(404);
  });
});

describe("decision 0006: addresses of every script", () => {
  it.each([
    ["用户@例子.广告", "用户@例子.广告"],
    ["ＡＤＡ@example.org", "ada@EXAMPLE.org"],
    ["jürgen@example.org", "ju\u0308rgen@example.org"],
    ["ΣΊΣΥΦΟΣ@example.org", "σίσυφος@example.org"],
  ])("treats %s and %s as one account for sign-in", async (one, other) => {
    expect((await server.call(auth.register, { email: one, password: PLAIN })).status).toBe(200);
    expect((await server.call(auth.register, { email: other, password: PLAIN })).refusal().code).toBe("email-taken");
    expect((await server.call(auth.login, { email: other, password: PLAIN })).status).toBe(200);
    const [kdf, same] = await Promise.all([one, other].map(async (email) => (await server.call(auth.prelogin, { email })).reply().kdf));
    expect(same).toEqual(kdf);
  });
});

describe("decision 0006: a wrong clock", () => {
  it.each([-DAY_MS, DAY_MS])("keeps sessions and passwords, and locks no one out, after a clock change of %d ms", async (by) => {
    const { email, password, token } = await server.join();
    for (let tried = 0; tried < 10; tried += 1) await server.call(auth.login, { email, password: aSecret() });
    expect((await server.call(auth.login, { email, password })).refusal().code).toBe("rate-limited");
    server.clock.at += by;
    expect((await server.call(auth.currentSession, undefined, { token })).status).toBe(200);
    expect((await server.call(auth.listSessions, undefined, { token })).reply().sessions).toHaveLength(1);
    // A count from a future clock must not block until that time comes.
    expect((await server.call(auth.login, { email, password })).status).toBe(200);
  });

  it("accepts a mailed password for an hour, even across a clock change", async () => {
    const { email } = await server.join();
    server.clock.at += DAY_MS;
    await server.call(auth.forgotPassword, { email });
    await server.stack().services.reset.idle();
    const mailed = /\b[0-9A-HJKMNP-TV-Z]{20}\b/.exec((await server.outbox()).join())?.[0] ?? "";
    server.clock.at += 2 * 3_600_000;
    expect((await server.call(auth.login, { email, password: mailed })).refusal().code).toBe("invalid-credentials");
  });
});
