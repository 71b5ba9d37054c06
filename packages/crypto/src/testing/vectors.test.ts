/** Checks the vectors with this package and with an independent implementation over node:crypto and zlib. encryption.md 3.6 (k). */
import { createCipheriv, createDecipheriv, createECDH, createHash, hkdfSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { LABELS } from "../primitives/primitives.ts";
import { runVectors, type Vector } from "./vectors.ts";

const vectors = JSON.parse(readFileSync(new URL("../../vectors.json", import.meta.url), "utf8")) as Vector[];
const named = (name: string) => {
  const vector = vectors.find((candidate) => candidate.name === name);
  if (vector === undefined) throw new Error(`no vector ${name}`);
  return { given: vector.given as Record<string, string>, gives: vector.gives as Record<string, string> };
};
const fromHex = (hex = "") => Buffer.from(hex, "hex");
const fromB64 = (text = "") => Buffer.from(text, "base64url");
const hkdf = (ikm: Buffer, label: string, salt = Buffer.alloc(0)) => Buffer.from(hkdfSync("sha256", ikm, salt, label, 32));

function gcmSeal(key: Buffer, iv: Buffer, aad: string, bytes: Buffer): string {
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(aad));
  return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

function gcmOpen(key: Buffer, iv: Buffer, aad: string, ct: Buffer): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(aad)).setAuthTag(ct.subarray(-16));
  return Buffer.concat([decipher.update(ct.subarray(0, -16)), decipher.final()]);
}

describe("encryption.md 3.6 (k) vectors", () => {
  it("all hold", async () => {
    expect(await runVectors(vectors)).toEqual([]);
  });

  it("begin with the one printed in encryption.md", () => {
    expect(vectors[0]).toMatchObject({
      given: { password: "Correct horse 1" },
      gives: {
        stretched: "32cd33f471a475d4caa19adcf6abbeca78332f3905e1b977bca12777ee2edb01",
        signInSecret: "s1_in8wX2AjnXLUiMLkp18e1iMjE_8YTC6cJ-ikEGnvzmk",
        passwordKey: "9eafc8ee100f98a2f782084f5624568c118783ccebc80b3056f7915ba23b00e6",
      },
    });
  });

  it("cover every label, wrap, kind of envelope and text form", () => {
    const rules = new Set(vectors.map((vector) => vector.rule));
    const wraps = ["pw", "rec", "priv", "dev", "prk", "spw", "box"];
    expect(
      [...wraps, "password", "hk", "recoveryKey", "proof", "verifier", "sealTo", "bound", "approval"].filter((rule) => !rules.has(rule)),
    ).toEqual([]);
    const kinds = ["note", "folder", "attachment", "pack", "draft", "recpub", "sens", "vault", "snote", "sattachment", "device"];
    const names = vectors.map((vector) => vector.name);
    expect(kinds.filter((kind) => !names.includes(`envelope ${kind}`) && !names.includes(`binary ${kind}`))).toEqual([]);
    expect(Object.values(LABELS).filter((label) => !names.includes(`hk ${label}`))).toEqual([]);
  });

  it("fail if a value is changed", async () => {
    const [first] = vectors.filter((vector) => vector.rule === "proof");
    const spoilt = { ...first, name: "spoilt", gives: { ...first?.gives, proof: "A" } } as Vector;
    expect(await runVectors([spoilt])).toEqual(["spoilt"]);
    expect(await runVectors([])).toEqual(["no vectors"]);
  });
});

