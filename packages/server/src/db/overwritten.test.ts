import { changePassword, deleteAccount } from "@satchel/contract/accounts/auth.ts";
import { readKeys, writeKeys } from "@satchel/contract/accounts/keys.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aKdf, aSecret, aVault, aWrap } from "../testing/keys.ts";
import { createTestServer, type TestServer, type TestUser } from "../testing/test-server.ts";

let server: TestServer;
let ada: TestUser;
beforeEach(async () => {
  server = await createTestServer();
  ada = await server.join();
});
afterEach(() => server.close());

const isStored = async (text: string) => (await server.everyByte()).includes(text);

describe("encryption.md 3.6 (b) replaced data is not stored in any byte of the server", () => {
  it("removes the wrap of the former password", async () => {
    const { ct } = ada.vault.pw;
    expect(await isStored(ct)).toBe(true);
    const body = { currentPassword: ada.password, newPassword: aSecret(), kdf: aKdf(), pw: aWrap(), proof: ada.vault.proof, rev: 1 };
    expect((await server.call(changePassword, body, { token: ada.token })).status).toBe(200);
    expect(await isStored(ct)).toBe(false);
  });

  it("removes the ciphertexts of a former recovery key", async () => {
    const { rec } = ada.vault.document;
    const { entries } = (await server.call(readKeys, undefined, { token: ada.token })).reply();
    const document = { ...ada.vault.document, rev: 2, rec: aVault().document.rec };
    const pw = { entryId: entries[0]?.entryId ?? "", wrap: aWrap() };
    expect((await server.call(writeKeys, { rev: 1, proof: ada.vault.proof, document, pw }, { token: ada.token })).status).toBe(200);
    for (const ct of [rec.ct, ada.vault.pw.ct]) expect(await isStored(ct)).toBe(false);
  });

  it("removes everything of a deleted account", async () => {
    expect((await server.call(deleteAccount, { password: ada.password }, { token: ada.token })).status).toBe(200);
    for (const text of [ada.vault.pw.ct, ada.vault.document.vaultId, ada.email, ada.id])
      expect([text, await isStored(text)]).toEqual([text, false]);
  });
});
