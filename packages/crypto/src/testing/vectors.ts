/**
 * Runs vectors.json: every label, wrap, text form and envelope with fixed keys and ivs. Only tests use it, in Node and in browsers. A
 * vector holds inputs (`given`, bytes in hex) and expected outputs (`gives`); sealed values are also opened again.
 */

import { createMd5 } from "../digests/stream-digests.ts";
import { type Bytes, b64, parseUtf8, utf8 } from "../primitives/bytes.ts";
import { type Kdf, stretchBytes } from "../primitives/kdf.ts";
import { importPrivate, type KeyPair, type RandomSource } from "../primitives/key-pair.ts";
import type { Outcome } from "../primitives/outcome.ts";
import { paddedSize } from "../primitives/padding.ts";
import { hk, importSealingKey, LABELS } from "../primitives/primitives.ts";
import { openFrom, type SealedBox, sealTo } from "../primitives/sealed-box.ts";
import { openEntity, sealEntity } from "../records/entity-sealing.ts";
import { type BinaryKind, type JsonKind, openBinary, ringOf, type SealingKey, sealBinary } from "../records/envelope.ts";
import {
  type ApprovalContext,
  approvalCodes,
  approvalCommitment,
  approvalFingerprint,
  approvalKey,
  approvalProof,
  approvalTranscript,
  openApproval,
  sealApproval,
} from "../vault/approval.ts";
import { piecesOf } from "../vault/backup-sealing.ts";
import { bindTo } from "../vault/bound-document.ts";
import { normalisePassword, signInSecretFromStretched } from "../vault/password-keys.ts";
import { parseRecoveryKey, recoveryKeyId, recoveryKeyText } from "../vault/recovery-key.ts";
import { sensitiveVerifier } from "../vault/sensitive-record.ts";
import { openOldRoot, openRecoveryPoint, proofHashOf, proofOf, sealOldRoot, sealRecoveryPoint } from "../vault/vault.ts";
import * as wraps from "../vault/wraps.ts";

type Given = Readonly<Record<string, unknown>>;
type Gives = Readonly<Record<string, unknown>>;
export type Vector = { readonly name: string; readonly rule: string; readonly given: Given; readonly gives: Gives };

/** Returns the names of failing vectors. Every build must return an empty list. */
export async function runVectors(vectors: readonly Vector[]): Promise<string[]> {
  const failing: string[] = [];
  for (const vector of vectors) if (!(await holds(vector))) failing.push(vector.name);
  return vectors.length === 0 ? ["no vectors"] : failing;
}

function computeVector(rule: string, given: Given): Promise<Gives> {
  const run = RULES[rule];
  if (run === undefined) throw new Error(`no rule ${rule}`);
  return run(given);
}

async function holds(vector: Vector): Promise<boolean> {
  try {
    return JSON.stringify(await computeVector(vector.rule, vector.given)) === JSON.stringify(vector.gives);
  } catch {
    return false;
  }
}

