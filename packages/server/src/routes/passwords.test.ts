import { randomBytes } from "node:crypto";
import { askApproval } from "@satchel/contract/accounts/approvals.ts";
import * as auth from "@satchel/contract/accounts/auth.ts";
import { openKeys, readKeys, writeKeys } from "@satchel/contract/accounts/keys.ts";
import { authenticateSensitive, setUpSensitive } from "@satchel/contract/accounts/sensitive.ts";
import type { BodyOf } from "@satchel/contract/route.ts";
import { derivePasswordKeys } from "@satchel/crypto/vault/password-keys.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aKdf, anEnvelope, aSecret, aVault, aWrap } from "../testing/keys.ts";
import { createTestServer, type TestServer, type TestUser } from "../testing/test-server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

const HOUR_MS = 3_600_000;
type Change = BodyOf<typeof auth.changePassword>;

/** The request of a browser that holds the root. */
const changeOf = ({ password, vault }: TestUser): Change & { newPassword: string } => ({
  currentPassword: password,
  newPassword: aSecret(),
  kdf: aKdf(),
  pw: aWrap(),
  proof: vault.proof,
  rev: 1,
});

const change = (token: string, body: Change) => server.call(auth.changePassword, body, { token });
const login = (email: string, password: string) => server.call(auth.login, { email, password });

describe("encryption.md 3.5 (3) change password", () => {
  it("replaces verifier, kdf and wrap together, and ends all other sessions", async () => {
    const ada = await server.join();
    const other = (await login(ada.email, ada.password)).reply();
    const body = changeOf(ada);
    const { keys } = (await change(ada.token, body)).reply();

    expect(keys).toMatchObject({ document: ada.vault.document, entries: [{ kdf: body.kdf, signsIn: true, pw: body.pw }] });
    expect((await server.call(auth.prelogin, { email: ada.email })).reply()).toEqual({ kdf: body.kdf });
    expect((await login(ada.email, ada.password)).status).toBe(401);
    expect((await login(ada.email, body.newPassword)).reply().keys.entries).toMatchObject([{ pw: body.pw }]);
    expect((await server.call(auth.currentSession, undefined, { token: other.token })).refusal().code).toBe("session-ended");
    expect((await server.call(auth.currentSession, undefined, { token: ada.token })).status).toBe(200);
  });

  it("rejects a wrong current password without ending the session, and counts it", async () => {
    const ada = await server.join();
    const refused = await change(ada.token, { ...changeOf(ada), currentPassword: aSecret() });
    expect([refused.status, refused.refusal()]).toEqual([
      403,
      expect.objectContaining({ code: "wrong-password", field: "currentPassword" }),
    ]);
    for (let tried = 0; tried < 9; tried += 1) await change(ada.token, { ...changeOf(ada), currentPassword: aSecret() });
    expect((await change(ada.token, changeOf(ada))).refusal().code).toBe("rate-limited");
    expect((await server.call(auth.currentSession, undefined, { token: ada.token })).status).toBe(200);
  });

  it.each([
    ["currentPassword", { currentPassword: undefined }, "bad-request"],
    ["kdf", { kdf: undefined }, "bad-request"],
    ["newPassword", { newPassword: "Plain password 2" }, "bad-request"],
    ["newPassword", { currentPassword: "Same words 1", newPassword: "Same words 1", kdf: undefined, pw: undefined }, "bad-request"],
    ["newPassword", { newPassword: "short", kdf: undefined, pw: undefined }, "password-too-short"],
    ["newPassword", { newPassword: "no digits Here", kdf: undefined, pw: undefined }, "password-too-weak"],
    ["newPassword", { newPassword: `Aa1${"x".repeat(1100)}`, kdf: undefined, pw: undefined }, "password-too-long"],
  ])("names %s as the problem in %j", async (field, part, code) => {
    const ada = await server.join();
    expect((await change(ada.token, { ...changeOf(ada), ...part } as Change)).refusal()).toMatchObject({ code, field });
    expect((await login(ada.email, ada.password)).status).toBe(200);
  });

  it("rejects a wrap from a device without the newest document or the root", async () => {
    const ada = await server.join();
    expect((await change(ada.token, { ...changeOf(ada), rev: 2 })).refusal().code).toBe("conflict");
    expect((await change(ada.token, { ...changeOf(ada), proof: aVault().proof })).refusal().code).toBe("wrong-proof");
    expect((await change(ada.token, { ...changeOf(ada), proof: undefined })).refusal().code).toBe("wrong-proof");
    expect((await login(ada.email, ada.password)).reply().keys.entries).toMatchObject([{ pw: ada.vault.pw }]);
  });

  it("requires a new salt with a new password", async () => {
    const ada = await server.join();
    const { kdf } = (await server.call(auth.prelogin, { email: ada.email })).reply();
    expect((await change(ada.token, { ...changeOf(ada), kdf })).refusal()).toMatchObject({ code: "bad-request", field: "kdf.salt" });
  });

  it("accepts only one of two concurrent changes", async () => {
    const ada = await server.join();
    const bodies = [changeOf(ada), changeOf(ada)];
    const answers = await Promise.all(bodies.map((body) => change(ada.token, body)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, expect.toSatisfy((status) => status === 409 || status === 403)]);
    const winner = bodies[answers.findIndex((answer) => answer.status === 200)];
    expect((await login(ada.email, winner?.newPassword ?? "")).status).toBe(200);
  });

  it("keeps the former password for keys/open only, until a wrap comes with the new one", async () => {
    const ada = await server.join();
    const plain = "Another client 1";
    await change(ada.token, { currentPassword: ada.password, newPassword: plain });
    const { token, keys } = (await login(ada.email, plain)).reply();
    expect(keys.entries).toMatchObject([{ signsIn: true, pw: null }, { signsIn: false }]);
    expect((await login(ada.email, ada.password)).status).toBe(401);
    const opened = (await server.call(openKeys, { password: ada.password }, { token })).reply();
    expect(opened.entries.find((entry) => !entry.signsIn)?.pw).toEqual(ada.vault.pw);

    const pw = { entryId: keys.entries[0]?.entryId ?? "", wrap: aWrap() };
    const document = { ...ada.vault.document, rev: 2, sens: anEnvelope(ada.vault.document.vaultId) };
    expect((await server.call(writeKeys, { rev: 1, proof: ada.vault.proof, document, pw }, { token })).status).toBe(200);
    expect((await server.call(openKeys, { password: ada.password }, { token })).status).toBe(401);
    expect((await server.call(openKeys, { password: plain }, { token })).reply().entries).toMatchObject([{ pw: pw.wrap }]);
  });

  it("keeps the wrap over two changes by other clients", async () => {
    const ada = await server.join();
    await change(ada.token, { currentPassword: ada.password, newPassword: "Another client 1" });
    await change(ada.token, { currentPassword: "Another client 1", newPassword: "Another client 2" });
    const { token } = (await login(ada.email, "Another client 2")).reply();
    expect((await server.call(openKeys, { password: "Another client 1" }, { token })).status).toBe(401);
    expect((await server.call(openKeys, { password: ada.password }, { token })).reply().entries.find((entry) => entry.pw)?.pw).toEqual(
      ada.vault.pw,
    );
  });
});

