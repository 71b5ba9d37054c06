import { randomBytes } from "node:crypto";
import { readKeys, writeKeys } from "@satchel/contract/accounts/keys.ts";
import { authenticateSensitive, changeSensitive, revokeSensitive, setUpSensitive } from "@satchel/contract/accounts/sensitive.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { anEnvelope, aSecret, aVault } from "../testing/keys.ts";
import { createTestServer, type TestServer, type TestUser } from "../testing/test-server.ts";

let server: TestServer;
let ada: TestUser;
beforeEach(async () => {
  server = await createTestServer();
  ada = await server.join();
});
afterEach(() => server.close());

const aVerifier = (): string => randomBytes(32).toString("base64url");
const aSid = (): string => randomBytes(8).toString("base64url");

const writeOf = (rev = 1) => ({
  sid: aSid(),
  verifier: aVerifier(),
  sens: anEnvelope(ada.vault.document.vaultId),
  rev,
  proof: ada.vault.proof,
});

const setUp = (body: ReturnType<typeof writeOf>) => server.call(setUpSensitive, body, { token: ada.token });
const unlock = (sid: string, verifier: string) => server.call(authenticateSensitive, { sid, verifier }, { token: ada.token });

describe("encryption.md 3.5 (8) sensitive set-up", () => {
  it("stores verifier and sealed keys in one write, under the rules of the document", async () => {
    const body = writeOf();
    expect((await setUp({ ...body, proof: aVault().proof })).refusal().code).toBe("wrong-proof");
    expect((await setUp({ ...body, rev: 2 })).refusal().code).toBe("conflict");
    expect((await unlock(body.sid, body.verifier)).refusal().code).toBe("sensitive-not-set-up");
    expect((await setUp(body)).reply().document).toMatchObject({ rev: 2, sens: body.sens });
    expect((await unlock(body.sid, body.verifier)).status).toBe(200);
  });

  it("succeeds once: a second device unlocks instead", async () => {
    const [first, second] = [writeOf(), writeOf()];
    const answers = await Promise.all([setUp(first), setUp(second)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    const { sid } = answers[0]?.status === 200 ? first : second;
    expect((await setUp({ ...writeOf(2), sid })).refusal().code).toBe("sensitive-exists");
  });
});

describe("B4 sensitive session", () => {
  it("opens for two minutes with the right verifier, and blocks after ten guesses", async () => {
    const body = writeOf();
    await setUp(body);
    expect((await unlock(body.sid, body.verifier)).reply()).toEqual({
      token: expect.any(String),
      expiresAt: server.clock.at + 120_000,
      expiresIn: 120,
    });
    for (let tried = 0; tried < 10; tried += 1) {
      const wrong = await unlock(body.sid, aVerifier());
      expect([wrong.status, wrong.refusal().code]).toEqual([401, "sensitive-refused"]);
    }
    expect((await unlock(body.sid, body.verifier)).refusal().code).toBe("rate-limited");
  });

  it("ends when revoked, and stores only hashes", async () => {
    const body = writeOf();
    await setUp(body);
    const { token } = (await unlock(body.sid, body.verifier)).reply();
    const rows = () => server.stack().db.selectFrom("sensitive_sessions").selectAll().execute();
    expect(await rows()).toHaveLength(1);
    const bytes = await server.everyByte();
    for (const secret of [token, body.verifier]) expect(bytes.includes(secret)).toBe(false);
    expect((await server.call(revokeSensitive, { token }, { token: ada.token })).reply()).toEqual({ success: true });
    expect(await rows()).toEqual([]);
  });
});

describe("encryption.md 3.5 (8) change and recover", () => {
  const change = (body: object) => server.call(changeSensitive, body as never, { token: ada.token });

  it("requires the old verifier, or the account's password after a recovery", async () => {
    const old = writeOf();
    await setUp(old);
    const fresh = { ...writeOf(2), sid: old.sid };
    expect((await change(fresh)).refusal()).toMatchObject({ code: "bad-request", field: "currentVerifier" });
    expect((await change({ ...fresh, currentVerifier: aVerifier() })).refusal().code).toBe("sensitive-refused");
    expect((await change({ ...fresh, password: aSecret() })).refusal()).toMatchObject({ code: "wrong-password", field: "password" });

    expect((await change({ ...fresh, currentVerifier: old.verifier })).reply().document).toMatchObject({ rev: 3, sens: fresh.sens });
    expect((await unlock(old.sid, old.verifier)).refusal().code).toBe("sensitive-refused");
    expect((await unlock(old.sid, fresh.verifier)).status).toBe(200);
    const recovered = { ...writeOf(3), sid: old.sid };
    expect((await change({ ...recovered, password: ada.password })).status).toBe(200);
    expect((await unlock(old.sid, recovered.verifier)).status).toBe(200);
  });

  it("changes several folders in one write only if each is proved", async () => {
    const [first, second] = [writeOf(1), writeOf(2)];
    await setUp(first);
    await setUp(second);
    const fresh = { ...writeOf(3), sid: first.sid, currentVerifier: first.verifier };
    const withOther = (currentVerifier?: string) => ({ ...fresh, others: [{ sid: second.sid, currentVerifier }] });
    expect((await change(withOther())).refusal()).toMatchObject({ code: "bad-request", field: "currentVerifier" });
    expect((await change(withOther(first.verifier))).refusal().code).toBe("sensitive-refused");
    expect((await change({ ...fresh, others: [{ sid: aSid(), currentVerifier: first.verifier }] })).refusal().code).toBe(
      "sensitive-not-set-up",
    );
    for (const old of [first, second]) expect((await unlock(old.sid, old.verifier)).status).toBe(200);
    expect((await change(withOther(second.verifier))).status).toBe(200);
    for (const old of [first, second]) {
      expect((await unlock(old.sid, old.verifier)).refusal().code).toBe("sensitive-refused");
      expect((await unlock(old.sid, fresh.verifier)).status).toBe(200);
    }
  });

  it("rejects a stale change completely", async () => {
    const old = writeOf();
    await setUp(old);
    const stale = { ...writeOf(1), sid: old.sid, currentVerifier: old.verifier };
    expect((await change(stale)).refusal().code).toBe("conflict");
    expect((await change({ ...writeOf(2), currentVerifier: old.verifier })).refusal().code).toBe("sensitive-not-set-up");
    expect((await unlock(old.sid, old.verifier)).status).toBe(200);
    expect((await server.call(readKeys, undefined, { token: ada.token })).reply().document?.rev).toBe(2);
  });

  it("protects the sealed keys from an ordinary write", async () => {
    await setUp(writeOf());
    const { document } = (await server.call(readKeys, undefined, { token: ada.token })).reply();
    if (document === null) throw new Error("no document");
    const refused = await server.call(
      writeKeys,
      { rev: 2, proof: ada.vault.proof, document: { ...document, rev: 3, sens: null } },
      { token: ada.token },
    );
    expect(refused.refusal()).toMatchObject({ code: "bad-request", field: "document.sens" });
  });
});