const RULES: Readonly<Record<string, (given: Given) => Promise<Gives>>> = {
  password: async (given) => {
    const stretched = await stretchBytes(opened(normalisePassword(text(given.password))), given.kdf as Kdf);
    const secret = await signInSecretFromStretched(stretched);
    return { stretched: hex(stretched), signInSecret: secret, passwordKey: hex(await hk(stretched, LABELS.wrapPassword)) };
  },
  hk: async (given) => ({ out: hex(await hk(unhex(given.ikm), text(given.label), unhex(given.salt))) }),
  recoveryKey: async (given) => {
    const rk = unhex(given.rk);
    const shown = await recoveryKeyText(rk);
    same(hex(opened(await parseRecoveryKey(shown))), given.rk);
    return { rkId: await recoveryKeyId(rk), text: shown };
  },
  proof: async (given) => ({ proof: await proofOf(unhex(given.root)), proofHash: await proofHashOf(unhex(given.root)) }),
  bound: async (given) => ({
    document: await bindTo(unhex(given.root), "boundDocument", given.document as object),
    copy: await bindTo(unhex(given.root), "boundCopy", given.document as object),
  }),
  verifier: async (given) => ({ verifier: await sensitiveVerifier(unhex(given.stretched), unhex(given.root)) }),
  pw: async (given) => {
    const [key, vaultId, kdf] = [await keyOf(given.key), text(given.vaultId), given.kdf as Kdf];
    const wrap = await wraps.wrapForPassword(
      key,
      { vaultId, kdf },
      { secrets: { root: unhex(given.root), rk: unhex(given.rk) }, random: randomSourceOf(given) },
    );
    const secrets = opened(await wraps.openForPassword(key, { vaultId, kdf }, wrap));
    same(hex(secrets.root) + hex(secrets.rk), text(given.root) + text(given.rk));
    return wrap;
  },
  rec: async (given) => {
    const wrap = await wraps.wrapForRecovery(unhex(given.rk), text(given.vaultId), {
      root: unhex(given.root),
      random: randomSourceOf(given),
    });
    same(hex(opened(await wraps.openForRecovery(unhex(given.rk), text(given.vaultId), wrap))), given.root);
    return wrap;
  },
  priv: async (given) => {
    const [rk, vaultId, pairId] = [unhex(given.rk), text(given.vaultId), text(given.pairId)];
    const wrap = await wraps.wrapPrivate(rk, { vaultId, pairId }, { pkcs8: unhex(given.pkcs8), random: randomSourceOf(given) });
    opened(await wraps.openPrivate(rk, vaultId, wrap));
    return wrap;
  },
  dev: async (given) => {
    const [key, vaultId, deviceId] = [await keyOf(given.key), text(given.vaultId), text(given.deviceId)];
    const wrap = await wraps.wrapForDevice(key, { vaultId, deviceId }, { root: unhex(given.root), random: randomSourceOf(given) });
    same(hex(opened(await wraps.openForDevice(key, { vaultId, deviceId }, wrap))), given.root);
    return wrap;
  },
  prk: async (given) => {
    const [key, vaultId, deviceId] = [await keyOf(given.key), text(given.vaultId), text(given.deviceId)];
    const wrap = await wraps.wrapPendingRecovery(key, { vaultId, deviceId }, { rk: unhex(given.rk), random: randomSourceOf(given) });
    same(hex(opened(await wraps.openPendingRecovery(key, { vaultId, deviceId }, wrap))), given.rk);
    return wrap;
  },
  spw: async (given) => {
    const [key, sid, kdf] = [await keyOf(given.key), text(given.sid), given.kdf as Kdf];
    const wrap = await wraps.wrapSensitive(key, { sid, kdf }, { sensitiveKey: unhex(given.sensitiveKey), random: randomSourceOf(given) });
    same(hex(opened(await wraps.openSensitive(key, { sid, kdf }, wrap))), given.sensitiveKey);
    return wrap;
  },
  backup: async (given) => {
    const [key, backupId, kdf] = [await keyOf(given.key), text(given.backupId), given.kdf as Kdf];
    const wrap = await wraps.wrapBackupKey(key, { backupId, kdf }, { fileKey: unhex(given.fileKey), random: randomSourceOf(given) });
    same(hex(opened(await wraps.openBackupKey(key, { backupId, kdf }, wrap))), given.fileKey);
    return wrap;
  },
  backupPiece: async (given) => {
    const [at, isLast, bound] = [given.at as number, given.isLast as boolean, { backupId: text(given.backupId), kdf: given.kdf as Kdf }];
    const pieces = await piecesOf(bound, unhex(given.fileKey));
    const sealed = await pieces.seal(at, isLast, unhex(given.bytes));
    same(hex(opened(await pieces.open(at, isLast, sealed))), given.bytes);
    return { sealed: hex(sealed) };
  },
  box: async (given) => {
    const [mine, sid, pairId] = [await pairOf(given.pkcs8, given.point), text(given.sid), text(given.pairId)];
    const box = opened(
      await wraps.boxSensitive(
        mine.publicPoint,
        { sid, pairId },
        { sensitiveKey: unhex(given.sensitiveKey), random: randomSourceOf(given) },
      ),
    );
    same(hex(opened(await wraps.openBox(mine, { sid, pairId }, box))), given.sensitiveKey);
    return box;
  },
  sealTo: async (given) => {
    const [mine, label, aad] = [await pairOf(given.pkcs8, given.point), text(given.label), text(given.aad)];
    const box: SealedBox = opened(
      await sealTo(mine.publicPoint, { label, aad }, { bytes: unhex(given.bytes), random: randomSourceOf(given) }),
    );
    same(hex(opened(await openFrom(mine, { label, aad }, box))), given.bytes);
    return box;
  },
  session: async (given) => {
    const [key, sid, expiresAt] = [await keyOf(given.key), text(given.sid), given.expiresAt as number];
    const wrap = await wraps.wrapSession(
      key,
      { sid, expiresAt },
      { sensitiveKey: unhex(given.sensitiveKey), random: randomSourceOf(given) },
    );
    same(hex(opened(await wraps.openSession(key, { sid, expiresAt }, wrap))), given.sensitiveKey);
    return wrap;
  },
  approval: async (given) => {
    const [pairN, pairA] = [await pairOf(given.pkcs8, given.point), await pairOf(given.freshPkcs8, given.freshPoint)];
    const n = { name: text(given.nameN), point: pairN.publicPoint, nonce: unhex(given.nonceN) };
    const a = { name: text(given.nameA), point: pairA.publicPoint, nonce: unhex(given.nonceA) };
    const commitment = await approvalCommitment(n);
    const transcript = await approvalTranscript(given.context as ApprovalContext, { commitment, n, a });
    const secret = unhex(given.secret);
    const key = opened(await approvalKey(pairA.privateKey, n.point, { transcript, secret }));
    same(hex(opened(await approvalKey(pairN.privateKey, a.point, { transcript, secret }))), hex(key));
    const keys = { root: unhex(given.root), rev: given.rev as number, doc: text(given.doc), seen: {} };
    const answer = await sealApproval(key, transcript, { keys, random: randomSourceOf({ iv: given.iv }) });
    same(hex(opened(await openApproval(key, transcript, answer)).root), given.root);
    const codes = await approvalCodes(transcript);
    const fingerprint = b64(await approvalFingerprint(a));
    const values = { c: b64(commitment), fingerprint, transcript: b64(transcript.bytes), codeN: codes.n, codeA: codes.a };
    return { ...values, key: hex(key), proof: await approvalProof(key), ...answer };
  },
  envelope: async (given) => {
    const [key, kind, value] = [await sealingKey(given), given.kind as JsonKind, given.value as { id: string }];
    const bytes = opened(await sealEntity(key, { kind, id: value.id }, { entity: value, random: randomSourceOf(given) }));
    same(JSON.stringify(opened(await openEntity(ringOf(key), { kind, id: value.id }, bytes))), JSON.stringify(value));
    return { text: parseUtf8(bytes) };
  },
  binary: async (given) => {
    const [key, kind, id] = [await sealingKey(given), given.kind as BinaryKind, text(given.id)];
    const bytes = opened(await sealBinary(key, { kind, id }, { bytes: unhex(given.bytes), random: randomSourceOf(given) }));
    same(hex(opened(await openBinary(ringOf(key), { kind, id }, bytes))), given.bytes);
    return { bytes: hex(bytes) };
  },
  oldRoot: async (given) => {
    const key = await sealingKey(given);
    const entry = await sealOldRoot(key, { vaultId: text(given.oldVaultId), root: unhex(given.oldRoot) }, randomSourceOf(given));
    same(hex(opened(await openOldRoot(ringOf(key), entry)).root), given.oldRoot);
    return entry;
  },
  recoveryPoint: async (given) => {
    const key = await sealingKey(given);
    const pair = await pairOf(given.pkcs8, given.point);
    const envelope = await sealRecoveryPoint(key, { pairId: text(given.pairId), pair, random: randomSourceOf(given) });
    same(hex(opened(await openRecoveryPoint(ringOf(key), envelope)).point), given.point);
    return envelope;
  },
  paddedSize: async (given) => ({ sizes: (given.sizes as number[]).map(paddedSize) }),
  md5: async (given) => ({ hex: (await createMd5())(utf8(text(given.text))) }),
};

