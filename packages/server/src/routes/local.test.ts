import { register } from "@satchel/contract/accounts/auth.ts";
import { syncToCloud, upgradeOptions } from "@satchel/contract/accounts/local.ts";
import type { PlanType } from "@satchel/contract/plans.ts";
import { PLANS } from "@satchel/contract/plans.ts";
import { derivePasswordKeys } from "@satchel/crypto/vault/password-keys.ts";
import { afterEach, describe, expect, it } from "vitest";
import { aSecret } from "../testing/keys.ts";
import { createTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
afterEach(() => server.close());

const SESSION = { sessionId: "local-abcdefgh12345678" };
const options = (storageBytes: number) =>
  server.call(upgradeOptions, undefined, { params: { ...SESSION, storageBytes: String(storageBytes), notesCount: "12" } });

/** Sends a body of another client, ignoring the contract's types. */
const sendRaw = (body: Record<string, unknown>) =>
  server.send("POST", `/api/local/session/${SESSION.sessionId}/sync-to-cloud`, {
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

describe("B7 GET upgrade-options", () => {
  it("lists the offered plans and their space without an account", async () => {
    server = await createTestServer({ SATCHEL_PLANS: "basic,pro" });
    const { basic, pro } = PLANS;
    expect((await options(2 * basic.managedBytes)).reply()).toEqual({
      options: [
        { planType: "free", storageBytes: null, fits: true },
        { planType: "basic", storageBytes: basic.managedBytes, fits: false },
        { planType: "pro", storageBytes: pro.managedBytes, fits: true },
      ],
    });
  });

  it("offers only the server's plans, and rejects invalid sizes", async () => {
    server = await createTestServer({ SATCHEL_PLANS: "free" });
    expect((await options(10)).reply().options.map(({ planType }) => planType)).toEqual(["free"]);
    for (const storageBytes of ["-1", "1e9", "", "9".repeat(16)]) {
      const asked = await server.call(upgradeOptions, undefined, { params: { ...SESSION, storageBytes, notesCount: "1" } });
      expect(asked.status).toBe(400);
    }
  });

  it("stores nothing about the request", async () => {
    server = await createTestServer();
    await options(1234567);
    const kept = (await server.everyByte()).toString("latin1");
    expect(kept).not.toContain("1234567");
    expect(kept).not.toContain(SESSION.sessionId);
  });
});

describe("B7 POST sync-to-cloud, encryption.md 3.5 (11)", () => {
  const ask = (email: string, password: string, planType: PlanType = "free") =>
    server.call(syncToCloud, { email, password, planType, cloudCredentials: null, localNotes: [] }, { params: SESSION });

  it("confirms for the sign-in secret that the account can receive the notes", async () => {
    server = await createTestServer();
    const ada = await server.join();
    expect((await ask(ada.email, ada.password)).reply()).toMatchObject({ success: true, message: expect.stringMatching(/ready/) });
    expect((await ask(ada.email, aSecret())).refusal().code).toBe("invalid-credentials");
    expect((await ask("nobody@example.org", aSecret())).refusal().code).toBe("invalid-credentials");
  });

  it("rejects notes, drive access, a plain password and unknown fields", async () => {
    server = await createTestServer();
    const ada = await server.join();
    const fine = { email: ada.email, password: ada.password, planType: "free", cloudCredentials: null, localNotes: [] };
    expect((await sendRaw(fine)).status).toBe(200);
    for (const more of [
      { localNotes: [{ noteId: "note-1", title: "Milk", content: "<p>two litres</p>" }] },
      { localNotes: ["Milk"] },
      { cloudCredentials: { accessToken: "ya29.token" } },
      { cloudCredentials: "token" },
      { password: "Correct horse 1" },
      { notes: [] },
    ]) {
      const refused = await sendRaw({ ...fine, ...more });
      expect([Object.keys(more)[0], refused.status]).toEqual([Object.keys(more)[0], 400]);
    }
    expect((await server.everyByte()).toString("latin1")).not.toContain("two litres");
  });

  it("counts wrong secrets as failed sign-ins", async () => {
    server = await createTestServer();
    const ada = await server.join();
    const codes: string[] = [];
    for (let tried = 0; tried < 40; tried += 1) codes.push((await ask(ada.email, aSecret())).refusal().code);
    expect(codes[0]).toBe("invalid-credentials");
    expect(codes.at(-1)).toBe("rate-limited");
  });

  it("rejects a plan that is not offered, and an account without a vault", async () => {
    server = await createTestServer({ SATCHEL_PLANS: "free" });
    const ada = await server.join();
    expect((await ask(ada.email, ada.password, "pro")).refusal()).toMatchObject({ code: "plan-not-offered", field: "planType" });
    const password = "Correct horse 1";
    const plain = (await server.call(register, { email: "plain@example.org", password })).reply();
    expect(plain.keys.document).toBeNull();
    const kdf = plain.keys.entries[0]?.kdf;
    if (kdf === undefined) throw new Error("an account has a password");
    const keys = await derivePasswordKeys(password, kdf);
    if (!keys.ok) throw new Error("a typed password has a secret");
    expect((await ask("plain@example.org", keys.value.signInSecret)).refusal().code).toBe("vault-missing");
  });
});
