import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { newKdf } from "../primitives/kdf.ts";
import { exportPrivate } from "../primitives/key-pair.ts";
import type { Outcome } from "../primitives/outcome.ts";
import { importSealingKey } from "../primitives/primitives.ts";
import type { CryptoKey } from "../primitives/web-crypto.ts";
import { openEntity, sealEntity } from "../records/entity-sealing.ts";
import { contentKeyOf, ringOf } from "../records/envelope.ts";
import { type KeyDocument, parseAccountKeys, parseKeyDocument } from "./key-document.ts";
import { createVault, type NewVault, openRecoveryPoint, openRing, openVault, proofHashOf, sealOldRoot } from "./vault.ts";
import { boxSensitive, openBox, openForRecovery, openPrivate, type PrivateWrap } from "./wraps.ts";

const DAMAGED = { ok: false, problem: "damaged" };
const kdf = newKdf();
let passwordKey: CryptoKey;
let vault: NewVault;

beforeAll(async () => {
  passwordKey = await importSealingKey(new Uint8Array(32).fill(1));
  vault = await createVault(passwordKey, kdf);
});

function must<Value>(outcome: Outcome<Value, unknown>): Value {
  if (!outcome.ok) throw new Error(String(outcome.problem));
  return outcome.value;
}

describe("encryption.md 3.4 the first document", () => {
  it("opens with the password under which it was created", async () => {
    expect(await openVault(vault.document, passwordKey, { kdf, pw: vault.pw })).toEqual({ ok: true, value: vault.secrets });
  });

  it("opens with its recovery key, whose pair opens boxes", async () => {
    const { document, secrets } = vault;
    expect(await openForRecovery(secrets.rk, document.vaultId, document.rec)).toEqual({ ok: true, value: secrets.root });
    const ring = await openRing(document.vaultId, secrets.root, []);
    const { pairId, point } = must(await openRecoveryPoint(ring, document.recpub));
    const sensitiveKey = new Uint8Array(32).fill(9);
    const box = must(await boxSensitive(point, { sid: "AAAAAAAAAAA", pairId }, { sensitiveKey }));
    const privateKey = must(await openPrivate(secrets.rk, document.vaultId, document.priv[0] as PrivateWrap));
    expect(await openBox({ privateKey, publicPoint: point }, { sid: "AAAAAAAAAAA", pairId }, box)).toEqual({
      ok: true,
      value: sensitiveKey,
    });
    await expect(exportPrivate(privateKey)).rejects.toThrow();
  });

  it("passes its own validation, also as JSON", () => {
    expect(parseKeyDocument(JSON.parse(JSON.stringify(vault.document)))).toEqual({ ok: true, value: vault.document });
    expect(vault.document.rev).toBe(1);
  });

  it("never repeats a key or an id", async () => {
    const other = await createVault(passwordKey, kdf);
    expect(other.document.vaultId).not.toBe(vault.document.vaultId);
    expect(other.secrets.root).not.toEqual(vault.secrets.root);
    expect(other.secrets.rk).not.toEqual(vault.secrets.rk);
    expect(other.document.proofHash).not.toBe(vault.document.proofHash);
  });

  it("does not open with another password, kdf, vault or proof", async () => {
    const { document, pw } = vault;
    expect(await openVault(document, await importSealingKey(new Uint8Array(32)), { kdf, pw })).toEqual(DAMAGED);
    expect(await openVault(document, passwordKey, { kdf: newKdf(), pw })).toEqual(DAMAGED);
    expect(await openVault(document, passwordKey, { kdf: { ...kdf, t: 4 }, pw })).toEqual(DAMAGED);
    expect(await openVault({ ...document, vaultId: "AAAAAAAAAAA" }, passwordKey, { kdf, pw })).toEqual(DAMAGED);
    const foreign = await proofHashOf(new Uint8Array(32));
    expect(await openVault({ ...document, proofHash: foreign }, passwordKey, { kdf, pw })).toEqual(DAMAGED);
  });
});

