/** The `ResealingKeys` port: opens with another Sensitive folder's key and seals with this folder's key. encryption.md 3.5 (12). */

import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { DeriveProblem } from "@satchel/core/ports/sealing/keyring.ts";
import type { ResealingKeys, ResealingProblem, SensitiveProblem, TypedSensitive } from "@satchel/core/ports/sealing/sensitive-keys.ts";
import { wipe } from "@satchel/crypto/primitives/bytes.ts";
import { importSealingKey } from "@satchel/crypto/primitives/primitives.ts";
import { openBinary, openEnvelope, ringOf, type SealingKey, sealBinary, sealEnvelope } from "@satchel/crypto/records/envelope.ts";
import type { StretchBytes } from "@satchel/crypto/vault/password-keys.ts";
import type { HeldKeys } from "../held/held-keys.ts";
import { openTyped } from "../held/open-typed.ts";

type Begun = Result<void, SensitiveProblem | DeriveProblem | { readonly kind: "own-refused" }>;

export class ResealingKeyring implements ResealingKeys {
  constructor(
    private readonly held: HeldKeys,
    private readonly stretchWith?: StretchBytes,
  ) {}

  async beginResealing(from: TypedSensitive, own: TypedSensitive): Promise<Begun> {
    const other = await this.#open(from);
    if (!other.ok) return other;
    const ours = await this.#open(own);
    if (!ours.ok) return ours.problem.kind === "sensitive-refused" ? failed({ kind: "own-refused" }) : ours;
    const begun = [...(this.held.sensitive.resealing?.from.byKid.values() ?? [])];
    this.held.sensitive.resealing = { from: ringOf(other.value, begun), own: ours.value };
    return ok(undefined);
  }

  async resealNote(id: string, sealed: unknown): Promise<Result<object, ResealingProblem>> {
    const { resealing } = this.held.sensitive;
    if (resealing === undefined) return failed("locked");
    const opened = await openEnvelope(resealing.from, { kind: "snote", id }, sealed);
    return opened.ok ? sealEnvelope(resealing.own, "snote", { value: opened.value }) : opened;
  }

  async resealFile(id: string, bytes: Uint8Array): Promise<Result<Uint8Array, ResealingProblem>> {
    const { resealing } = this.held.sensitive;
    if (resealing === undefined) return failed("locked");
    const opened = await openBinary(resealing.from, { kind: "sattachment", id }, bytes);
    return opened.ok ? sealBinary(resealing.own, { kind: "sattachment", id }, { bytes: opened.value }) : opened;
  }

  async endResealing(): Promise<void> {
    this.held.sensitive.resealing = undefined;
  }

  async #open(typed: TypedSensitive): Promise<Result<SealingKey, SensitiveProblem | DeriveProblem>> {
    const opened = await openTyped(typed, this.stretchWith);
    if (!opened.ok) return opened;
    const { key, stretched } = opened.value;
    const sealing = { kid: typed.folder.sid, key: await importSealingKey(key) };
    wipe(key, stretched);
    return ok(sealing);
  }
}
