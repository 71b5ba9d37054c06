import * as auth from "@satchel/contract/accounts/auth.ts";
import { startOver, writeKeys } from "@satchel/contract/accounts/keys.ts";
import { cancelPendingStep } from "@satchel/contract/accounts/pending-steps.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aKdf, anEnvelope, aSecret, aVault, aWrap } from "../testing/keys.ts";
import { createTestServer, type TestServer, type TestUser } from "../testing/test-server.ts";

const HOUR_MS = 3_600_000;
const WAIT_MS = 72 * HOUR_MS;

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

const login = (email: string, password: string) => server.call(auth.login, { email, password });
const isSignedIn = async (token: string) => (await server.call(auth.currentSession, undefined, { token })).status === 200;
const waitUntilIdle = async () => {
  await server.stack().services.reset.idle();
  await server.stack().services.pendingSteps.idle();
};
/** The clock advances because mails are ordered by their time. */
const lastMail = async () => {
  server.clock.at += 1;
  return (await server.outbox()).at(-1) ?? "";
};

/** Signs in with access to the mailbox only. */
async function byMailbox({ email }: TestUser): Promise<string> {
  await server.call(auth.forgotPassword, { email });
  await waitUntilIdle();
  const mailed = /^ {4}([0-9A-Z]{20})\r?$/m.exec(await lastMail())?.[1] ?? "";
  return (await login(email, mailed)).reply().token;
}

async function resetByMailbox(ada: TestUser) {
  const token = await byMailbox(ada);
  const password = aSecret();
  const kdf = aKdf();
  const answer = await server.call(auth.changePassword, { newPassword: password, kdf }, { token, userAgent: "Somebody's browser" });
  await waitUntilIdle();
  return { token, password, kdf, answer };
}

const cancelLink = async () => /^ {4}\S+(\/account\/cancel\/\S+)\r?$/m.exec((await lastMail()).replaceAll(/=\r\n/g, ""))?.[1] ?? "";

describe("decision 0016: a reset without proof of the vault key", () => {
  it("is announced by mail and on every device, and changes nothing before its delay ends", async () => {
    const ada = await server.join();
    const { answer, password, token } = await resetByMailbox(ada);
    expect([answer.status, answer.refusal()]).toEqual([409, expect.objectContaining({ code: "step-waits", retryAfterMs: WAIT_MS })]);
    const [, announcement = ""] = await server.outbox();
    expect(announcement).toContain("Subject: Your Satchel password will be reset in 72 hours");
    expect(announcement).toContain("Device: Somebody's browser");
    for (const each of [ada.token, token])
      expect((await server.call(auth.currentSession, undefined, { token: each })).reply().pendingSteps).toMatchObject([
        { kind: "reset", device: "Somebody's browser", network: "203.0.113.0/24", takesEffectAt: server.clock.at + WAIT_MS },
      ]);

    server.clock.at += WAIT_MS - 1;
    await server.stack().sweep();
    expect((await login(ada.email, password)).status).toBe(401);
    expect((await login(ada.email, ada.password)).status).toBe(200);
    expect(await isSignedIn(ada.token)).toBe(true);
  });

  it("takes effect after 72 hours, over a restart, by sign-in or by the sweep", async () => {
    for (const isSwept of [true, false]) {
      const ada = await server.join();
      const { password, kdf } = await resetByMailbox(ada);
      await server.restart();
      server.clock.at += WAIT_MS;
      if (isSwept) await server.stack().sweep();
      expect((await server.call(auth.prelogin, { email: ada.email })).reply()).toEqual({ kdf });
      const { limited, keys } = (await login(ada.email, password)).reply();
      expect(limited).toBe(false);
      // The former password still opens its wrap.
      expect(keys.entries).toMatchObject([{ signsIn: true, pw: null }, { signsIn: false }]);
      expect((await login(ada.email, ada.password)).status).toBe(401);
      expect(await isSignedIn(ada.token)).toBe(false);
    }
  });

  it("can be canceled by any of the account's devices, which ends the mailed password", async () => {
    const [ada, eve] = [await server.join(), await server.join()];
    const { token, password } = await resetByMailbox(ada);
    const [step] = (await server.call(auth.currentSession, undefined, { token: ada.token })).reply().pendingSteps ?? [];
    const cancel = (by: string) => server.call(cancelPendingStep, undefined, { token: by, params: { stepId: step?.id ?? "" } });
    expect((await cancel(eve.token)).status).toBe(404);
    expect((await cancel(token)).refusal().code).toBe("session-limited");
    expect((await cancel(ada.token)).status).toBe(200);
    expect((await cancel(ada.token)).status).toBe(404);
    expect(await isSignedIn(token)).toBe(false);
    server.clock.at += WAIT_MS;
    await server.stack().sweep();
    expect((await login(ada.email, password)).status).toBe(401);
    expect((await login(ada.email, ada.password)).status).toBe(200);
  });

  it("can be canceled once by the button behind the mailed link, not by opening it", async () => {
    const ada = await server.join();
    const { password } = await resetByMailbox(ada);
    const link = await cancelLink();
    const press = () => server.send("POST", link, { headers: { "content-type": "application/x-www-form-urlencoded" } });
    const [page, again] = [await server.send("GET", link), await server.send("GET", link)];
    expect([page.status, page.text, again.text]).toEqual([200, expect.stringContaining("Cancel this request?"), page.text]);
    expect((await press()).text).toContain("The request is canceled");
    expect((await press()).text).toContain("There is nothing to cancel");
    expect((await server.send("GET", `${link}x`)).text).toContain("There is nothing to cancel");
    server.clock.at += WAIT_MS;
    expect((await login(ada.email, password)).status).toBe(401);
  });

  it("happens at once with proof of the vault key, and rejects another vault's proof", async () => {
    const ada = await server.join();
    const token = await byMailbox(ada);
    const change = (proof: string) => server.call(auth.changePassword, { newPassword: aSecret(), kdf: aKdf(), proof }, { token });
    expect((await change(aVault().proof)).refusal().code).toBe("wrong-proof");
    expect((await change(ada.vault.proof)).status).toBe(200);
    expect((await server.call(auth.deleteAccount, { password: aSecret() }, { token })).refusal().code).toBe("wrong-password");
  });

  it("is dropped when the owner changes the password in the meantime", async () => {
    const ada = await server.join();
    await resetByMailbox(ada);
    const body = { currentPassword: ada.password, newPassword: aSecret(), kdf: aKdf(), pw: aWrap(), proof: ada.vault.proof, rev: 1 };
    expect((await server.call(auth.changePassword, body, { token: ada.token })).status).toBe(200);
    expect((await server.call(auth.currentSession, undefined, { token: ada.token })).reply().pendingSteps).toEqual([]);
    server.clock.at += WAIT_MS;
    await server.stack().sweep();
    expect((await login(ada.email, body.newPassword)).status).toBe(200);
  });

  it("does not start the delay before its mail was sent", async () => {
    const ada = await server.join();
    const { password } = await resetByMailbox(ada);
    // Imitates a mail that the mail server rejected.
    await server.stack().db.updateTable("pending_steps").set({ announced_at: null }).execute();
    server.clock.at += WAIT_MS;
    const sent = (await server.outbox()).length;
    await server.stack().sweep();
    expect(await server.outbox()).toHaveLength(sent + 1);
    expect((await login(ada.email, password)).status).toBe(401);
    server.clock.at += WAIT_MS;
    await server.stack().sweep();
    expect((await login(ada.email, password)).status).toBe(200);
  });

  it("does not store the token of the link", async () => {
    const ada = await server.join();
    await resetByMailbox(ada);
    const token = (await cancelLink()).split("/").at(-1) ?? "";
    const rows = JSON.stringify(await server.stack().db.selectFrom("pending_steps").selectAll().execute());
    expect([token.length, rows.includes(token), server.log().includes(token)]).toEqual([32, false, false]);
  });
});

