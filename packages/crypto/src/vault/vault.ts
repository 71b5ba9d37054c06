/** A vault: created once, opened with a valid secret. Defines the content of the envelopes in the key document. encryption.md 3.2, 3.4. */

import { type Bytes, b64, parseB64Of, wipe } from "../primitives/bytes.ts";
import type { Kdf } from "../primitives/kdf.ts";
import { exportPrivate, generateId, type KeyPair, POINT_BYTES, type RandomSource, systemRandom } from "../primitives/key-pair.ts";
import { type Outcome, ok, refused } from "../primitives/outcome.ts";
import { hk, KEY_BYTES, LABELS, sha256 } from "../primitives/primitives.ts";
import type { CryptoKey } from "../primitives/web-crypto.ts";
import {
  contentKeyOf,
  type Envelope,
  type Identified,
  type OpenRefusal,
  openEnvelope,
  type Ring,
  ringOf,
  type SealingKey,
  sealEnvelope,
} from "../records/envelope.ts";
import { bound } from "./bound-document.ts";
import type { AlsoEntry, KeyDocument } from "./key-document.ts";
import { newRecoveryKey } from "./recovery-key.ts";
import { openForPassword, type PasswordSecrets, type Wrap, wrapForPassword, wrapForRecovery, wrapPrivate } from "./wraps.ts";

export type NewVault = {
  readonly document: KeyDocument;
  readonly pw: Wrap;
  /** The caller wipes them. */
  readonly secrets: PasswordSecrets;
};

export type OldRoot = { readonly vaultId: string; readonly root: Bytes };
export type RecoveryPoint = { readonly pairId: string; readonly point: Bytes };

/** Nothing may be sealed under the new vault before the server has acknowledged its document. */
export async function createVault(passwordKey: CryptoKey, kdf: Kdf, random: RandomSource = systemRandom): Promise<NewVault> {
  const vaultId = generateId(random);
  const secrets = { root: random.bytes(KEY_BYTES), rk: newRecoveryKey(random) };
  const pw = await wrapForPassword(passwordKey, { vaultId, kdf }, { secrets, random });
  return { document: await firstDocument(vaultId, secrets, random), pw, secrets };
}

/** The parts of a document that depend on its recovery key, pair and proof. */
export type RecoveryParts = Pick<KeyDocument, "rec" | "priv" | "recpub" | "proofHash">;

/** Creates the parts for a recovery key with a new pair. `secrets.rk` is the key that will be on paper. */
export async function newRecoveryParts(
  vaultId: string,
  { root, rk }: PasswordSecrets,
  random: RandomSource = systemRandom,
): Promise<RecoveryParts> {
  const [pair, pairId] = [await random.pair(), generateId(random)];
  return {
    rec: await wrapForRecovery(rk, vaultId, { root, random }),
    priv: [await wrapPrivate(rk, { vaultId, pairId }, { pkcs8: await exportPrivate(pair.privateKey), random })],
    recpub: await sealRecoveryPoint(await contentKeyOf(vaultId, root), { pairId, pair, random }),
    proofHash: await proofHashOf(root),
  };
}

async function firstDocument(vaultId: string, secrets: PasswordSecrets, random: RandomSource): Promise<KeyDocument> {
  const { rec, priv, recpub, proofHash } = await newRecoveryParts(vaultId, secrets, random);
  return bound(secrets.root, "boundDocument", { v: 1, vaultId, rev: 1, rec, priv, recpub, sens: null, also: [], proofHash });
}

/** Rejects a root that its own document does not confirm, so that nothing is sealed under it. */
export async function openVault(
  document: KeyDocument,
  passwordKey: CryptoKey,
  { kdf, pw }: { readonly kdf: Kdf; readonly pw: Wrap },
): Promise<Outcome<PasswordSecrets, "damaged">> {
  const secrets = await openForPassword(passwordKey, { vaultId: document.vaultId, kdf }, pw);
  if (!secrets.ok) return secrets;
  if (await isRootOf(document, secrets.value.root)) return secrets;
  wipe(secrets.value.root, secrets.value.rk);
  return refused("damaged");
}

export async function isRootOf(document: KeyDocument, root: Bytes): Promise<boolean> {
  return (await proofHashOf(root)) === document.proofHash;
}

/** Proof that the writer of a document holds the root; every write carries it. */
export async function proofOf(root: Bytes): Promise<string> {
  return b64(await hk(root, LABELS.proof));
}

export async function proofHashOf(root: Bytes): Promise<string> {
  return b64(await sha256(await hk(root, LABELS.proof)));
}

/** Returns the keys that open this vault's files. Older roots that do not open are left out, and their files report `unknown-key`. */
export async function openRing(vaultId: string, root: Bytes, also: readonly AlsoEntry[]): Promise<Ring> {
  const current = await contentKeyOf(vaultId, root);
  const own = ringOf(current);
  const older: SealingKey[] = [];
  for (const entry of also) {
    const old = await openOldRoot(own, entry);
    if (old.ok) older.push(await toSealingKey(old.value));
  }
  return ringOf(current, older);
}

export async function sealOldRoot(current: SealingKey, old: OldRoot, random: RandomSource = systemRandom): Promise<AlsoEntry> {
  const sealed = await sealSmall(current, "vault", { value: { id: old.vaultId, root: b64(old.root) }, random });
  return { vaultId: old.vaultId, sealed };
}

export async function openOldRoot(ring: Ring, entry: AlsoEntry): Promise<Outcome<OldRoot, OpenRefusal>> {
  const opened = await openEnvelope(ring, { kind: "vault", id: entry.vaultId }, entry.sealed);
  if (!opened.ok) return opened;
  const root = parseB64Of(opened.value.root, KEY_BYTES);
  return root === undefined ? refused("damaged") : ok({ vaultId: entry.vaultId, root });
}

export function sealRecoveryPoint(
  current: SealingKey,
  { pairId, pair, random = systemRandom }: { readonly pairId: string; readonly pair: KeyPair; readonly random?: RandomSource },
): Promise<Envelope> {
  return sealSmall(current, "recpub", { value: { id: current.kid, pairId, point: b64(pair.publicPoint) }, random });
}

export async function openRecoveryPoint(ring: Ring, envelope: unknown): Promise<Outcome<RecoveryPoint, OpenRefusal>> {
  const opened = await openEnvelope(ring, { kind: "recpub", id: ring.current.kid }, envelope);
  if (!opened.ok) return opened;
  const { pairId, point } = opened.value;
  const bytes = parseB64Of(point, POINT_BYTES);
  return bytes === undefined || parseB64Of(pairId, 8) === undefined ? refused("damaged") : ok({ pairId: pairId as string, point: bytes });
}

async function sealSmall(
  key: SealingKey,
  kind: "vault" | "recpub",
  { value, random }: { readonly value: Identified; readonly random: RandomSource },
): Promise<Envelope> {
  const envelope = await sealEnvelope(key, kind, { value, random });
  if (!envelope.ok) throw new Error("a key record cannot be too large");
  return envelope.value;
}

async function toSealingKey(old: OldRoot): Promise<SealingKey> {
  const key = await contentKeyOf(old.vaultId, old.root);
  wipe(old.root);
  return key;
}
