import { describe, expect, it } from "vitest";
import { aKdf, anEnvelope, aVault, aWrap } from "../../testing/keys.ts";
import type { StoredPassword } from "../passwords/password-rows.ts";
import { checkKeyWrite, type KeyWrite } from "./key-rules.ts";

const entry: StoredPassword = { id: "entry", kdf: aKdf(), verifier: "", pw: null, signsIn: true, vaultId: null, mailedUntil: undefined };
const vault = aVault();
const stored = vault.document;
const next: KeyWrite = { rev: 1, proof: vault.proof, document: { ...stored, rev: 2 } };
const first: KeyWrite = { rev: 0, document: stored, pw: { entryId: "entry", wrap: aWrap() } };

describe("encryption.md 3.4 writing the key document", () => {
  it("accepts a first document, and a next one with the current revision and a valid proof", () => {
    expect(checkKeyWrite(first, undefined, [entry])).toBeUndefined();
    expect(checkKeyWrite(next, stored, [entry])).toBeUndefined();
  });

  it.each([
    ["another revision", { ...next, rev: 2 }, "conflict"],
    ["a second first one", first, "vault-exists"],
    ["no proof", { ...next, proof: undefined }, "wrong-proof"],
    ["a proof of another root", { ...next, proof: aVault().proof }, "wrong-proof"],
  ])("rejects %s", (_, write, code) => {
    expect(checkKeyWrite(write as KeyWrite, stored, [entry])).toMatchObject({ code });
  });

  it("rejects a later document if there is none yet", () => {
    expect(checkKeyWrite(next, undefined, [entry])).toMatchObject({ code: "conflict" });
  });
});

describe("encryption.md 3.6 (c) no acknowledged write lessens what a valid secret opens", () => {
  const rich = {
    ...stored,
    sens: anEnvelope(stored.vaultId),
    also: [{ vaultId: aVault().document.vaultId, sealed: anEnvelope(stored.vaultId) }],
  };
  const richNext = { ...next, document: { ...rich, rev: 2 } };

  it.each([
    ["document.vaultId", { ...richNext, document: { ...richNext.document, vaultId: aVault().document.vaultId } }],
    ["document.proofHash", { ...richNext, document: { ...richNext.document, proofHash: aVault().document.proofHash } }],
    ["document.sens", { ...richNext, document: { ...richNext.document, sens: null } }],
    ["document.also", { ...richNext, document: { ...richNext.document, also: [] } }],
    ["document.rev", { ...richNext, document: { ...richNext.document, rev: 3 } }],
    ["pw", { ...richNext, document: { ...richNext.document, rec: aVault().document.rec } }],
    ["pw.entryId", { ...richNext, pw: { entryId: "other", wrap: aWrap() } }],
  ])("names %s as the problem", (field, write) => {
    expect(checkKeyWrite(write, rich, [entry])).toMatchObject({ code: "bad-request", details: { field } });
  });

  it("requires a new `bound` value for each revision once there is one", () => {
    const [one, other] = ["A".repeat(43), "B".repeat(43)];
    const standing = { ...stored, bound: one };
    const write = (bound: string | undefined): KeyWrite => ({ ...next, document: { ...next.document, bound } });
    for (const bound of [undefined, one])
      expect(checkKeyWrite(write(bound), standing, [entry])).toMatchObject({ code: "bad-request", details: { field: "document.bound" } });
    expect(checkKeyWrite(write(other), standing, [entry])).toBeUndefined();
  });

  it("rejects a first vault without a password wrap, and a wrap for a retired password", () => {
    expect(checkKeyWrite({ ...first, pw: undefined }, undefined, [entry])).toMatchObject({ details: { field: "pw" } });
    expect(checkKeyWrite(first, undefined, [{ ...entry, signsIn: false }])).toMatchObject({ details: { field: "pw.entryId" } });
  });
});