describe("encryption.md 3.3 older roots", () => {
  it("open what was sealed under them, while new data uses the current one", async () => {
    const old = await createVault(passwordKey, kdf);
    const oldKey = await contentKeyOf(old.document.vaultId, old.secrets.root);
    const bytes = must(await sealEntity(oldKey, { kind: "note", id: "n" }, { entity: { id: "n" } }));
    const current = await contentKeyOf(vault.document.vaultId, vault.secrets.root);
    const also = [await sealOldRoot(current, { vaultId: old.document.vaultId, root: old.secrets.root })];
    const ring = await openRing(vault.document.vaultId, vault.secrets.root, also);
    expect(await openEntity(ring, { kind: "note", id: "n" }, bytes)).toEqual({ ok: true, value: { id: "n" } });
    expect(ring.current.kid).toBe(vault.document.vaultId);
    expect(ring.byKid.size).toBe(2);
  });

  it("are left out if they do not open, and cannot take another vault's id", async () => {
    const current = await contentKeyOf(vault.document.vaultId, vault.secrets.root);
    const entry = await sealOldRoot(current, { vaultId: "AAAAAAAAAAA", root: new Uint8Array(32) });
    const stranger = await contentKeyOf("BBBBBBBBBBA", new Uint8Array(32).fill(5));
    const foreign = await sealOldRoot(stranger, { vaultId: "CCCCCCCCCCA", root: new Uint8Array(32) });
    const ring = await openRing(vault.document.vaultId, vault.secrets.root, [{ ...entry, vaultId: "DDDDDDDDDDA" }, foreign]);
    expect([...ring.byKid.keys()]).toEqual([vault.document.vaultId]);
  });

  it("never replace the current key", async () => {
    const current = await contentKeyOf("AAAAAAAAAAA", new Uint8Array(32));
    const impostor = await contentKeyOf("AAAAAAAAAAA", new Uint8Array(32).fill(1));
    expect(ringOf(current, [impostor]).byKid.get("AAAAAAAAAAA")).toBe(current);
  });
});

describe("encryption.md 3.4 reading a document", () => {
  const changed = (change: Partial<Record<keyof KeyDocument, unknown>>) => ({ ...JSON.parse(JSON.stringify(vault.document)), ...change });

  it.each([
    ["a vaultId of another length", { vaultId: "AAAA" }],
    ["rev 0", { rev: 0 }],
    ["rev 1.5", { rev: 1.5 }],
    ["no rec", { rec: undefined }],
    ["no private half", { priv: [] }],
    ["a private half that is none", { priv: [{ pairId: "AAAAAAAAAAA" }] }],
    ["no recpub", { recpub: null }],
    ["sens of another shape", { sens: {} }],
    ["also of another shape", { also: [{}] }],
    ["also that is no list", { also: {} }],
    ["no proofHash", { proofHash: "" }],
    ["v as text", { v: "1" }],
  ])("rejects %s", (_, change) => {
    expect(parseKeyDocument(changed(change))).toEqual(DAMAGED);
  });

  it("distinguishes a later version", () => {
    expect(parseKeyDocument(changed({ v: 2 }))).toEqual({ ok: false, problem: "unknown-version" });
  });

  it("never throws", () => {
    fc.assert(fc.property(fc.anything(), (value) => !parseKeyDocument(value).ok && !parseAccountKeys(value).ok));
  });

  it("parses an account's keys with and without a vault", () => {
    const entry = { entryId: "e", kdf, signsIn: true, pw: vault.pw };
    expect(parseAccountKeys({ document: null, entries: [] }).ok).toBe(true);
    expect(
      parseAccountKeys({ document: vault.document, entries: [entry, { ...entry, pw: null }, { entryId: "e", kdf, signsIn: false }] }).ok,
    ).toBe(true);
    expect(parseAccountKeys({ document: null, entries: [{ ...entry, kdf: { ...kdf, m: 1024 } }] })).toEqual(DAMAGED);
    expect(parseAccountKeys({ document: null, entries: [{ ...entry, pw: "x" }] })).toEqual(DAMAGED);
  });
});
