import { createHash, randomBytes } from "node:crypto";
import {
  answerApproval,
  askApproval,
  listApprovals,
  offerApproval,
  readApproval,
  refuseApproval,
  revealApproval,
} from "@satchel/contract/accounts/approvals.ts";
import { login } from "@satchel/contract/accounts/auth.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestServer, type TestServer, type TestUser } from "../testing/test-server.ts";

let server: TestServer;
let ada: TestUser;
let fresh = "";
beforeEach(async () => {
  server = await createTestServer();
  ada = await server.join();
  fresh = (
    await server.call(login, { email: ada.email, password: ada.password }, { userAgent: "New phone", address: "198.51.100.3" })
  ).reply().token;
});
afterEach(() => server.close());

const aKey = (): string => randomBytes(65).toString("base64url");
const hashOf = (key: string): string => createHash("sha256").update(Buffer.from(key, "base64url")).digest("base64url");
const sealed = () => ({ epk: aKey(), iv: randomBytes(12).toString("base64url"), ct: randomBytes(48).toString("base64url") });

async function ask(pubN: string): Promise<{ requestId: string }> {
  return (
    await server.call(askApproval, { pubHash: hashOf(pubN) }, { token: fresh, userAgent: "New phone", address: "198.51.100.3" })
  ).reply();
}

describe("encryption.md 3.5 (6) approval", () => {
  it("carries hash, keys and answer between two devices, each once and in order", async () => {
    const [pubN, pubA, answer] = [aKey(), aKey(), sealed()];
    const params = await ask(pubN);
    expect((await server.call(listApprovals, undefined, { token: ada.token })).reply().approvals).toMatchObject([
      {
        ...params,
        state: "waiting",
        pubHash: hashOf(pubN),
        pubN: null,
        device: "New phone",
        network: "198.51.100.0/24",
        mine: false,
        expiresIn: 600,
      },
    ]);

    expect((await server.call(answerApproval, { answer }, { token: ada.token, params })).refusal().code).toBe("conflict");
    expect((await server.call(offerApproval, { pubA }, { token: ada.token, params })).reply().state).toBe("offered");
    expect((await server.call(offerApproval, { pubA: aKey() }, { token: ada.token, params })).refusal().code).toBe("conflict");
    expect((await server.call(revealApproval, { pubN }, { token: fresh, params })).reply().state).toBe("revealed");
    expect((await server.call(readApproval, undefined, { token: ada.token, params })).reply()).toMatchObject({ pubN, pubA });
    expect((await server.call(answerApproval, { answer }, { token: ada.token, params })).reply().state).toBe("answered");
    expect((await server.call(readApproval, undefined, { token: fresh, params })).reply()).toMatchObject({ answer, mine: true });
    expect((await server.call(answerApproval, { answer: sealed() }, { token: ada.token, params })).refusal().code).toBe("conflict");
  });

  it("ends when another key than the promised one is shown", async () => {
    const params = await ask(aKey());
    await server.call(offerApproval, { pubA: aKey() }, { token: ada.token, params });
    expect((await server.call(revealApproval, { pubN: aKey() }, { token: fresh, params })).reply().state).toBe("refused");
    expect((await server.call(answerApproval, { answer: sealed() }, { token: ada.token, params })).refusal().code).toBe("conflict");
  });

  it("lets each step be taken only by the device it belongs to", async () => {
    const pubN = aKey();
    const params = await ask(pubN);
    expect((await server.call(offerApproval, { pubA: aKey() }, { token: fresh, params })).refusal().code).toBe("forbidden");
    await server.call(offerApproval, { pubA: aKey() }, { token: ada.token, params });
    expect((await server.call(revealApproval, { pubN }, { token: ada.token, params })).refusal().code).toBe("forbidden");
    await server.call(revealApproval, { pubN }, { token: fresh, params });
    expect((await server.call(answerApproval, { answer: sealed() }, { token: fresh, params })).refusal().code).toBe("forbidden");
  });

  it("is gone after ten minutes, when refused, and for other accounts always", async () => {
    const grace = await server.join();
    const params = await ask(aKey());
    expect((await server.call(readApproval, undefined, { token: grace.token, params })).status).toBe(404);
    await server.call(refuseApproval, undefined, { token: grace.token, params });
    expect((await server.call(readApproval, undefined, { token: ada.token, params })).reply().state).toBe("waiting");
    await server.call(refuseApproval, undefined, { token: ada.token, params });
    expect((await server.call(readApproval, undefined, { token: fresh, params })).reply().state).toBe("refused");
    expect((await server.call(listApprovals, undefined, { token: ada.token })).reply().approvals).toEqual([]);

    const later = await ask(aKey());
    server.clock.at += 600_000;
    expect((await server.call(readApproval, undefined, { token: fresh, params: later })).status).toBe(404);
    await server.stack().sweep();
    expect(await server.stack().db.selectFrom("approvals").selectAll().execute()).toEqual([]);
  });

  it("refuses what is no key", async () => {
    const called = await server.call(askApproval, { pubHash: "short" }, { token: fresh });
    expect(called.refusal()).toMatchObject({ code: "bad-request", field: "pubHash" });
  });
});
