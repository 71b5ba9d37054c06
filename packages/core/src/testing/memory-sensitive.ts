/** A Sensitive folder's key in memory: sealed texts open only while it is unlocked, and only for their own note. For tests. */

import { failed, ok, type Result } from "../model/result.ts";
import { createStore, createUnionStore, type ReadableStore } from "../model/store.ts";
import type { NoteSealing } from "../ports/sealing/sensitive-keys.ts";
import type { SensitiveState } from "../vault/sensitive/sensitive-service-types.ts";

export type MemorySensitive = NoteSealing & {
  readonly store: ReadableStore<SensitiveState>;
  unlock(password: string): Promise<Result<void, { readonly kind: "sensitive-refused" }>>;
  lock(): void;
};

type Envelope = { readonly kid?: unknown; readonly text?: unknown };

export const MEMORY_SID = "memory-sid";

/** Texts of a folder that stays locked, for the trash. */
export const noUnlockedTexts = () => ({ store: createStore({ byId: new Map() }), close: () => undefined });

export function createMemorySensitive(password: string): MemorySensitive {
  const store = createUnionStore<SensitiveState>({ kind: "locked" });
  const { open, close, ...sealing } = createMemorySealing();
  return {
    ...sealing,
    store,
    async unlock(typed) {
      if (typed !== password) return failed({ kind: "sensitive-refused" });
      open();
      store.replace({ kind: "unlocked", sid: MEMORY_SID, expiresAt: Number.MAX_SAFE_INTEGER });
      return ok(undefined);
    },
    lock() {
      close();
      store.replace({ kind: "locked" });
    },
  };
}

export function createMemorySealing(): NoteSealing & { open(): void; close(): void } {
  let isOpen = false;
  return {
    open: () => {
      isOpen = true;
    },
    close: () => {
      isOpen = false;
    },
    unlockedSensitive: async () => (isOpen ? MEMORY_SID : undefined),
    async sealSensitiveNote(id, content) {
      return isOpen ? ok({ kid: MEMORY_SID, text: scramble(JSON.stringify({ id, content })) }) : failed("locked");
    },
    async openSensitiveNote(id, sealed) {
      const { kid, text } = (sealed ?? {}) as Envelope;
      if (!isOpen) return failed("locked");
      if (kid !== MEMORY_SID || typeof text !== "string") return failed("damaged");
      const opened = JSON.parse(scramble(text)) as { readonly id: string; readonly content: object };
      return opened.id === id ? ok(opened.content) : failed("damaged");
    },
  };
}

/** Not secret, but unreadable; applying it again undoes it. */
export function scramble(text: string): string {
  return [...text].reverse().join("");
}
