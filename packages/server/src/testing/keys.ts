/** Key documents for tests, with the right shape and a real proof. They open nothing, which the server cannot detect. */
import { createHash, randomBytes } from "node:crypto";
import type { Kdf, KeyDocument, NewVault, Wrap } from "@satchel/contract/accounts/keys.ts";

const b64 = (count: number): string => randomBytes(count).toString("base64url");

export function aWrap(): Wrap {
  return { iv: b64(12), ct: b64(68) };
}

export function anEnvelope(kid: string) {
  return { v: 1 as const, alg: "A256GCM" as const, kid, ...aWrap() };
}

export type TestVault = { readonly proof: string; readonly document: KeyDocument; readonly pw: Wrap };

export function aVault(): TestVault {
  const vaultId = b64(8);
  const proof = randomBytes(32);
  const document: KeyDocument = {
    v: 1,
    vaultId,
    rev: 1,
    rec: { ...aWrap(), rkId: b64(6) },
    priv: [{ ...aWrap(), pairId: b64(8) }],
    recpub: anEnvelope(vaultId),
    sens: null,
    also: [],
    proofHash: createHash("sha256").update(proof).digest("base64url"),
  };
  return { proof: proof.toString("base64url"), document, pw: aWrap() };
}

export function toNewVault({ document, pw }: TestVault): NewVault {
  return { document, pw };
}

export function aKdf(): Kdf {
  return { alg: "argon2id", m: 65_536, t: 3, p: 1, salt: b64(16) };
}

export function aSecret(): string {
  return `s1_${b64(32)}`;
}