describe("encryption.md 3.5 (4) forgotten password", () => {
  const forgot = (email: string) => server.call(auth.forgotPassword, { email });

  async function mailedPassword(): Promise<string> {
    await server.stack().services.reset.idle();
    const text = (await server.outbox()).at(-1) ?? "";
    return /^ {4}([0-9A-Z]{20})\r?$/m.exec(text)?.[1] ?? "";
  }

  async function secretFor(email: string, password: string): Promise<string> {
    const { kdf } = (await server.call(auth.prelogin, { email })).reply();
    const keys = await derivePasswordKeys(password, kdf);
    if (!keys.ok) throw new Error("no secret");
    return keys.value.signInSecret;
  }

  it("responds the same for every address, and mails only to accounts", async () => {
    const { email } = await server.join();
    const answers = [await forgot(email), await forgot("nobody@example.org")];
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [200, '{"success":true}'],
      [200, '{"success":true}'],
    ]);
    await server.stack().services.reset.idle();
    const mails = await server.outbox();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain(`To: ${email}`);
    expect(mails[0]).toContain("Subject: Your new Satchel password");
    expect((await forgot("nobody")).refusal()).toMatchObject({ code: "email-malformed", field: "email" });
  });

  it("prints the path of the mail, but its content neither there nor in the log", async () => {
    const { email } = await server.join();
    await forgot(email);
    const password = await mailedPassword();
    expect(password).toHaveLength(20);
    expect(server.printed.join("\n")).toMatch(/^A mail was written to .*outbox.*\.eml$/);
    expect(server.printed.join() + server.log()).not.toContain(password);
  });

  it("opens a limited session that wraps no key, beside the old password", async () => {
    const ada = await server.join();
    await forgot(ada.email);
    const password = await mailedPassword();
    const { token, limited, keys } = (await login(ada.email, await secretFor(ada.email, password))).reply();

    expect(limited).toBe(true);
    expect(keys.document).toEqual(ada.vault.document);
    expect(keys.entries.every((entry) => entry.pw === undefined)).toBe(true);
    expect((await login(ada.email, password)).reply().limited).toBe(true);
    expect((await login(ada.email, ada.password)).reply().limited).toBe(false);
    expect((await server.call(auth.currentSession, undefined, { token: ada.token })).status).toBe(200);
    expect((await server.call(readKeys, undefined, { token })).status).toBe(200);
    expect((await server.call(openKeys, { password: ada.password }, { token })).status).toBe(200);
    for (const [route, body] of [
      [auth.listSessions, undefined],
      [writeKeys, { rev: 1, document: ada.vault.document }],
      [auth.deleteAccount, { password }],
    ] as const) {
      const refused = await server.call(route, body as never, { token });
      expect([refused.status, refused.refusal().code]).toEqual([403, "session-limited"]);
    }
  });

  it("ends with the new password: the session becomes full, mail and other sessions end", async () => {
    const ada = await server.join();
    await forgot(ada.email);
    const secret = await secretFor(ada.email, await mailedPassword());
    const { token } = (await login(ada.email, secret)).reply();
    const body = { newPassword: aSecret(), kdf: aKdf(), pw: aWrap(), proof: ada.vault.proof, rev: 1 };
    expect((await change(token, body)).status).toBe(200);

    expect((await server.call(auth.currentSession, undefined, { token })).reply().limited).toBe(false);
    expect((await login(ada.email, secret)).status).toBe(401);
    expect((await login(ada.email, ada.password)).status).toBe(401);
    expect((await login(ada.email, body.newPassword)).reply().keys.entries).toMatchObject([{ pw: body.pw }]);
    expect((await server.call(auth.currentSession, undefined, { token: ada.token })).refusal().code).toBe("session-ended");
  });

  it('sets it without a wrap on "Later", and keeps the old password\'s wrap', async () => {
    const ada = await server.join();
    await forgot(ada.email);
    const { token } = (await login(ada.email, await secretFor(ada.email, await mailedPassword()))).reply();
    const later = { newPassword: aSecret(), kdf: aKdf() };
    expect((await change(token, later)).refusal().code).toBe("step-waits");
    await server.stack().services.pendingSteps.idle();
    server.clock.at += 72 * HOUR_MS;
    const again = (await login(ada.email, later.newPassword)).reply();
    expect(again.keys).toMatchObject({ document: ada.vault.document, entries: [{ pw: null }, { signsIn: false }] });
    expect((await server.call(openKeys, { password: ada.password }, { token: again.token })).status).toBe(200);
  });

  it("is valid for an hour beside earlier ones, until a new password is set", async () => {
    const ada = await server.join();
    const passwords: string[] = [];
    for (let asked = 0; asked < 3; asked += 1) {
      await forgot(ada.email);
      passwords.push(await mailedPassword());
      server.clock.at += 1;
    }
    expect(new Set(passwords).size).toBe(3);
    for (const password of [...passwords, ada.password]) expect((await login(ada.email, password)).status).toBe(200);

    const [first = "", ...others] = passwords;
    const { token } = (await login(ada.email, first)).reply();
    expect((await change(token, { ...changeOf(ada), currentPassword: undefined })).status).toBe(200);
    for (const password of [first, ...others]) expect((await login(ada.email, password)).status).toBe(401);
  });

  it("expires after an hour", async () => {
    const { email } = await server.join();
    await forgot(email);
    const password = await mailedPassword();
    server.clock.at += HOUR_MS + 1;
    expect((await login(email, password)).status).toBe(401);
  });

  it("is mailed three times an hour per network and ten times in all, one always valid", async () => {
    const ada = await server.join();
    const forgotFrom = async (address: string): Promise<number> => {
      server.clock.at += 1;
      await server.call(auth.forgotPassword, { email: ada.email }, { address });
      await server.stack().services.reset.idle();
      return (await server.outbox()).length;
    };
    for (const count of [1, 2, 3, 3, 3]) expect(await forgotFrom("198.51.100.9")).toBe(count);
    // A stranger's requests do not use up the owner's own.
    expect(await forgotFrom("203.0.113.7")).toBe(4);
    const own = await mailedPassword();
    expect((await login(ada.email, own)).reply().limited).toBe(true);
    for (let network = 0; network < 9; network += 1) await forgotFrom(`192.0.${network}.1`);
    expect(await server.outbox()).toHaveLength(10);

    // Until the next mail can be sent, an earlier one stays valid.
    for (const at of [0, HOUR_MS - 30, HOUR_MS + 1]) {
      server.clock.at = Date.UTC(2026, 0, 1) + at;
      const sent = (await server.outbox()).length;
      const isSent = (await forgotFrom("192.0.99.1")) > sent;
      expect([at, isSent || (await login(ada.email, own)).status === 200]).toEqual([at, true]);
    }
  });

  it("is exempt from the limit on guesses, even from the guessing network", async () => {
    const ada = await server.join();
    for (let tried = 0; tried < 10; tried += 1) await login(ada.email, aSecret());
    expect((await login(ada.email, ada.password)).refusal()).toMatchObject({ code: "rate-limited", retryAfterMs: 900_000 });
    await forgot(ada.email);
    const password = await mailedPassword();
    const { token, limited } = (await login(ada.email, await secretFor(ada.email, password))).reply();
    expect(limited).toBe(true);
    expect((await change(token, { ...changeOf(ada), currentPassword: undefined })).status).toBe(200);
    expect((await login(ada.email, password)).status).toBe(401);
  });

  it("costs the same work for an address without an account, after the response", async () => {
    const { email } = await server.join();
    const { db } = server.stack();
    const counted = async (address: string): Promise<number> => {
      const before = (await db.selectFrom("counts").selectAll().execute()).length;
      await forgot(address);
      await server.stack().services.reset.idle();
      return (await db.selectFrom("counts").selectAll().execute()).length - before;
    };
    await forgot("first@example.org");
    await server.stack().services.reset.idle();
    expect([await counted(email), await counted("nobody@example.org")]).toEqual([2, 2]);
    expect(await server.outbox()).toHaveLength(1);
  });

  it("limits a limited session to a day", async () => {
    const { email } = await server.join();
    await forgot(email);
    const { token } = (await login(email, await mailedPassword())).reply();
    server.clock.at += 25 * HOUR_MS;
    expect((await server.call(auth.currentSession, undefined, { token })).refusal().code).toBe("session-ended");
  });
});