describe("decision 0016: deleting an account after such a reset", () => {
  /** Resets the password by mailbox and waits until it takes effect. A deletion right after it used to succeed at once. */
  async function afterReset() {
    const ada = await server.join();
    const { password } = await resetByMailbox(ada);
    server.clock.at += WAIT_MS;
    const { token } = (await login(ada.email, password)).reply();
    return { ada, password, token };
  }
  const remove = (token: string, password: string, proof?: string) =>
    server.call(auth.deleteAccount, { password, ...(proof === undefined ? {} : { proof }) }, { token });
  const exists = async (email: string) => (await server.stack().services.accounts.byEmail(email)) !== undefined;

  it("waits another 72 hours with its own mail, and can be canceled", async () => {
    const { ada, password, token } = await afterReset();
    expect((await remove(token, password)).refusal()).toMatchObject({ code: "step-waits", retryAfterMs: WAIT_MS });
    await waitUntilIdle();
    expect(await lastMail()).toContain("Subject: Your Satchel account will be deleted in 72 hours");
    const press = await server.send("POST", await cancelLink(), { headers: { "content-type": "application/x-www-form-urlencoded" } });
    expect(press.text).toContain("The request is canceled");
    server.clock.at += WAIT_MS;
    await server.stack().sweep();
    expect(await exists(ada.email)).toBe(true);

    await remove(token, password);
    await waitUntilIdle();
    await server.restart();
    server.clock.at += WAIT_MS - 1;
    await server.stack().sweep();
    expect(await exists(ada.email)).toBe(true);
    server.clock.at += 1;
    await server.stack().sweep();
    expect(await exists(ada.email)).toBe(false);
  });

  it("waits although a new vault was created, because that proves nothing", async () => {
    const { ada, password, token } = await afterReset();
    const [entry] = (await login(ada.email, password)).reply().keys.entries;
    server.clock.at += 1;
    const fresh = aVault();
    const pw = { entryId: entry?.entryId ?? "", wrap: fresh.pw };
    expect((await server.call(startOver, { password, rev: 1, document: fresh.document, pw }, { token })).status).toBe(200);
    const document = { ...fresh.document, rev: 2, sens: anEnvelope(fresh.document.vaultId) };
    expect((await server.call(writeKeys, { rev: 1, proof: fresh.proof, document, pw }, { token })).status).toBe(200);
    for (const proof of [undefined, fresh.proof]) expect((await remove(token, password, proof)).refusal().code).toBe("step-waits");
    expect((await remove(token, password, ada.vault.proof)).status).toBe(200);
  });

  it("happens at once with the recovery key's proof, or after any write that proved it", async () => {
    const { ada, password, token } = await afterReset();
    const document = { ...ada.vault.document, rev: 2, sens: anEnvelope(ada.vault.document.vaultId) };
    const entry = (await login(ada.email, password)).reply().keys.entries[0];
    const pw = { entryId: entry?.entryId ?? "", wrap: aWrap() };
    expect((await server.call(writeKeys, { rev: 1, proof: ada.vault.proof, document, pw }, { token })).status).toBe(200);
    expect((await remove(token, password)).status).toBe(200);
    expect(await exists(ada.email)).toBe(false);
  });

  it("happens at once if there was no reset by mailbox", async () => {
    const ada = await server.join();
    expect((await remove(ada.token, ada.password)).status).toBe(200);
  });
});