async function sealingKey(given: Given): Promise<SealingKey> {
  return { kid: text(given.kid), key: await keyOf(given.key) };
}

function keyOf(raw: unknown): ReturnType<typeof importSealingKey> {
  return importSealingKey(unhex(raw));
}

async function pairOf(pkcs8: unknown, point: unknown): Promise<KeyPair> {
  return { privateKey: opened(await importPrivate(unhex(pkcs8))), publicPoint: unhex(point) };
}

/** Returns the vector's iv once and its fresh pair once, so a rule that draws more random values than declared fails. */
function randomSourceOf(given: Given): RandomSource {
  const ivs = [unhex(given.iv)];
  const pairs = given.freshPkcs8 === undefined ? [] : [pairOf(given.freshPkcs8, given.freshPoint)];
  return { bytes: (length) => lengthIs(taken(ivs), length), pair: async () => taken(pairs) };
}

function taken<Item>(items: Item[]): Item {
  const item = items.shift();
  if (item === undefined) throw new Error("drew more than the vector holds");
  return item;
}

function lengthIs(bytes: Bytes, length: number): Bytes {
  same(bytes.length, length);
  return bytes;
}

function opened<Value>(outcome: Outcome<Value, unknown>): Value {
  if (!outcome.ok) throw new Error(`refused: ${String(outcome.problem)}`);
  return outcome.value;
}

function same(actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error("opened something else than was sealed");
}

function text(value: unknown): string {
  if (typeof value !== "string") throw new Error("a vector lacks a text");
  return value;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function unhex(value: unknown): Bytes {
  return Uint8Array.from(text(value).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
