import { randomBytes } from "node:crypto";
import { listActivity } from "@satchel/contract/accounts/activity.ts";
import { answerApproval, askApproval, offerApproval, revealApproval } from "@satchel/contract/accounts/approvals.ts";
import * as auth from "@satchel/contract/accounts/auth.ts";
import { writeKeys } from "@satchel/contract/accounts/keys.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aKdf, aSecret, aWrap } from "../testing/keys.ts";
import { createTestServer, type TestServer } from "../testing/test-server.ts";

const DAY_MS = 86_400_000;
const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1";
const NEWER_PHONE = PHONE.replaceAll("19", "20");

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

const login = (email: string, password: string, userAgent?: string, address?: string) =>
  server.call(
    auth.login,
    { email, password },
    { ...(userAgent === undefined ? {} : { userAgent }), ...(address === undefined ? {} : { address }) },
  );
const eventsOf = async (token: string) => (await server.call(listActivity, undefined, { token })).reply().events;
/** Returns the subjects of all mails so far. The clock advances because mails are ordered by their time. */
async function subjects(): Promise<readonly string[]> {
  await server.stack().services.reset.idle();
  await server.stack().services.activity.idle();
  server.clock.at += 1;
  return (await server.outbox()).map((mail) => /^Subject: (.*?)\r?$/m.exec(mail)?.[1] ?? "");
}

describe("decision 0016: account activity and security mails", () => {
  it("lists events with device and network, newest first, to the owner alone", async () => {
    const [ada, eve] = [await server.join(), await server.join()];
    server.clock.at += 1000;
    await login(ada.email, ada.password, PHONE, "198.51.100.77");
    expect(await eventsOf(ada.token)).toEqual([
      { kind: "signed-in", at: server.clock.at, device: PHONE, network: "198.51.100.0/24" },
      { kind: "registered", at: server.clock.at - 1000, device: "Test browser", network: "203.0.113.0/24" },
    ]);
    expect((await eventsOf(eve.token)).map(({ kind }) => kind)).toEqual(["registered"]);
  });

  it("mails only a sign-in from a device that is new in this network", async () => {
    const ada = await server.join();
    await login(ada.email, ada.password);
    expect(await subjects()).toEqual([]);
    await login(ada.email, ada.password, PHONE);
    expect(await subjects()).toEqual(["New sign-in to your Satchel account"]);
    expect((await server.outbox())[0]).toContain("Device: Safari on iPhone");
    // The same phone after an update.
    await login(ada.email, ada.password, NEWER_PHONE);
    expect(await subjects()).toHaveLength(1);
    await login(ada.email, ada.password, PHONE, "198.51.100.77");
    expect(await subjects()).toHaveLength(2);
  });

  it("mails a new password, recovery key, approved device and requested reset with their origin", async () => {
    const ada = await server.join();
    const second = (await login(ada.email, ada.password)).reply();
    const [pubN, pubA] = [randomBytes(65).toString("base64url"), randomBytes(65).toString("base64url")];
    const [commitment, nonceA, nonceN] = [32, 32, 32].map((bytes) => randomBytes(bytes).toString("base64url")) as [string, string, string];
    const asked = (await server.call(askApproval, { commitment, nameN: "New phone" }, { token: second.token })).reply();
    const params = { requestId: asked.requestId };
    expect((await server.call(offerApproval, { pubA, nonceA, nameA: "Laptop" }, { token: ada.token, params })).status).toBe(200);
    expect((await server.call(revealApproval, { pubN, nonceN }, { token: second.token, params })).status).toBe(200);
    expect((await server.call(answerApproval, { answer: aWrap() }, { token: ada.token, params })).status).toBe(200);
    expect(await subjects()).toEqual(["A device was let in to your Satchel notes"]);

    const entryId = second.keys.entries[0]?.entryId ?? "";
    const rec = { ...aWrap(), rkId: randomBytes(6).toString("base64url") };
    const body = { rev: 1, proof: ada.vault.proof, document: { ...ada.vault.document, rev: 2, rec }, pw: { entryId, wrap: aWrap() } };
    expect((await server.call(writeKeys, body, { token: ada.token })).status).toBe(200);
    expect((await subjects()).at(-1)).toBe("Your Satchel recovery key was replaced");

    const change = { currentPassword: ada.password, newPassword: aSecret(), kdf: aKdf(), pw: aWrap(), proof: ada.vault.proof, rev: 2 };
    expect((await server.call(auth.changePassword, change, { token: ada.token })).status).toBe(200);
    expect((await subjects()).at(-1)).toBe("Your Satchel password was changed");

    await server.call(auth.forgotPassword, { email: ada.email }, { userAgent: PHONE });
    expect((await subjects()).at(-1)).toBe("Your new Satchel password");
    expect((await server.outbox()).at(-1)).toContain("Device: Safari on iPhone");
    expect((await eventsOf(ada.token)).map(({ kind }) => kind)).toEqual([
      "reset-requested",
      "password-changed",
      "recovery-key-changed",
      "device-approved",
      "signed-in",
      "registered",
    ]);
  });

  it("removes events after 90 days", async () => {
    const ada = await server.join();
    server.clock.at += 50 * DAY_MS;
    const { token } = (await login(ada.email, ada.password)).reply();
    server.clock.at += 40 * DAY_MS;
    expect((await eventsOf(token)).map(({ kind }) => kind)).toEqual(["signed-in"]);
    await server.stack().sweep();
    expect(await server.stack().db.selectFrom("account_activity").selectAll().execute()).toHaveLength(1);
  });
});

describe("decision 0016: the end of a session", () => {
  it("ends after 180 days even in constant use", async () => {
    const ada = await server.join();
    const isSignedIn = async () => (await server.call(auth.currentSession, undefined, { token: ada.token })).status === 200;
    for (let month = 0; month < 6; month += 1) {
      expect(await isSignedIn()).toBe(true);
      server.clock.at += 30 * DAY_MS;
    }
    expect(await isSignedIn()).toBe(true);
    server.clock.at += 1;
    expect((await server.call(auth.currentSession, undefined, { token: ada.token })).refusal().code).toBe("session-ended");
    expect((await login(ada.email, ada.password)).status).toBe(200);
  });
});