/** Returns the tables that contain this user's id or address. */
async function tablesNaming({ id, email }: TestUser): Promise<readonly string[]> {
  const { db } = server.stack();
  const tables = (await db.introspection.getTables()).map(({ name }) => name as "accounts");
  const found: string[] = [];
  for (const table of tables) {
    const text = JSON.stringify(await db.selectFrom(table).selectAll().execute());
    if (text.includes(id) || text.includes(email)) found.push(table);
  }
  return found;
}

describe("encryption.md 3.5 (13) delete account", () => {
  it("requires the password, and leaves no row, session or file", async () => {
    const ada = await server.join("ada@example.org");
    const other = (await login(ada.email, ada.password)).reply();
    await server.call(auth.forgotPassword, { email: ada.email });
    await server.stack().services.reset.idle();
    await server.call(askApproval, { commitment: "A".repeat(43), nameN: "New phone" }, { token: other.token });
    const sid = randomBytes(8).toString("base64url");
    const verifier = randomBytes(32).toString("base64url");
    const sens = anEnvelope(ada.vault.document.vaultId);
    await server.call(setUpSensitive, { sid, verifier, sens, rev: 1, proof: ada.vault.proof }, { token: ada.token });
    expect((await server.call(authenticateSensitive, { sid, verifier }, { token: ada.token })).status).toBe(200);
    expect((await tablesNaming(ada)).toSorted()).toEqual([
      "account_activity",
      "accounts",
      "device_approvals",
      "passwords",
      "sensitive_folders",
      "sensitive_sessions",
      "sessions",
      "vaults",
    ]);
    expect((await server.call(auth.deleteAccount, { password: aSecret() }, { token: ada.token })).refusal()).toMatchObject({
      code: "wrong-password",
      field: "password",
    });
    expect((await server.call(auth.deleteAccount, { password: ada.password }, { token: ada.token })).reply()).toEqual({ success: true });

    for (const token of [ada.token, other.token])
      expect((await server.call(auth.currentSession, undefined, { token })).refusal().code).toBe("session-ended");
    expect((await login(ada.email, ada.password)).status).toBe(401);
    expect(await tablesNaming(ada)).toEqual([]);
    expect((await server.join("ada@example.org")).id).not.toBe(ada.id);
  });
});
