import { changePassword, login, register } from "@satchel/contract/accounts/auth.ts";
import { type KeyDocument, openKeys, readKeys, readRetiredKeys, startOver, writeKeys } from "@satchel/contract/accounts/keys.ts";
import { newKdf } from "@satchel/crypto/primitives/kdf.ts";
import { parseAccountKeys } from "@satchel/crypto/vault/key-document.ts";
import { derivePasswordKeys } from "@satchel/crypto/vault/password-keys.ts";
import { createVault, openVault } from "@satchel/crypto/vault/vault.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aKdf, anEnvelope, aSecret, aVault, aWrap } from "../testing/keys.ts";
import { createTestServer, type TestServer, type TestUser } from "../testing/test-server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

const nextOf = (document: KeyDocument): KeyDocument => ({ ...document, rev: document.rev + 1, sens: anEnvelope(document.vaultId) });

function write({ token, vault }: TestUser, document: KeyDocument, proof = vault.proof) {
  return server.call(writeKeys, { rev: document.rev - 1, proof, document }, { token });
}

describe("encryption.md 3.4 the key document", () => {
  it("accepts a write with the current revision and a proof of the root", async () => {
    const ada = await server.join();
    const next = nextOf(ada.vault.document);
    expect((await write(ada, next)).reply().document).toEqual(next);
    expect((await server.call(readKeys, undefined, { token: ada.token })).reply().document).toEqual(next);
  });

  it("responds 409 to a stale revision and 403 to a wrong proof, and stays unchanged", async () => {
    const ada = await server.join();
    const next = nextOf(ada.vault.document);
    await write(ada, next);

    const stale = await write(ada, { ...next, sens: anEnvelope(next.vaultId) });
    const unproved = await write(ada, nextOf(next), aVault().proof);
    expect([stale.status, stale.refusal().code]).toEqual([409, "conflict"]);
    expect([unproved.status, unproved.refusal().code]).toEqual([403, "wrong-proof"]);
    expect((await server.call(readKeys, undefined, { token: ada.token })).reply().document).toEqual(next);
  });

  it("accepts only one of several concurrent writes", async () => {
    const ada = await server.join();
    const answers = await Promise.all([1, 2, 3].map(() => write(ada, nextOf(ada.vault.document))));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
  });

  it("accepts a first document only without a vault, and only one of two", async () => {
    const { token, keys } = (await server.call(register, { email: "ada@example.org", password: "Correct horse 1" })).reply();
    const entryId = keys.entries[0]?.entryId ?? "";
    const vaults = [aVault(), aVault()];
    const answers = await Promise.all(
      vaults.map(({ document, pw }) => server.call(writeKeys, { rev: 0, document, pw: { entryId, wrap: pw } }, { token })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(answers.find((answer) => answer.status === 409)?.refusal().code).toBe("vault-exists");

    const winner = vaults[answers.findIndex((answer) => answer.status === 200)];
    const signedIn = (await server.call(login, { email: "ada@example.org", password: "Correct horse 1" })).reply();
    expect(signedIn.keys).toMatchObject({ document: winner?.document, entries: [{ pw: winner?.pw }] });
  });

  it("accepts another recovery key only with the wrap that holds it", async () => {
    const ada = await server.join();
    const { entries } = (await server.call(readKeys, undefined, { token: ada.token })).reply();
    const document = { ...nextOf(ada.vault.document), rec: aVault().document.rec };
    expect((await write(ada, document)).refusal()).toMatchObject({ code: "bad-request", field: "pw" });

    const wrap = aWrap();
    const pw = { entryId: entries[0]?.entryId ?? "", wrap };
    expect((await server.call(writeKeys, { rev: 1, proof: ada.vault.proof, document, pw }, { token: ada.token })).status).toBe(200);
    const { keys } = (await server.call(login, { email: ada.email, password: ada.password })).reply();
    expect(keys).toMatchObject({ document, entries: [{ pw: wrap }] });
  });

  it("rejects another account's wrap and proof", async () => {
    const [ada, grace] = [await server.join(), await server.join()];
    const { entries } = (await server.call(readKeys, undefined, { token: grace.token })).reply();
    expect((await write({ ...ada, token: grace.token }, nextOf(ada.vault.document))).status).toBe(403);
    const pw = { entryId: entries[0]?.entryId ?? "", wrap: aWrap() };
    const stolen = await server.call(
      writeKeys,
      { rev: 1, proof: ada.vault.proof, document: nextOf(ada.vault.document), pw },
      { token: ada.token },
    );
    expect(stolen.refusal()).toMatchObject({ code: "bad-request", field: "pw.entryId" });
  });

  it("rejects unknown fields", async () => {
    const ada = await server.join();
    const document = { ...nextOf(ada.vault.document), title: "Milk" };
    expect((await write(ada, document)).refusal()).toMatchObject({ code: "bad-request", field: "document" });
  });

  it("survives a restart as acknowledged", async () => {
    const ada = await server.join();
    const next = nextOf(ada.vault.document);
    await write(ada, next);
    await server.restart();
    expect((await server.call(readKeys, undefined, { token: ada.token })).reply().document).toEqual(next);
  });
});

describe("encryption.md 3.5 (5) start over", () => {
  it("replaces the vault by a new one, and keeps the old one complete", async () => {
    const ada = await server.join();
    const entryId = (await server.call(readKeys, undefined, { token: ada.token })).reply().entries[0]?.entryId ?? "";
    const vault = aVault();
    const body = { password: ada.password, rev: 1, document: vault.document, pw: { entryId, wrap: vault.pw } };
    expect((await server.call(startOver, { ...body, password: aSecret() }, { token: ada.token })).refusal().code).toBe("wrong-password");
    expect((await server.call(startOver, { ...body, rev: 2 }, { token: ada.token })).refusal().code).toBe("conflict");
    expect((await server.call(startOver, { ...body, document: ada.vault.document }, { token: ada.token })).refusal().field).toBe(
      "document.vaultId",
    );
    expect((await server.call(startOver, body, { token: ada.token })).reply().document).toEqual(vault.document);

    expect((await server.call(readRetiredKeys, undefined, { token: ada.token })).reply().documents).toEqual([ada.vault.document]);
    const { keys } = (await server.call(login, { email: ada.email, password: ada.password })).reply();
    expect(keys.entries.find((entry) => entry.signsIn)).toMatchObject({ pw: vault.pw, vaultId: vault.document.vaultId });
    expect(keys.entries.find((entry) => !entry.signsIn)).toMatchObject({ vaultId: ada.vault.document.vaultId });
  });

  it("protects the wraps of the retired vault from later writes", async () => {
    const ada = await server.join();
    const entryId = (await server.call(readKeys, undefined, { token: ada.token })).reply().entries[0]?.entryId ?? "";
    const vault = aVault();
    await server.call(
      startOver,
      { password: ada.password, rev: 1, document: vault.document, pw: { entryId, wrap: vault.pw } },
      { token: ada.token },
    );
    const fresh = { newPassword: aSecret(), kdf: aKdf(), pw: aWrap(), proof: vault.proof, rev: 1 };
    expect((await server.call(changePassword, { currentPassword: ada.password, ...fresh }, { token: ada.token })).status).toBe(200);

    const opened = (await server.call(openKeys, { password: ada.password }, { token: ada.token })).reply();
    expect(opened.entries.find((entry) => entry.pw)).toMatchObject({
      pw: ada.vault.pw,
      vaultId: ada.vault.document.vaultId,
      signsIn: false,
    });
    const again = await server.call(
      startOver,
      { password: fresh.newPassword, rev: 1, document: ada.vault.document, pw: { entryId, wrap: aWrap() } },
      { token: ada.token },
    );
    expect(again.refusal()).toMatchObject({ code: "bad-request" });
  });
});

describe("encryption.md 3.5 (1) a vault made by the browser's own code", () => {
  it("is stored unchanged and opens with the data that sign-in returns", async () => {
    const kdf = newKdf();
    const derived = await derivePasswordKeys("Correct horse 1", kdf);
    if (!derived.ok) throw new Error("not derived");
    const { document, pw, secrets } = await createVault(derived.value.passwordKey, kdf);
    const password = derived.value.signInSecret;
    await server.call(register, { email: "ada@example.org", password, kdf, keys: { document: toJson(document), pw } });

    const { keys } = (await server.call(login, { email: "ada@example.org", password })).reply();
    const parsed = parseAccountKeys(keys);
    if (!parsed.ok || parsed.value.document === null) throw new Error("not parsed");
    const opened = await openVault(parsed.value.document, derived.value.passwordKey, { kdf, pw: parsed.value.entries[0]?.pw as typeof pw });
    expect(opened).toEqual({ ok: true, value: secrets });
  });
});

/** Converts a value as the wire does. */
function toJson(document: object): KeyDocument {
  return JSON.parse(JSON.stringify(document));
}
