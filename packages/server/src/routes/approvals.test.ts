import { randomBytes } from "node:crypto";
import {
  answerApproval,
  askApproval,
  listApprovals,
  offerApproval,
  outdatedApprovals,
  proveApproval,
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

const random = (bytes: number): string => randomBytes(bytes).toString("base64url");
const anOffer = () => ({ pubA: random(65), nonceA: random(32), nameA: "Laptop" });
const aReveal = () => ({ pubN: random(65), nonceN: random(32) });
const sealed = () => ({ iv: random(12), ct: random(304) });

async function ask(commitment = random(32)): Promise<{ requestId: string }> {
  const caller = { token: fresh, userAgent: "New phone", address: "198.51.100.3" };
  const { requestId } = (await server.call(askApproval, { commitment, nameN: "New phone" }, caller)).reply();
  return { requestId };
}

describe("encryption.md 3.5 (6) approval", () => {
  it("carries commitment, keys, proof and answer, each once and in order", async () => {
    const [commitment, offer, reveal, proof, answer] = [random(32), anOffer(), aReveal(), random(32), sealed()];
    const params = await ask(commitment);
    expect((await server.call(listApprovals, undefined, { token: ada.token })).reply().approvals).toMatchObject([
      { ...params, state: "waiting", commitment, nameN: "New phone", pubN: null, network: "198.51.100.0/24", mine: false, expiresIn: 600 },
    ]);

    const [byA, byN] = [
      { token: ada.token, params },
      { token: fresh, params },
    ];
    expect((await server.call(answerApproval, { answer }, byA)).refusal().code).toBe("conflict");
    expect((await server.call(proveApproval, { proof }, byN)).refusal().code).toBe("conflict");
    expect((await server.call(offerApproval, offer, byA)).reply().state).toBe("offered");
    expect((await server.call(offerApproval, anOffer(), byA)).refusal().code).toBe("conflict");
    expect((await server.call(revealApproval, reveal, byN)).reply().state).toBe("revealed");
    expect((await server.call(revealApproval, aReveal(), byN)).refusal().code).toBe("conflict");
    expect((await server.call(proveApproval, { proof }, byN)).reply().proof).toBe(proof);
    expect((await server.call(proveApproval, { proof: random(32) }, byN)).refusal().code).toBe("conflict");
    expect((await server.call(readApproval, undefined, byA)).reply()).toMatchObject({ ...offer, ...reveal, proof });
    expect((await server.call(answerApproval, { answer }, byA)).reply().state).toBe("answered");
    expect((await server.call(readApproval, undefined, byN)).reply()).toMatchObject({ answer, mine: true });
    expect((await server.call(answerApproval, { answer: sealed() }, byA)).refusal().code).toBe("conflict");
  });

  it("lets each step be taken only by the device it belongs to", async () => {
    const params = await ask();
    expect((await server.call(offerApproval, anOffer(), { token: fresh, params })).refusal().code).toBe("forbidden");
    await server.call(offerApproval, anOffer(), { token: ada.token, params });
    expect((await server.call(revealApproval, aReveal(), { token: ada.token, params })).refusal().code).toBe("forbidden");
    await server.call(revealApproval, aReveal(), { token: fresh, params });
    expect((await server.call(proveApproval, { proof: random(32) }, { token: ada.token, params })).refusal().code).toBe("forbidden");
    expect((await server.call(answerApproval, { answer: sealed() }, { token: fresh, params })).refusal().code).toBe("forbidden");
  });

  it("is gone after ten minutes, when refused, and for other accounts always", async () => {
    const grace = await server.join();
    const params = await ask();
    expect((await server.call(readApproval, undefined, { token: grace.token, params })).status).toBe(404);
    await server.call(refuseApproval, undefined, { token: grace.token, params });
    expect((await server.call(readApproval, undefined, { token: ada.token, params })).reply().state).toBe("waiting");
    await server.call(refuseApproval, undefined, { token: ada.token, params });
    expect((await server.call(readApproval, undefined, { token: fresh, params })).reply().state).toBe("refused");
    expect((await server.call(listApprovals, undefined, { token: ada.token })).reply().approvals).toEqual([]);

    const later = await ask();
    server.clock.at += 600_000;
    expect((await server.call(readApproval, undefined, { token: fresh, params: later })).status).toBe(404);
    await server.stack().sweep();
    expect(await server.stack().db.selectFrom("device_approvals").selectAll().execute()).toEqual([]);
  });

  it.each([
    ["commitment", { commitment: "short", nameN: "New phone" }],
    ["nameN", { commitment: "A".repeat(43), nameN: "n".repeat(61) }],
    ["nameN", { commitment: "A".repeat(43), nameN: "New\u202Ephone" }],
    ["nameN", { commitment: "A".repeat(43), nameN: "" }],
  ])("refuses a malformed %s", async (field, body) => {
    const called = await server.call(askApproval, body, { token: fresh });
    expect(called.refusal()).toMatchObject({ code: "bad-request", field });
  });

  it.each(outdatedApprovals.map((outdated) => [`${outdated.method} ${outdated.path}`, outdated] as const))(
    "refuses version 1: %s",
    async (_name, outdated) => {
      const called = await server.call(outdated, { pubHash: "A".repeat(43) }, { token: ada.token, params: { requestId: random(16) } });
      expect([called.status, JSON.parse(called.text)]).toEqual([410, { message: expect.stringContaining("Reload it, on both devices") }]);
    },
  );
});
