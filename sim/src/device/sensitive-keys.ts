/**
 * The Sensitive folder's key on one device, as the keyring holds it. Sealing the same text twice gives different bytes, what is sealed for
 * one note does not open for another, and nothing can be read without the key.
 */

import { failed, ok } from "@satchel/core/model/result.ts";
import type { NoteSealing } from "@satchel/core/ports/sealing/sensitive-keys.ts";
import type { Chance } from "../world/random.ts";

export type SensitiveKey = NoteSealing & { unlock(): void; lock(): void; readonly isOpen: boolean };

type Envelope = { readonly iv: number; readonly ct: string };

export function createSensitiveKey(chance: Chance): SensitiveKey {
  let isOpen = false;
  return {
    unlock: () => {
      isOpen = true;
    },
    lock: () => {
      isOpen = false;
    },
    get isOpen() {
      return isOpen;
    },
    unlockedSensitive: async () => (isOpen ? "sim-sid" : undefined),
    sealSensitiveNote: async (id, content) => {
      if (!isOpen) return failed("locked");
      const iv = chance.int(0, 2 ** 31);
      return ok({ iv, ct: Buffer.from(JSON.stringify({ iv, id, content })).toString("hex") });
    },
    openSensitiveNote: async (id, sealed) => {
      if (!isOpen) return failed("locked");
      const opened = readSealed(sealed);
      return opened?.id === id ? ok(opened.content) : failed("damaged");
    },
  };
}

/** Reads a sealed text as the user who knows the password would; only the oracle calls this. */
export function readSealed(sealed: unknown): { readonly id: string; readonly content: object } | undefined {
  const { iv, ct = "" } = (sealed ?? {}) as Partial<Envelope>;
  if (!/^(?:[0-9a-f]{2})+$/.test(ct)) return undefined;
  const opened = JSON.parse(Buffer.from(ct, "hex").toString()) as { readonly iv: number; readonly id: string; readonly content: object };
  return opened.iv === iv ? opened : undefined;
}
