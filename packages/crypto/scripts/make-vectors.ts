/** Rewrites vectors.json: `npx tsx packages/crypto/scripts/make-vectors.ts`. If a vector changes, older files no longer open. */
import { generateKeyPairSync } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { LABELS } from "@satchel/crypto/primitives/primitives.ts";
import { computeVector, hex, type Vector } from "../src/testing/vectors.ts";

const file = new URL("../vectors.json", import.meta.url);
const count = (from: number, length: number) => hex(Uint8Array.from({ length }, (_, i) => (from + i) % 256));

/** Two pairs, generated once and then kept. */
function pairs(): { mine: Pair; fresh: Pair } {
  const box = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Vector[]).find((vector) => vector.rule === "box") : undefined;
  if (box === undefined) return { mine: newPair(), fresh: newPair() };
  const given = box.given as Record<string, string>;
  return {
    mine: { pkcs8: given.pkcs8 as string, point: given.point as string },
    fresh: { pkcs8: given.freshPkcs8 as string, point: given.freshPoint as string },
  };
}

type Pair = { pkcs8: string; point: string };

function newPair(): Pair {
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const spki = pair.publicKey.export({ format: "der", type: "spki" });
  return { pkcs8: hex(pair.privateKey.export({ format: "der", type: "pkcs8" })), point: hex(spki.subarray(-65)) };
}

const toB64 = (bytes: string) => Buffer.from(bytes, "hex").toString("base64url");
const { mine, fresh } = pairs();
const kdf = { alg: "argon2id", m: 65_536, t: 3, p: 1, salt: "AAECAwQFBgcICQoLDA0ODw" };
const stronger = { ...kdf, t: 4, salt: "8PHy8_T19vf4-fr7_P3-_w" };
const iv = count(0xa0, 12);
const [root, rk, key, sensitiveKey] = [count(0x10, 32), count(0x40, 20), count(0x60, 32), count(0x80, 32)];
const [vaultId, sid, pairId, deviceId] = ["AQIDBAUGBwg", "ERITFBUWFxg", "ISIjJCUmJyg", "MTIzNDU2Nzg"];
const box = { pkcs8: mine.pkcs8, point: mine.point, freshPkcs8: fresh.pkcs8, freshPoint: fresh.point, iv };
const approval = {
  ...box,
  context: {
    requestId: "q83vASNFZ4mrze8BI0VniQ",
    origin: "https://notes.example.org",
    accountId: "AAECAwQFBgcICQoLDA0ODw",
    email: "ada@example.org",
    vaultId,
  },
  nameN: "Firefox on Zo\u0065\u0308's Mac",
  nameA: "Chrome on Android",
  nonceN: count(0xb0, 32),
  nonceA: count(0xd0, 32),
  root,
  rev: 7,
  doc: toB64(count(0x20, 32)),
};
const note = { id: "note-1", kind: "note", title: "Milk", content: "<p>字 🥛 é</p>", vv: { dev: 1 } };

const given: readonly (readonly [name: string, rule: string, given: Record<string, unknown>])[] = [
  ["password Correct horse 1", "password", { password: "Correct horse 1", kdf }],
  ["password in another normal form, blanks kept", "password", { password: " A\u030angstro\u0308m ﬁ ", kdf: stronger }],
  ...Object.values(LABELS).map((label) => [`hk ${label}`, "hk", { ikm: root, label, salt: "" }] as const),
  ["hk with a salt", "hk", { ikm: root, label: LABELS.box, salt: count(1, 130) }],
  ["recovery key", "recoveryKey", { rk }],
  ["recovery key of zeros", "recoveryKey", { rk: "00".repeat(20) }],
  ["recovery key of ones", "recoveryKey", { rk: "ff".repeat(20) }],
  ["proof", "proof", { root }],
  [
    "a bound document",
    "bound",
    { root, document: { v: 1, vaultId, rev: 7, rec: { iv: "B", ct: "A" }, also: [{ b: 2, a: [1, null] }], bound: "-" } },
  ],
  ["sensitive verifier", "verifier", { stretched: key, root }],
  ["wrap pw", "pw", { key, vaultId, kdf, root, rk, iv }],
  ["wrap rec", "rec", { rk, vaultId, root, iv }],
  ["wrap priv", "priv", { rk, vaultId, pairId, pkcs8: mine.pkcs8, iv }],
  ["wrap dev", "dev", { key, vaultId, deviceId, root, iv }],
  ["wrap prk", "prk", { key, vaultId, deviceId, rk, iv }],
  ["wrap spw", "spw", { key, sid, kdf, sensitiveKey, iv }],
  ["wrap box", "box", { ...box, sid, pairId, sensitiveKey }],
  ["wrap session", "session", { key, sid, expiresAt: 1_767_225_600_000, sensitiveKey, iv }],
  ["wrap of a backup", "backup", { key, backupId: sid, kdf, fileKey: sensitiveKey, iv }],
  ["first piece of a backup", "backupPiece", { backupId: sid, kdf, fileKey: sensitiveKey, at: 0, isLast: false, bytes: root }],
  [
    "last piece of a large backup",
    "backupPiece",
    { backupId: sid, kdf, fileKey: sensitiveKey, at: 2 ** 33 + 7, isLast: true, bytes: root },
  ],
  ["sealTo", "sealTo", { ...box, label: LABELS.box, aad: `satchel/1|${vaultId}|test`, bytes: root }],
  ["approval by typed codes", "approval", { ...approval, secret: "" }],
  ["approval by a QR code", "approval", { ...approval, secret: count(0xe0, 16) }],
  ...["note", "draft", "snote", "device"].map(
    (kind) => [`envelope ${kind}`, "envelope", { key, kid: vaultId, kind, value: note, iv }] as const,
  ),
  ["envelope folder", "envelope", { key, kid: vaultId, kind: "folder", value: { id: "folder-1", name: "Ideas" }, iv }],
  ["envelope sens", "envelope", { key, kid: vaultId, kind: "sens", value: { id: vaultId, folders: [] }, iv }],
  ["envelope vault", "oldRoot", { key, kid: vaultId, oldVaultId: sid, oldRoot: sensitiveKey, iv }],
  ["envelope recpub", "recoveryPoint", { key, kid: vaultId, pairId, pkcs8: mine.pkcs8, point: mine.point, iv }],
  ...["attachment", "pack", "sattachment"].map(
    (kind) => [`binary ${kind}`, "binary", { key, kid: vaultId, kind, id: "file-1", bytes: count(0, 300), iv }] as const,
  ),
  ["binary empty", "binary", { key, kid: vaultId, kind: "attachment", id: "file-1", bytes: "", iv }],
  ["padded sizes", "paddedSize", { sizes: [0, 4, 255, 256, 257, 264, 265, 1000, 1025, 65_537, 1_000_000, 67_108_868] }],
  ["md5 empty", "md5", { text: "" }],
  ["md5 text", "md5", { text: "The quick brown fox jumps over the lazy dog" }],
];

const vectors: Vector[] = [];
for (const [name, rule, input] of given) vectors.push({ name, rule, given: input, gives: await computeVector(rule, input) });
writeFileSync(file, `${JSON.stringify(vectors, null, 2)}\n`);
