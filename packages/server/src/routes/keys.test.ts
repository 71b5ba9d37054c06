import { login, register } from "@satchel/contract/auth.ts";
import { type KeyDocument, readKeys, writeKeys } from "@satchel/contract/keys.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { anEnvelope, aVault, aWrap } from "../testing/keys.ts";
import { createTestServer, type Person, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

const nextOf = (document: KeyDocument): KeyDocument => ({ ...document, rev: document.rev + 1, sens: anEnvelope(document.vaultId) });

function write({ token, vault }: Person, document: KeyDocument, proof = vault.proof) {
  return server.call(writeKeys, { rev: document.rev - 1, proof, document }, { token });
}

describe("encryption.md 3.4 the key document", () => {
  it("is replaced by a write that saw the standing revision and proves the root", async () => {
    const ada = await server.join();
    const next = nextOf(ada.vault.document);
    expect((await write(ada, next)).reply().document).toEqual(next);
    expect((await server.call(readKeys, undefined, { token: ada.token })).reply().document).toEqual(next);
  });

  it("answers 409 to a stale revision and 403 to a wrong proof, and stays as it was", async () => {
    const ada = await server.join();
    const next = nextOf(ada.vault.document);
    await write(ada, next);

    const stale = await write(ada, { ...next, sens: anEnvelope(next.vaultId) });
    const unproved = await write(ada, nextOf(next), aVault().proof);
    expect([stale.status, stale.refusal().code]).toEqual([409, "conflict"]);
    expect([unproved.status, unproved.refusal().code]).toEqual([403, "wrong-proof"]);
    expect((await server.call(readKeys, undefined, { token: ada.token })).reply().document).toEqual(next);
  });

  it("takes one of two writes at once", async () => {
    const ada = await server.join();
    const answers = await Promise.all([1, 2, 3].map(() => write(ada, nextOf(ada.vault.document))));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
  });

  it("takes a first one only while there is no vault, one of two at once", async () => {
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

  it("takes another recovery key only together with the wrap that holds it", async () => {
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

  it("belongs to one account: another's wrap and proof are of no use", async () => {
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

  it("is refused with anything in it that has no name", async () => {
    const ada = await server.join();
    const document = { ...nextOf(ada.vault.document), title: "Milk" };
    expect((await write(ada, document)).refusal()).toMatchObject({ code: "bad-request", field: "document" });
  });

  it("survives a restart as it was acknowledged", async () => {
    const ada = await server.join();
    const next = nextOf(ada.vault.document);
    await write(ada, next);
    await server.restart();
    expect((await server.call(readKeys, undefined, { token: ada.token })).reply().document).toEqual(next);
  });
});
