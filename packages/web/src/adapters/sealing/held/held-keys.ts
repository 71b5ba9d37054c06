/** Keys held between calls: the open ring, the last password's key, a pending vault. Wiped when dropped. encryption.md 3.2. */
import { wipe } from "@satchel/crypto/primitives/bytes.ts";
import type { Kdf } from "@satchel/crypto/primitives/kdf.ts";
import type { Outcome } from "@satchel/crypto/primitives/outcome.ts";
import type { Ring } from "@satchel/crypto/records/envelope.ts";
import type { Transcript } from "@satchel/crypto/vault/approval.ts";
import type { AlsoEntry } from "@satchel/crypto/vault/key-document.ts";
import { derivePasswordKeys, type PasswordKeys, type PasswordProblem, type StretchBytes } from "@satchel/crypto/vault/password-keys.ts";
import type { PasswordSecrets } from "@satchel/crypto/vault/wraps.ts";
import { HeldApprovals } from "./held-approval.ts";
import { HeldSensitive } from "./held-sensitive.ts";

type Root = PasswordSecrets["root"];

export type Prepared = {
  readonly vaultId: string;
  readonly also: readonly AlsoEntry[];
  readonly root: Root;
  /** Recovery key; unknown if a device or an approval opened the vault. */
  readonly rk?: Root;
  /** Recovery key that will replace `rk` once the server has acknowledged it. */
  readonly nextRk?: Root;
  /** Name of the password's wrap that opened the vault, or was made for it (`nameOfWrap`). */
  readonly wrap?: string;
  /** Parameters of that password. */
  readonly kdf?: Kdf;
  /** Name of the wrap that was made together with `nextRk`. */
  readonly nextWrap?: string;
};

export type HeldPassword = { readonly key: CryptoKey; readonly kdf: Kdf };

/** For tests only: a cheaper key derivation within the limits of a kdf, and shorter codes, so that guesses can be counted. */
export type SealingOptions = {
  readonly stretchWith?: StretchBytes;
  readonly approvalCodes?: (transcript: Transcript) => Promise<{ readonly n: string; readonly a: string }>;
};

export class HeldKeys {
  ring: Ring | undefined;
  password: HeldPassword | undefined;
  readonly approvals = new HeldApprovals();
  readonly sensitive = new HeldSensitive();
  #prepared: Prepared | undefined;

  constructor(readonly options: SealingOptions = {}) {}

  get prepared(): Prepared | undefined {
    return this.#prepared;
  }

  /** Replaces the prepared keys and wipes the former bytes, except those that both share. */
  prepare(next: Prepared | undefined): void {
    const kept = new Set([next?.root, next?.rk, next?.nextRk]);
    for (const bytes of [this.#prepared?.root, this.#prepared?.rk, this.#prepared?.nextRk]) {
      if (bytes !== undefined && !kept.has(bytes)) wipe(bytes);
    }
    this.#prepared = next;
  }

  opened(): Prepared {
    if (this.#prepared === undefined) throw new Error("no vault is opened");
    return this.#prepared;
  }

  /** Derives both keys of a password and holds the wrapping one. */
  async derive(password: string, kdf: Kdf): Promise<Outcome<PasswordKeys, PasswordProblem>> {
    const derived = await derivePasswordKeys(password, kdf, this.options.stretchWith);
    this.password = derived.ok ? { key: derived.value.passwordKey, kdf } : undefined;
    return derived;
  }

  drop(): void {
    this.prepare(undefined);
    this.password = undefined;
    this.sensitive.drop();
  }

  lock(): void {
    this.drop();
    this.ring = undefined;
    this.approvals.dropOffer();
    this.sensitive.lock();
  }
}