describe("encryption.md 3.1, 3.2 against a second implementation", () => {
  it.each(vectors.filter((vector) => vector.rule === "hk").map((vector) => vector.name))("derives %s", (name) => {
    const { given, gives } = named(name);
    expect(hkdf(fromHex(given.ikm), given.label ?? "", fromHex(given.salt)).toString("hex")).toBe(gives.out);
  });

  it("binds a document by its sorted fields", () => {
    const { given, gives } = named("a bound document");
    const text = `{"also":[{"a":[1,null],"b":2}],"rec":{"ct":"A","iv":"B"},"rev":7,"v":1,"vaultId":"${(given.document as unknown as { readonly vaultId: string }).vaultId}"}`;
    const digest = createHash("sha256").update(text).digest("base64url");
    for (const [name, label] of [
      ["document", "satchel/1/document"],
      ["copy", "satchel/1/document-copy"],
    ] as const)
      expect(hkdf(fromHex(given.root), `${label}|${digest}`, Buffer.alloc(0)).toString("base64url")).toBe(gives[name]);
  });

  it("wraps pw, rec, dev, prk and spw", () => {
    const kdfText = "65536,3,1,AAECAwQFBgcICQoLDA0ODw";
    const iv = fromHex(named("wrap pw").given.iv);
    const pw = named("wrap pw");
    const both = fromHex((pw.given.root ?? "") + pw.given.rk);
    expect(gcmSeal(fromHex(pw.given.key), iv, `satchel/1|${pw.given.vaultId}|pw|${kdfText}`, both)).toBe(pw.gives.ct);

    const rec = named("wrap rec");
    const rk = fromHex(rec.given.rk);
    const rkId = createHash("sha256").update("satchel/1/rk-id").update(rk).digest().subarray(0, 6).toString("base64url");
    expect(rec.gives.rkId).toBe(rkId);
    const recKey = hkdf(rk, "satchel/1/wrap/recovery");
    expect(gcmSeal(recKey, iv, `satchel/1|${rec.given.vaultId}|rec|${rkId}`, fromHex(rec.given.root))).toBe(rec.gives.ct);

    const dev = named("wrap dev");
    const devAad = `satchel/1|${dev.given.vaultId}|dev|${dev.given.deviceId}`;
    expect(gcmSeal(fromHex(dev.given.key), iv, devAad, fromHex(dev.given.root))).toBe(dev.gives.ct);
    const prk = named("wrap prk");
    const prkAad = `satchel/1|${prk.given.vaultId}|prk|${prk.given.deviceId}`;
    expect(gcmSeal(fromHex(prk.given.key), iv, prkAad, fromHex(prk.given.rk))).toBe(prk.gives.ct);
    const spw = named("wrap spw");
    expect(gcmSeal(fromHex(spw.given.key), iv, `satchel/1|${spw.given.sid}|spw|${kdfText}`, fromHex(spw.given.sensitiveKey))).toBe(
      spw.gives.ct,
    );
    const priv = named("wrap priv");
    const privAad = `satchel/1|${priv.given.vaultId}|priv|${priv.given.pairId}`;
    expect(gcmSeal(recKey, iv, privAad, fromHex(priv.given.pkcs8))).toBe(priv.gives.ct);
  });

  it("seals boxes", () => {
    const { given, gives } = named("wrap box");
    const mine = createECDH("prime256v1");
    // The private scalar is at a fixed offset of a P-256 pkcs8.
    mine.setPrivateKey(fromHex(given.pkcs8).subarray(36, 68));
    const epk = fromB64(gives.epk);
    const shared = mine.computeSecret(epk);
    const key = hkdf(shared, "satchel/1/box", Buffer.concat([epk, fromHex(given.point)]));
    const opened = gcmOpen(key, fromB64(gives.iv), `satchel/1|${given.sid}|box|${given.pairId}`, fromB64(gives.ct));
    expect(opened.toString("hex")).toBe(given.sensitiveKey);
  });

  it.each(["approval by typed codes", "approval by a QR code"])("agrees on every value of an %s", (name) => {
    const { given, gives } = named(name);
    const lp = (part: Buffer | string) => {
      const bytes = typeof part === "string" ? Buffer.from(part.normalize("NFC")) : part;
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return Buffer.concat([length, bytes]);
    };
    const hash = (...parts: (Buffer | string)[]) =>
      createHash("sha256")
        .update(Buffer.concat(parts.map(lp)))
        .digest();
    const [pubN, nN, pubA, nA] = [given.point, given.nonceN, given.freshPoint, given.nonceA].map(fromHex) as [
      Buffer,
      Buffer,
      Buffer,
      Buffer,
    ];
    const [nameN = "", nameA = ""] = [given.nameN, given.nameA];
    const c = hash("satchel/2/approve/commit", nameN, pubN, nN);
    const context = given.context as unknown as Record<"requestId" | "origin" | "accountId" | "email" | "vaultId", string>;
    const { requestId, origin, accountId, email, vaultId } = context;
    const transcript = hash("satchel/2/approve", requestId, origin, accountId, email, vaultId, nameN, nameA, c, pubN, nN, pubA, nA);
    expect([gives.c, gives.fingerprint, gives.transcript]).toEqual(
      [c, hash("satchel/2/approve/a", pubA, nA, nameA), transcript].map((bytes) => bytes.toString("base64url")),
    );
    const bits = [...hash("satchel/2/approve/sas", transcript)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
    const code = (bits.slice(0, 60).match(/.{5}/g) ?? [])
      .map((five) => "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[Number.parseInt(five, 2)])
      .join("");
    expect([gives.codeN, gives.codeA]).toEqual([code.slice(0, 8), code.slice(8)]);

    const mine = createECDH("prime256v1");
    mine.setPrivateKey(fromHex(given.pkcs8).subarray(36, 68));
    const key = hkdf(Buffer.concat([mine.computeSecret(pubA), fromHex(given.secret)]), "satchel/2/approve/key", transcript);
    expect([gives.key, gives.proof]).toEqual([key.toString("hex"), hkdf(key, "satchel/2/approve/n").toString("base64url")]);
    const aad = `satchel/2|${vaultId}|approve|${requestId}|${transcript.toString("base64url")}`;
    const plain = gcmOpen(key, fromB64(gives.iv), aad, fromB64(gives.ct));
    expect(plain.subarray(0, 32).toString("hex")).toBe(given.root);
    const length = plain.readUInt32BE(32);
    expect(JSON.parse(plain.subarray(36, 36 + length).toString())).toEqual({ rev: given.rev, doc: given.doc });
    expect(plain.length).toBe(32 + 256);
  });

  it("writes a recovery key in Crockford's base32", () => {
    const { given, gives } = named("recovery key");
    const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    let number = BigInt(`0x${given.rk}`);
    let letters = "";
    for (let i = 0; i < 32; i += 1) {
      letters = alphabet[Number(number % 32n)] + letters;
      number /= 32n;
    }
    const digest = createHash("sha256").update("satchel/1/rk-check").update(fromHex(given.rk)).digest();
    const check = digest.readUInt32BE(0) >>> 12;
    for (const shift of [15, 10, 5, 0]) letters += alphabet[(check >> shift) & 31];
    expect(gives.text?.replaceAll("-", "")).toBe(letters);
    expect(gives.text).toMatch(/^(\w{4}-){8}\w{4}$/);
  });
});

describe("encryption.md 3.3 against a second implementation", () => {
  it("opens an envelope", () => {
    const { given, gives } = named("envelope note");
    const envelope = JSON.parse(gives.text ?? "");
    expect(Object.keys(envelope)).toEqual(["v", "alg", "kid", "iv", "ct"]);
    const padded = gcmOpen(fromHex(given.key), fromB64(envelope.iv), `satchel/1|${given.kid}|note|note-1`, fromB64(envelope.ct));
    const length = padded.readUInt32BE(0);
    expect(JSON.parse(gunzipSync(padded.subarray(4, 4 + length)).toString())).toEqual(given.value);
    expect(padded.length).toBe(256);
    expect(padded.subarray(4 + length).every((byte) => byte === 0)).toBe(true);
  });

  it("opens SAT1 bytes", () => {
    const { given, gives } = named("binary attachment");
    const bytes = fromHex(gives.bytes);
    expect(bytes.subarray(0, 4).toString()).toBe("SAT1");
    const kidEnd = 5 + bytes.readUInt8(4);
    expect(bytes.subarray(5, kidEnd).toString()).toBe(given.kid);
    const aad = `satchel/1|${given.kid}|attachment|file-1`;
    const padded = gcmOpen(fromHex(given.key), bytes.subarray(kidEnd, kidEnd + 12), aad, bytes.subarray(kidEnd + 12));
    expect(padded.subarray(4, 4 + padded.readUInt32BE(0)).toString("hex")).toBe(given.bytes);
  });
});
