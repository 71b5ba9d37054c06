/** Sensitive keys held between calls: just opened or created, a new password, the unlocked ring. Wiped when dropped. encryption.md 3.2. */
import { type Bytes, wipe } from "@satchel/crypto/primitives/bytes.ts";
import type { Kdf } from "@satchel/crypto/primitives/kdf.ts";
import { importSealingKey } from "@satchel/crypto/primitives/primitives.ts";
import { type Ring, ringOf } from "@satchel/crypto/records/envelope.ts";

/** Key S of one folder. */
export type SensitiveKey = { readonly sid: string; readonly key: Bytes };
export type Stretched = { readonly kdf: Kdf; readonly bytes: Bytes };

/** Keys for re-encryption: `from` opens the other folders, `own` seals. */
export type ResealingRings = { readonly from: Ring; readonly own: Ring["current"] };

export class HeldSensitive {
  resealing: ResealingRings | undefined;
  #prepared: readonly SensitiveKey[] = [];
  #next: Stretched | undefined;
  #unlocked: Ring | undefined;

  get prepared(): readonly SensitiveKey[] {
    return this.#prepared;
  }

  get next(): Stretched | undefined {
    return this.#next;
  }

  get unlocked(): Ring | undefined {
    return this.#unlocked;
  }

  prepare(keys: readonly SensitiveKey[]): void {
    for (const { key } of this.#prepared) if (!keys.some((one) => one.key === key)) wipe(key);
    this.#prepared = keys;
  }

  wrapUnder(next: Stretched | undefined): void {
    if (this.#next !== undefined) wipe(this.#next.bytes);
    this.#next = next;
  }

  /** Imports the keys as non-extractable for sealing and opening; the first one seals new notes. */
  async unlock(keys: readonly SensitiveKey[]): Promise<void> {
    const [first, ...others] = await Promise.all(keys.map(async ({ sid, key }) => ({ kid: sid, key: await importSealingKey(key) })));
    this.#unlocked = first === undefined ? undefined : ringOf(first, others);
  }

  drop(): void {
    this.prepare([]);
    this.wrapUnder(undefined);
  }

  lock(): void {
    this.drop();
    this.#unlocked = undefined;
    this.resealing = undefined;
  }
}
